import { join } from 'node:path';
import { createDetector } from '../packages/core/dist/index.js';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { measureCost } from './terms/measure-cost.mjs';
import { measureWays } from './terms/measure-ways.mjs';

const PAGE = 'docs/decisions/texts/terms.md';
const PAIRS = [
  { engineId: 'bergamot', source: 'en', target: 'de' },
  { engineId: 'bergamot', source: 'de', target: 'en' },
  { engineId: 'apertium', source: 'en', target: 'es' },
  { engineId: 'apertium', source: 'es', target: 'en' },
];

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * `npm run bench -- terms`: how well each way puts the terms of a glossary into translations, and
 * what looking for terms costs. Needs the starter models and Apertium's pair English–Spanish.
 */
export const run = async () => {
  const { createApertiumEngine } = await import('../packages/engines/dist/apertium/index.js');
  const { createBergamotEngine } = await import('../packages/engines/dist/bergamot/index.js');
  const terms = await import('../packages/core/dist/terms/index.js');
  const ways = {
    'without terms': undefined,
    placeholder: [],
    word: [terms.asWord],
    'between tags': [terms.betweenTags((source) => ({ source }))],
    'as served': 'as served',
  };
  const engines = {
    apertium: createApertiumEngine({ log: silentLog }),
    bergamot: createBergamotEngine(
      { log: silentLog },
      { modelDirectories: [join(ROOT, 'models')] },
    ),
  };
  try {
    await Promise.all(Object.values(engines).map((engine) => engine.start()));
    const results = [];
    for (const { engineId, ...pair } of PAIRS) {
      results.push(...(await measureWays(engines[engineId], pair, ways)));
    }
    const cost = await measureCost(await createDetector(), engines.apertium);
    const machine = machineFacts();
    writeResults('terms', { machine, results, cost });
    const text = `${table(results)}

${costSentence(cost)} On ${describeMachine(machine)}, with \`npm run bench -- terms\`.`;
    writeSection(PAGE, 'figures', text);
    process.stdout.write(`${text}\n`);
  } finally {
    await Promise.all(Object.values(engines).map((engine) => engine.stop()));
  }
};

const table = (results) =>
  formatTable(
    ['pair', 'engine', 'way', 'terms honoured', 'chrF', 'chrF of the rest'],
    results.map(({ source, target, engine, way, terms, honoured, chrf, chrfOfTheRest }) => [
      `${source} → ${target}`,
      engine,
      way,
      `${((100 * honoured) / terms).toFixed(0)} % of ${terms}`,
      chrf.toFixed(1),
      chrfOfTheRest.toFixed(1),
    ]),
  );

const costSentence = ({ requestMs, findingMs, buildingMs }) => {
  const share = (100 * findingMs[10_000]) / requestMs;
  return `Looking for 10,000 terms takes ${(1000 * findingMs[10_000]).toFixed(0)} µs of CPU time per sentence, for 10 terms ${(1000 * findingMs[10]).toFixed(0)} µs; translating that sentence with the rule-based engine takes ${requestMs.toFixed(2)} ms, so ${share.toFixed(1)} % are added. A matcher for 10,000 terms is built in ${buildingMs[10_000].toFixed(0)} ms.`;
};
