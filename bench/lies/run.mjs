import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepsNegation } from '../../packages/core/dist/index.js';
import { writeResults, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';
import { NEGATIONS, numberSentences, TRAPS } from './sentences.mjs';

const PAGE = 'docs/reference/starter-models.md';
const OTHERS = ['de', 'es', 'fr', 'nl', 'it', 'pt', 'pl', 'ru'];
const DIRECTIONS = OTHERS.flatMap((other) => [
  ['en', other],
  [other, 'en'],
]);
/** Of languages with varieties, the one that is asked for. */
const TARGETS = { pt: 'PT-BR' };
const TEXTS_A_REQUEST = 10;

/**
 * `npm run bench -- lies`: how many sentences say something else in the translations of the starter
 * models, after all checks and repairs: other numbers, no negation, too little or too much.
 *
 * Arguments: directions such as `en-de`, by default all sixteen; `--every N` takes every Nth sentence.
 */
export const run = async (args) => {
  const everyAt = args.indexOf('--every');
  const every = everyAt < 0 ? 1 : Number(args[everyAt + 1]);
  const named = args.filter((arg) => /^\w\w-\w\w$/.test(arg)).map((arg) => arg.split('-'));
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-lies-'));
  const server = await spawnDragoman({
    directory,
    settings: { DRAGOMAN_ENGINES: 'neural', DRAGOMAN_REQUEST_TIMEOUT_MS: '300000' },
  });
  const rows = [];
  try {
    for (const [source, target] of named.length > 0 ? named : DIRECTIONS) {
      const sentences = sentencesOf(source).filter((_, index) => index % every === 0);
      const translations = await translate(sentences, { source, target }, server);
      const lies = sentences
        .map((sentence, index) => ({ ...sentence, translation: translations[index] }))
        .filter((sentence) => isLie(sentence, { source, target }));
      rows.push({ direction: `${source}-${target}`, counts: countKinds(sentences), lies });
      process.stdout.write(`${JSON.stringify(rows.at(-1), undefined, 2)}\n`);
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  if (named.length > 0 || every > 1) return;
  const machine = machineFacts();
  writeResults('lies', { machine, rows });
  writeSection(PAGE, 'lies', sectionOf(rows, machine));
};

const sentencesOf = (language) => [
  ...numberSentences(language).map(({ text }) => ({ kind: 'numbers', text })),
  ...NEGATIONS[language].map((text) => ({ kind: 'negations', text })),
  ...(TRAPS[language] ?? []),
];

const translate = async (sentences, { source, target }, server) => {
  const translations = [];
  for (let start = 0; start < sentences.length; start += TEXTS_A_REQUEST) {
    const text = sentences.slice(start, start + TEXTS_A_REQUEST).map((sentence) => sentence.text);
    const body = {
      text,
      source_lang: source.toUpperCase(),
      target_lang: TARGETS[target] ?? target.toUpperCase(),
    };
    const answer = await fetch(`http://127.0.0.1:${server.port}/v2/translate`, {
      method: 'POST',
      headers: server.headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    translations.push(...(await answer.json()).translations.map((one) => one.text));
  }
  return translations;
};

/** Without the code of the checks: all digits in the order of their runs, separators left out, hours after noon in 24. */
const digitsOf = (text) => (text.match(/\d+/g) ?? []).join(' ').split(' ').toSorted().join(' ');
const joined = (text) =>
  text
    .replaceAll(/\d{1,2}(?=:\d\d ?p\.?m)/gi, (hour) => `${(Number(hour) % 12) + 12}`)
    .replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/g, '');

/** Bank accounts have letters, too. */
const ACCOUNT = /[A-Z]{2}\d\d (?:[A-Z]{4} )?(?:\d{4} )+\d\d/;
const keepsAccount = (text, translation) => translation.includes(ACCOUNT.exec(text)?.[0] ?? '');

const isLie = ({ kind, text, translation }, pair) => {
  if (translation === text) return kind !== 'repeated words';
  if (kind === 'numbers')
    return (
      digitsOf(joined(text)) !== digitsOf(joined(translation)) || !keepsAccount(text, translation)
    );
  if (kind === 'negations') return !keepsNegation(text, translation, pair);
  const ratio = translation.length / text.length;
  return ratio < 0.55 || ratio > 2.2;
};

const countKinds = (sentences) => {
  const counts = {};
  for (const { kind } of sentences) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

const sectionOf = (rows, machine) => {
  const kinds = ['numbers', 'negations', 'marks of direction', 'repeated words', 'long sentences'];
  const cell = ({ counts, lies }, kind) =>
    counts[kind] === undefined
      ? ''
      : `${lies.filter((lie) => lie.kind === kind).length} of ${counts[kind]}`;
  return `${formatTable(
    ['direction', ...kinds],
    rows.map((row) => [row.direction, ...kinds.map((kind) => cell(row, kind))]),
  )}

Sentences that say something else in the translation, after all checks and repairs, or are left in their own language because every translation did: other numbers, no negation, half or twice the length. A word said over and over may stay as it is. The sentences are our own ([\`bench/lies/sentences.mjs\`](../../bench/lies/sentences.mjs)): years, money, dates, times, telephone numbers, IBAN, ISBN, CVE, ranges and repeated digits; \`npm run bench -- lies\`, ${describeMachine(machine)}.`;
};
