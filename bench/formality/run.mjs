import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';
import { BY_SIGNS, measureAddress } from './signs.mjs';

const PAGE = 'docs/decisions/texts/formality.md';
const ANALYSER = '/usr/share/apertium/apertium-eng-spa/spa-eng.automorf.bin';
const TIME_LIMIT_MS = 120_000;
const SENTENCES = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** What a sentence shows of the person it addresses, and whether rules could change its form. */
const KINDS = {
  certain: 'only *tú*, in words that can be nothing else: rules could change them',
  object: '*te*: *le*, *lo* or *la*, or a subject that became the object',
  mixed: '*tú* and *vosotros* for one person',
  plural: '*vosotros*',
  none: 'no form that is certain: words with other readings, infinitives, nouns',
};

/**
 * `npm run bench -- formality [--pairs FOLDER | --signs FOLDER]`: the forms of address in what Apertium
 * makes of English sentences to one person (needs its pair English–Spanish); or how often the neural
 * engine meets the form that is asked for: with a folder of sentences that have a translation in each
 * form, or, for languages without such, with a folder of test sets (`en-XX.tsv`).
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      pairs: { type: 'string' },
      signs: { type: 'string' },
      limit: { type: 'string', default: '300' },
    },
  });
  const limit = Math.min(5000, Math.max(1, Number(values.limit) || 300));
  if (values.signs !== undefined) {
    const table = await measureAddress(values.signs, { limit, languages: BY_SIGNS });
    const text = `${table}\n\nThe starter models and up to ${limit} sentences of everyday-dev whose translation shows a form; \`npm run bench -- formality --signs FOLDER --limit ${limit}\` (${describeMachine(machineFacts())}).`;
    return publish('signs', text);
  }
  if (values.pairs !== undefined) {
    const table = await measureAddress(values.pairs, { limit });
    const text = `${table}\n\nThe starter models and up to ${limit} sentences of CoCoA-MT a language; \`npm run bench -- formality --pairs FOLDER --limit ${limit}\` (${describeMachine(machineFacts())}).`;
    return publish('neural', text);
  }
  const translations = await translate(SENTENCES);
  const analyses = analyse(translations);
  const rows = SENTENCES.map((text, index) => ({
    text,
    translation: translations[index],
    kind: kindOf(analyses[index]),
  }));
  const text = `${formatTable(
    ['What the translation has', 'sentences', 'for example'],
    Object.entries(KINDS).map(([kind, description]) => {
      const found = rows.filter((row) => row.kind === kind);
      const [first] = found;
      return [description, found.length, first ? `${first.text} → ${first.translation}` : ''];
    }),
  )}

${rows.length} sentences of our own ([\`bench/formality/sentences.txt\`](../../../bench/formality/sentences.txt)), each addressing one person; \`npm run bench -- formality\`.`;
  publish('figures', text);
};

const publish = (section, text) => {
  writeSection(PAGE, section, text);
  process.stdout.write(`${text}\n`);
};

const translate = async (texts) => {
  const { createApertiumEngine } = await import('../../packages/engines/dist/apertium/index.js');
  const engine = createApertiumEngine({ log: { debug() {}, info() {}, warn() {}, error() {} } });
  try {
    await engine.start();
    const units = texts.map((text) => ({ text, protectedSpans: [] }));
    const pair = { source: 'en', target: 'es', modelType: 'quality_optimized' };
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    return (await engine.translateBatch({ ...pair, units }, { signal })).map(({ text }) => text);
  } finally {
    await engine.stop();
  }
};

const analyse = (lines) => {
  const input = `${lines.join('\n')}\n`;
  const { stdout, status, error } = spawnSync('lt-proc', [ANALYSER], { input, encoding: 'utf8' });
  if (error || status !== 0) throw new Error('lt-proc failed', { cause: error });
  return stdout.trimEnd().split('\n');
};

const kindOf = (analysis) => {
  const words = [...analysis.matchAll(/\^[^/$]*\/([^$]*)\$/g)].map(([, readings]) =>
    readings.split('/'),
  );
  const has = (isForm) => words.some((readings) => readings.every(isForm));
  const isSingular = has((reading) => /<v\w+>.*<p2><sg>|<prn><tn><p2>/.test(reading));
  const isPlural = has((reading) => /<p2><pl>|^vuestro</i.test(reading));
  if (has((reading) => /<prn><pro><p2>/.test(reading))) return 'object';
  if (isSingular && isPlural) return 'mixed';
  if (isSingular) return 'certain';
  return isPlural ? 'plural' : 'none';
};
