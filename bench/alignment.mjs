import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { protectSpans } from '@dragoman/core';
import { createNeuralEngine } from '../packages/engines/dist/neural/index.js';
import { measureAccuracy, renderAccuracy } from './alignment/accuracy.mjs';
import { everydaySentences } from './engine/sentences.mjs';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { cpuSecondsOf } from './servers/process-tree.mjs';

const SENTENCES = 160;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

const PAGE = 'docs/decisions/texts/alignment.md';

/**
 * `npm run bench -- alignment [--rounds 5]`: what tags cost with the neural engine, and how often
 * they are in the right place; `--only-places` measures just that.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      'only-places': { type: 'boolean', default: false },
    },
  });
  await measurePlaces();
  if (!values['only-places']) await measureCosts(values);
};

const measurePlaces = async () => {
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [join(ROOT, 'models')] });
  try {
    await engine.start();
    const results = await measureAccuracy(engine);
    const machine = machineFacts();
    writeResults('tags', { machine, results });
    const text = `${renderAccuracy(results)}

One pair of tags around a phrase of a sentence, with the starter models, \`npm run bench -- alignment --only-places\`. Right is a pair that is around the translation of its phrase and nothing else; sentences that say the phrase in words which \`bench/alignment/sentences.json\` does not list are not counted.`;
    writeSection(PAGE, 'places', text);
    process.stdout.write(`${text}\n`);
  } finally {
    await engine.stop();
  }
};

const measureCosts = async (values) => {
  const rounds = Math.min(50, Math.max(1, Number(values.rounds) || 5));
  const texts = everydaySentences().slice(0, SENTENCES);
  const ways = {
    plain: texts.map((text) => ({ text, protectedSpans: [] })),
    placeholders: texts.map((text) => withMarks(text, '{a}', '{b}')),
    tags: texts.map((text) => withMarks(text, '<x1>', '</x1>')),
  };
  const milliseconds = { plain: [], placeholders: [], tags: [] };
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [join(ROOT, 'models')] });
  try {
    await engine.start();
    for (let round = -1; round < rounds; round++) {
      for (const [name, units] of Object.entries(ways)) {
        const before = cpuSecondsOf(process.pid);
        await translate(engine, units);
        const ms = (1000 * (cpuSecondsOf(process.pid) - before)) / SENTENCES;
        if (round >= 0) milliseconds[name].push(ms);
      }
    }
  } finally {
    await engine.stop();
  }
  const costs = Object.fromEntries(
    Object.entries(milliseconds).map(([name, samples]) => [name, median(samples)]),
  );
  const report = { machine: machineFacts(), rounds, costs };
  writeResults('alignment', report);
  const text = render(report);
  writeSection(PAGE, 'figures', text);
  process.stdout.write(`${text}\n`);
};

/** A sentence with two marks, around its third and fourth word. */
const withMarks = (text, opening, closing) => {
  const words = text.split(' ');
  const marked = [
    ...words.slice(0, 2),
    `${opening}${words.slice(2, 4).join(' ')}${closing}`,
    ...words.slice(4),
  ].join(' ');
  const spans = [opening, closing].map((mark) => {
    const start = marked.indexOf(mark);
    return { start, end: start + mark.length };
  });
  return { text: marked, protectedSpans: protectSpans(marked, spans) };
};

const translate = (engine, units) =>
  engine.translateBatch(
    { source: 'en', target: 'de', modelType: 'latency_optimized', units },
    { signal: new AbortController().signal },
  );

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const render = ({ machine, rounds, costs }) => {
  const row = (title, name) => [
    title,
    costs[name].toFixed(2),
    (costs[name] / costs.plain).toFixed(2),
  ];
  const table = formatTable(
    ['CPU ms for an everyday sentence', 'all processes', 'ratio'],
    [
      row('plain', 'plain'),
      row('with two placeholders', 'placeholders'),
      row('with a pair of tags', 'tags'),
    ],
  );
  return `${table}\n\nMedians of ${rounds} rounds of ${SENTENCES} sentences, alternating, with the starter model from English into German. On ${describeMachine(machine)}, with \`npm run bench -- alignment\`.`;
};
