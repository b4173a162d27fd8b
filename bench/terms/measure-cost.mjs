import { sentenceOf } from '../load/sentences.mjs';
import { translatorOver } from '../markup/pipeline.mjs';
import { cpuSecondsOf } from '../servers/process-tree.mjs';

const SENTENCES = 400;
const SENTENCES_PER_REQUEST = 20;
const FINDING_ROUNDS = 50;

/** Words that no sentence of the bench has, so that only the cost of looking for them counts. */
const termsOf = (count) =>
  Array.from({ length: count }, (_, index) => ({
    source: `${sentenceOf(index).split(' ')[index % 5]} quux${index}`,
    target: `palabra${index}`,
  }));

const cpuMsOf = (work) => {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, result };
};

/**
 * CPU time per sentence: of a request through the pipeline with the rule-based engine, and of
 * looking for 10 and for 10,000 terms. Its terms begin as the sentences' words do.
 *
 * @param detector of `core`
 * @param engine started, with English to Spanish
 */
export const measureCost = async (detector, engine) => {
  const { createTermMatcher } = await import('../../packages/core/dist/index.js');
  const sentences = Array.from({ length: SENTENCES }, (_, index) => sentenceOf(index));
  const translate = translatorOver(detector, engine);
  const requests = [];
  for (let start = 0; start < SENTENCES; start += SENTENCES_PER_REQUEST) {
    requests.push(sentences.slice(start, start + SENTENCES_PER_REQUEST).join('\n'));
  }
  // The first request starts the engine's programs.
  await translate(requests[0]);
  const start = cpuSecondsOf(process.pid);
  for (const request of requests) await translate(request);
  const requestMs = (1000 * (cpuSecondsOf(process.pid) - start)) / SENTENCES;
  const finding = {};
  const building = {};
  for (const count of [10, 10_000]) {
    const terms = termsOf(count);
    const pair = { source: 'en', target: 'es' };
    const { ms, result: matcher } = cpuMsOf(() => createTermMatcher([terms], pair));
    building[count] = ms;
    const findAll = () => {
      for (const sentence of sentences) matcher.find(sentence);
    };
    findAll();
    const found = cpuMsOf(() => {
      for (let round = 0; round < FINDING_ROUNDS; round++) findAll();
    });
    finding[count] = found.ms / FINDING_ROUNDS / SENTENCES;
  }
  return { requestMs, findingMs: finding, buildingMs: building };
};
