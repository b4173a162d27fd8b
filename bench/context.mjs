import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { formatTable } from './report/table.mjs';

const PAGE = 'docs/decisions/texts/context.md';
const WORDS = JSON.parse(readFileSync(new URL('context/words.json', import.meta.url), 'utf8'));
const TIME_LIMIT_MS = 300_000;
const SENTENCE_END = /[.!?][“”"»]?\s*$/u;

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * `npm run bench -- context`: whether the sentence before helps the starter models with words of
 * several meanings. Both are translated as one unit, and the translation is cut where word alignment
 * places a mark that stands between them.
 */
export const run = async () => {
  const { createNeuralEngine } = await import('../packages/engines/dist/neural/index.js');
  const modelDirectories = [join(ROOT, 'models')];
  const engine = createNeuralEngine({ log: silentLog }, { modelDirectories });
  try {
    await engine.start();
    const results = [];
    for (const [pair, words] of Object.entries(WORDS)) {
      results.push({ pair, words: await translateWords(engine, pair, words) });
    }
    writeResults('context', results);
    const text = table(results);
    writeSection(PAGE, 'figures', text);
    process.stdout.write(`${text}\n`);
  } finally {
    await engine.stop();
  }
};

const translateWords = async (engine, pair, words) => {
  const [source, target] = pair.split('-');
  const translate = async (unit) => {
    const batch = { source, target, modelType: 'quality_optimized', units: [unit] };
    const [translated] = await engine.translateBatch(batch, {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return translated;
  };
  const results = [];
  for (const { context, text, sense } of words) {
    const alone = (await translate({ text, protectedSpans: [] })).text;
    const together = await translate(withMark(context, text));
    const [mark] = together.spans;
    const before = together.text.slice(0, mark?.start ?? 0);
    const after = together.text.slice(mark?.end ?? 0).trim();
    const isRight = (translation) => new RegExp(`(?:${sense})`, 'iu').test(translation);
    results.push({
      text,
      context,
      alone,
      after,
      isRightAlone: isRight(alone),
      isRightAfter: isRight(after),
      isCutCleanly: SENTENCE_END.test(before) && SENTENCE_END.test(after),
    });
  }
  return results;
};

/** The sentences as one unit, with a tag between them. */
const withMark = (context, text) => {
  const mark = '<x1/>';
  const start = context.length + 1;
  return {
    text: `${context} ${mark}${text}`,
    protectedSpans: [{ start, end: start + mark.length, kind: 'point' }],
  };
};

const table = (results) => {
  const count = (words, is) => String(words.filter(is).length);
  return formatTable(
    [
      'pair',
      'words',
      'right alone',
      'right after the context',
      'cut between the sentences',
      'right and cut there',
    ],
    results.map(({ pair, words }) => [
      pair.replace('-', ' → '),
      String(words.length),
      count(words, ({ isRightAlone }) => isRightAlone),
      count(words, ({ isRightAfter }) => isRightAfter),
      count(words, ({ isCutCleanly }) => isCutCleanly),
      count(words, ({ isRightAfter, isCutCleanly }) => isRightAfter && isCutCleanly),
    ]),
  );
};
