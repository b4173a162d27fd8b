// The engine without everything around it, for questions about its searches.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../report/files.mjs';

const ROWS = 96;

/** The starter models in the folder `models`. */
export const starterModels = () =>
  readdirSync(join(ROOT, 'models')).filter((name) => name.startsWith('starter-'));

/** What a bench of searches is told: `[--testset FOLDER] [--sentences 1000] [--pairs en-de,de-en]`. */
export const readSearchOptions = (args) => {
  const { values } = parseArgs({
    args,
    options: {
      testset: { type: 'string' },
      sentences: { type: 'string', default: '1000' },
      pairs: { type: 'string' },
    },
  });
  const directions =
    values.pairs?.split(',') ?? starterModels().map((name) => name.slice('starter-'.length));
  return { testset: values.testset, count: Number(values.sentences), directions };
};

/** A model of the folder `models`, with its vocabulary. */
export const openModel = ({ engine, openVocabulary }, name) => {
  const folder = join(ROOT, 'models', name);
  const find = (pattern) => readdirSync(folder).find((name) => pattern.test(name));
  const file = (pattern) => join(folder, find(pattern));
  const vocabulary = openVocabulary(readFileSync(file(/^vocab\./)));
  const student = engine.openModel({
    model: file(/^model\..*\.bin$/),
    ...(find(/^lex\./) && { shortlist: file(/^lex\./) }),
    endToken: vocabulary.end,
    unknownToken: vocabulary.unknown,
  });
  return { student, vocabulary };
};

/** Tokens of a text as a source. */
export const withEnd = (ids, end) => Int32Array.from([...ids, end]);

/** Every job through one thread; the results in their order, and the seconds of CPU they cost. */
export const runJobs = ({ engine }, jobs) =>
  new Promise((resolve, reject) => {
    const results = new Array(jobs.length);
    let open = jobs.length;
    const before = process.cpuUsage();
    const translator = engine.createTranslator({
      threadCount: 1,
      rowsPerThread: ROWS,
      onFailure: reject,
      onResults: (finished) => {
        // What they hold is the engine's memory, and is used again.
        for (const { id, translations } of finished) {
          results[id] = translations.map(({ tokens, isEnded, score, lengthScore }) => ({
            tokens: tokens.slice(),
            isEnded,
            score,
            lengthScore,
          }));
        }
        open -= finished.length;
        if (open > 0) return;
        translator.close();
        const { user, system } = process.cpuUsage(before);
        resolve({ results, seconds: (user + system) / 1e6 });
      },
    });
    for (const [id, job] of jobs.entries()) translator.add({ id, ...job });
  });
