import { join } from 'node:path';
import { ROOT, readResults, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { measureCost } from './terms/measure-cost.mjs';
import { measureWays } from './terms/measure-ways.mjs';

const PAGE = 'docs/decisions/texts/terms.md';
const PAIRS = [
  { engineId: 'neural', source: 'en', target: 'de' },
  { engineId: 'neural', source: 'de', target: 'en' },
  { engineId: 'neural', source: 'en', target: 'es' },
  { engineId: 'neural', source: 'es', target: 'en' },
  { engineId: 'neural', source: 'de', target: 'es' },
  { engineId: 'apertium', source: 'en', target: 'es' },
  { engineId: 'apertium', source: 'es', target: 'en' },
];

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * `npm run bench -- terms`: how well each way puts the terms of a glossary into translations, and
 * what looking for terms costs; with `--cost`, only that is measured again. Needs the starter models
 * and Apertium's pair English–Spanish.
 */
export const run = async (args) => {
  const results = args.includes('--cost') ? readResults('terms').results : await measureAll();
  const cost = await measureCost();
  const machine = machineFacts();
  writeResults('terms', { machine, results, cost });
  const text = `${table(results)}

${costSentence(cost)} On ${describeMachine(machine)}, with \`npm run bench -- terms\`.`;
  writeSection(PAGE, 'figures', text);
  process.stdout.write(`${text}\n`);
};

const measureAll = async () => {
  const { createApertiumEngine } = await import('../packages/engines/dist/apertium/index.js');
  const { createNeuralEngine } = await import('../packages/engines/dist/neural/index.js');
  const { createGermanNouns } = await import('../packages/engines/dist/ding/german-nouns.js');
  const { createCarrierFinder } = await import('../packages/core/dist/index.js');
  const { asWord, inPlace } = await import('../packages/core/dist/terms/strategies.js');
  const ways = {
    'without terms': undefined,
    placeholder: [],
    word: [asWord],
    'in place': [inPlace],
    'as served': 'as served',
  };
  const engines = {
    apertium: createApertiumEngine({ log: silentLog }),
    neural: createNeuralEngine({ log: silentLog }, { modelDirectories: [join(ROOT, 'models')] }),
  };
  const carriers = createCarrierFinder([engines.apertium, createGermanNouns()]);
  try {
    await Promise.all(Object.values(engines).map((engine) => engine.start()));
    const results = [];
    for (const { engineId, ...pair } of PAIRS) {
      results.push(...(await measureWays({ engine: engines[engineId], carriers }, pair, ways)));
    }
    return results;
  } finally {
    await Promise.all(Object.values(engines).map((engine) => engine.stop()));
  }
};

const table = (results) =>
  formatTable(
    [
      'pair',
      'engine',
      'way',
      'terms honoured',
      'chrF',
      'chrF of the rest',
      'agreeing',
      'kept',
      'translations',
    ],
    results.map((row) => [
      `${row.source} → ${row.target}`,
      row.engine,
      row.way,
      `${percent(row.honoured, row.terms)} of ${row.terms}`,
      row.chrf.toFixed(1),
      row.chrfOfTheRest.toFixed(1),
      percent(row.agreeing, row.preceded),
      percent(row.kept, row.sentences),
      row.perSentence.toFixed(2),
    ]),
  );

const percent = (part, all) => `${((100 * part) / all).toFixed(0)} %`;

const costSentence = ({ requests, withoutMs, withMs, firstMs }) =>
  `A request of one sentence to the rule-based engine takes ${withoutMs.toFixed(2)} ms of CPU time in all processes of the server, and ${withMs.toFixed(2)} ms with a glossary of 10,000 terms: ${((100 * (withMs - withoutMs)) / withoutMs).toFixed(1)} % more (means of ${requests} requests each). The first request with the glossary takes ${firstMs.toFixed(0)} ms, in which its terms are read, their other forms are found, and the matcher is built.`;
