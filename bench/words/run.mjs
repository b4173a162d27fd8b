import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from '../load/http-client.mjs';
import { ROOT, writeResults, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';

const PAGE = 'docs/reference/starter-models.md';
const ENGLISH = 'en';
const TEXTS_A_REQUEST = 50;

/**
 * `npm run bench -- words`: 300 common nouns and 200 words and labels of interfaces, each as a text
 * of its own, in every direction between English and the languages of `words.tsv`. A cell of the
 * table lists all answers that are right, the best first; letter case is ignored.
 */
export const run = async () => {
  const { languages, rows } = readWords();
  const directions = languages
    .filter((language) => language !== ENGLISH)
    .flatMap((language) => [
      [ENGLISH, language],
      [language, ENGLISH],
    ]);
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-words-'));
  const server = await spawnDragoman({ directory });
  const client = createHttpClient(server.port);
  const results = [];
  try {
    for (const [source, target] of directions) {
      const answers = await translateAll(rows, { source, target }, server, client);
      const kinds = Object.fromEntries(
        ['noun', 'interface'].map((kind) => [kind, count(rows, answers, { kind, target })]),
      );
      results.push({ source, target, kinds, wrong: wrongOf(rows, answers, { source, target }) });
    }
  } finally {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const machine = machineFacts();
  writeResults('words', { machine, results });
  const text = `${tableOf(results)}

Single words and labels, each as a text of its own, with \`npm run bench -- words\` (${describeMachine(machine)}). \`bench/words/words.tsv\` has the words and the answers that count as right: written by hand, and read a second time beside the translations, when other right answers were added.`;
  writeSection(PAGE, 'words', text);
  process.stdout.write(`${text}\n`);
};

const readWords = () => {
  const [head, ...lines] = readFileSync(join(ROOT, 'bench', 'words', 'words.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const languages = head.slice(1);
  const rows = lines.map(([kind, ...cells]) => ({
    kind,
    answers: Object.fromEntries(languages.map((name, index) => [name, cells[index].split('|')])),
  }));
  return { languages, rows };
};

const translateAll = async (rows, { source, target }, server, client) => {
  const texts = rows.map(({ answers }) => answers[source][0]);
  const translated = [];
  for (let start = 0; start < texts.length; start += TEXTS_A_REQUEST) {
    const body = { source_lang: source, target_lang: target };
    const text = texts.slice(start, start + TEXTS_A_REQUEST);
    const answer = JSON.parse(await server.post(client, '/v2/translate', { ...body, text }));
    translated.push(...answer.translations.map((one) => one.text));
  }
  return translated;
};

const isRight = (answer, accepted) =>
  accepted.some((one) => one.toLowerCase() === answer.trim().toLowerCase());

const count = (rows, answers, { kind, target }) => {
  const own = rows
    .map((row, index) => ({ row, answer: answers[index] }))
    .filter(({ row }) => row.kind === kind);
  const right = own.filter(({ row, answer }) => isRight(answer, row.answers[target])).length;
  return { right, words: own.length };
};

const wrongOf = (rows, answers, { source, target }) =>
  rows.flatMap((row, index) =>
    isRight(answers[index], row.answers[target])
      ? []
      : [`${row.answers[source][0]}: ${answers[index]} (${row.answers[target][0]})`],
  );

const tableOf = (results) =>
  formatTable(
    ['direction', 'common nouns', 'interface words'],
    results.map(({ source, target, kinds: { noun, interface: labels } }) => [
      `${source} → ${target}`,
      `${noun.right} of ${noun.words}`,
      `${labels.right} of ${labels.words}`,
    ]),
  );
