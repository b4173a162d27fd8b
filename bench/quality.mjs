import { parseArgs } from 'node:util';
import { measureRoutes } from './quality/measure-routes.mjs';
import { qualityPage, routeScoresSource, scoreTable } from './quality/pages.mjs';
import { openEverydaySet, openParallelFiles } from './quality/test-sets.mjs';
import { writeIn, writeResults } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';

const USAGE = `npm run bench -- quality --testset FOLDER [--sentences 300]

FOLDER holds parallel test sentences, one per line: en.txt, es.txt, … named by lower-case language
codes, such as FLORES-200 dev. All installed pairs are measured, and the routes through one other
language where there is no direct pair; pairs with English on bench/quality/everyday-dev, too. Build first: npm run build.
`;
const TIME_LIMIT_MS = 3_600_000;

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * `npm run bench -- quality`: scores every route, and writes the table of the router and the page
 * of the documentation. Exits with 1 when a route fails, with 2 when nothing can be measured.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: { testset: { type: 'string' }, sentences: { type: 'string', default: '300' } },
  });
  const sentenceCount = Number(values.sentences);
  if (values.testset === undefined) {
    process.stdout.write(USAGE);
    return;
  }
  if (!Number.isInteger(sentenceCount) || sentenceCount < 1) {
    process.stderr.write('--sentences must be a whole number from 1.\n');
    process.exitCode = 2;
    return;
  }
  const startedMs = performance.now();
  const testSets = [
    { name: 'FLORES-200 dev', pairsOf: openParallelFiles(values.testset, sentenceCount) },
    openEverydaySet(sentenceCount),
  ];
  const { scores, failed, unmeasured } = await measure(testSets);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  if (scores.length === 0) {
    process.stderr.write('No installed pair has test sentences in both languages.\n');
    process.exitCode = 2;
    return;
  }
  const machine = machineFacts();
  writeResults('quality', { machine, sentenceCount, seconds, scores, failed, unmeasured });
  writeIn('packages/server/src/features/evaluation/route-scores.ts', routeScoresSource(scores));
  const unmeasuredPairs = unmeasured
    .filter((id) => !id.includes(' '))
    .map((id) => id.slice(id.indexOf(':') + 1).replace('>', '→'));
  const names = testSets.map(({ name }) => name);
  const page = { scores, testSets: names, unmeasuredPairs, sentenceCount };
  writeIn('docs/reference/quality.md', qualityPage(page));
  process.stdout.write(
    `\n${scoreTable(scores, names)}\n\n${scores.length} routes with ${sentenceCount} sentences in ${seconds} s; ${describeMachine(machine)}.\n`,
  );
  for (const { id, reason } of failed) process.stdout.write(`FAILED ${id}: ${reason}\n`);
  if (failed.length > 0) process.exitCode = 1;
};

const measure = async (testSets) => {
  const { createApertiumEngine } = await import('@dragoman/engines/apertium');
  const engine = createApertiumEngine({ log: silentLog });
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    await engine.start();
    const progress = (line) => process.stderr.write(`${line}\n`);
    return await measureRoutes(engine, testSets, { signal, progress });
  } finally {
    await engine.stop();
  }
};
