import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { engineFile, loadModel, startEngine, translate } from './kernels/raw-engine.mjs';
import { createNeuralFixture } from './neural/fixture.mjs';
import { sentencesOf, take } from './neural/sentences.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';

const SENTENCES = 16;
const DIST = new URL('../packages/engines/dist/neural/', import.meta.url);

const quantile = (values, share) =>
  values.toSorted((one, two) => one - two)[Math.floor(values.length * share)];

const cpuMsOf = (work) => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** The engine with a model of the usual small size, with and without alignment and tags. */
const measureEngine = async (rounds) => {
  const { chooseKernels } = await import(new URL('kernels/index.js', DIST));
  const { tagWords } = await import(new URL('alignment/words-as-tags.js', DIST));
  const module = await WebAssembly.compile(
    await readFile(engineFile('bergamot-translator-worker.wasm')),
  );
  const { glue } = await startEngine(module, chooseKernels('auto', { engineModule: module }));
  const service = new glue.BlockingService({ cacheSize: 0 });
  const files = await createNeuralFixture();
  const off = loadModel(glue, files, {});
  const on = loadModel(glue, files, { alignment: 'soft' });
  const texts = take(sentencesOf(20), SENTENCES);
  const tagged = texts.map(tagWords);
  const withCodes = texts.map((text) =>
    text
      .split(' ')
      .map((word, index) => (index > 0 && index % 4 === 0 ? `X${index / 4} ${word}` : word))
      .join(' '),
  );
  const ways = {
    off: (count, from) => translate(glue, service, off, texts.slice(from, from + count)),
    on: (count, from) => translate(glue, service, on, texts.slice(from, from + count)),
    codes: (count, from) => translate(glue, service, on, withCodes.slice(from, from + count)),
    tags: (count, from) =>
      translate(glue, service, on, tagged.slice(from, from + count), {
        alignment: true,
        html: true,
      }),
  };
  const results = {};
  for (const count of [1, SENTENCES]) {
    const all = { off: [], on: [], codes: [], tags: [] };
    for (let round = -1; round < rounds; round++) {
      for (const [name, way] of Object.entries(ways)) {
        const ms = cpuMsOf(() => {
          for (let from = 0; from < SENTENCES; from += count) way(count, from);
        });
        if (round >= 0) all[name].push(ms / SENTENCES);
      }
    }
    // Other programs can only make it slower: the lower quartile says more than the median.
    results[count] = Object.fromEntries(
      Object.entries(all).map(([name, values]) => [name, quantile(values, 0.25)]),
    );
  }
  return results;
};

/** The time of our own code for a sentence with two pairs of tags, without the engine. */
const measureProjection = async (rounds) => {
  const { protectSpans } = await import('@dragoman/core');
  const { carryAround } = await import(new URL('text/carry-spans.js', DIST));
  const { tagKindsOf, translateTagged } = await import(
    new URL('alignment/translate-tagged.js', DIST)
  );
  const { readTaggedWords, tagWords } = await import(new URL('alignment/words-as-tags.js', DIST));
  const texts = take(sentencesOf(20), 500).map((text) => {
    const words = text.split(' ');
    words[3] = `<x1>${words[3]}</x1>`;
    words[9] = `<x2>${words[9]}`;
    words[12] = `${words[12]}</x2>`;
    return words.join(' ');
  });
  const aligner = {
    align: async (line) => {
      let count = 0;
      const output = tagWords(line).replace(/<i \d+>/g, () => `<i ${count++}="">`);
      return readTaggedWords(output, line);
    },
    note: () => {},
  };
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    for (const text of texts) {
      const tags = Array.from(text.matchAll(/<[^>]*>/g), ({ 0: tag, index }) => ({
        start: index,
        end: index + tag.length,
      }));
      const protectedSpans = protectSpans(text, tags);
      const { template, pieces } = carryAround(text, protectedSpans, () => true);
      const translated = await translateTagged(template, tagKindsOf(pieces), aligner);
      if (translated === undefined) throw new Error('the tags were not placed');
    }
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000 / texts.length);
  }
  return quantile(times, 0.25);
};

/** `npm run bench -- alignment [--rounds 30]`: what tags cost with the neural engine. */
export const run = async (args) => {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '30' } } });
  const rounds = Math.min(200, Math.max(4, Number(values.rounds) || 30));
  const engine = await measureEngine(rounds);
  const projectionMs = await measureProjection(10);
  const report = { machine: machineFacts(), rounds, engine, projectionMs };
  writeResults('alignment', report);
  const rowOf = (name, key, extra = 0) => [
    name,
    ...[1, SENTENCES].flatMap((count) => [
      (engine[count][key] + extra).toFixed(2),
      ((engine[count][key] + extra) / engine[count].off).toFixed(3),
    ]),
  ];
  const table = formatTable(
    ['CPU ms for a sentence of 20 words', 'alone', 'ratio', `${SENTENCES} per call`, 'ratio'],
    [
      rowOf('loaded without alignment', 'off'),
      rowOf('loaded with alignment, plain text', 'on'),
      rowOf('the same, four codes in place of tags', 'codes'),
      rowOf('the same, a tag around every word', 'tags'),
      rowOf('the same, with tags put back', 'tags', projectionMs),
    ],
  );
  const text = `${table}\n\nLower quartiles of ${rounds} rounds of ${SENTENCES} sentences, alternating, with random weights and the usual small size; putting tags back takes ${(1000 * projectionMs).toFixed(0)} µs per sentence. On ${describeMachine(report.machine)}, with \`npm run bench -- alignment\`.`;
  writeSection('docs/decisions/texts/alignment.md', 'figures', text);
  process.stdout.write(`${text}\n`);
};
