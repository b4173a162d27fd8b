import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createDetector, silentLogger } from '../packages/core/dist/index.js';
import { sentenceOf } from './load/sentences.mjs';
import { measureCells } from './markup/cells.mjs';
import { measureDense } from './markup/dense.mjs';
import { engineOf, translatorOver } from './markup/pipeline.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { cpuSecondsOf } from './servers/process-tree.mjs';

const SENTENCES_PER_DOCUMENT = 20;
const ROUNDS = 5;

/** A page of sentences, each with tags around two of its words, and the same as plain text. */
const documentOf = (number) => {
  const sentences = Array.from({ length: SENTENCES_PER_DOCUMENT }, (_, index) =>
    sentenceOf(number * SENTENCES_PER_DOCUMENT + index),
  );
  const marked = sentences.map((sentence) => {
    const words = sentence.split(' ');
    words[1] = `<b>${words[1]}</b>`;
    words[5] = `<a href="page.html?a=1&amp;b=2">${words[5]}</a>`;
    return words.join(' ');
  });
  return { html: `<p>${marked.join('</p>\n<p>')}</p>\n`, text: `${sentences.join('\n')}\n` };
};

/** Takes almost no time and changes a word. */
const instantEngine = engineOf(
  ({ text, protectedSpans }) => ({
    text: text.replace('The', 'Las'),
    spans: protectedSpans.map(({ start, end }, span) => ({ start, end, span })),
  }),
  5000,
);

const HTML = { tag_handling: 'html' };

/** CPU time of this process and its children for a piece of work, in milliseconds. */
const cpuMsOf = async (work) => {
  const start = cpuSecondsOf(process.pid);
  await work();
  return 1000 * (cpuSecondsOf(process.pid) - start);
};

const measure = async (translate, documents, options, key) =>
  cpuMsOf(async () => {
    for (const document of documents) await translate(document[key], options);
  });

const median = (values) => values.toSorted((one, two) => one - two)[values.length >> 1];

/**
 * `npm run bench -- markup [--documents N] [--cells]`: CPU time of the markup handling, compared with
 * that of translating the same text with the rule-based engine; with `--cells`, only that of pages of
 * small table cells.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '40' },
      cells: { type: 'boolean', default: false },
    },
  });
  if (values.cells) {
    const cells = `${await measureCells()}\n\nMedians of 25 pages, on ${describeMachine(machineFacts())}.`;
    writeSection('docs/reference/benchmarks.md', 'bench cells', cells);
    process.stdout.write(`${cells}\n`);
    return;
  }
  if (!existsSync('/usr/share/apertium/modes')) {
    process.stdout.write('Apertium is not installed: there is nothing to compare with.\n');
    return;
  }
  const { createApertiumEngine } = await import('@dragoman/engines/apertium');
  const count = Number(values.documents);
  const documentsOf = (round) =>
    Array.from({ length: count }, (_, index) => documentOf(round * count + index));
  const detector = await createDetector();
  const instant = translatorOver(detector, instantEngine);
  // The clock of /proc ticks every 10 ms; the handling alone needs many documents to show.
  const many = Array.from({ length: 10 }, (_, round) => documentsOf(round)).flat();
  for (const key of ['html', 'text']) await measure(instant, many, key === 'html' ? HTML : {}, key);
  const handling = { html: [], text: [] };
  for (let round = 0; round < ROUNDS; round++) {
    handling.html.push((await measure(instant, many, HTML, 'html')) / many.length);
    handling.text.push((await measure(instant, many, {}, 'text')) / many.length);
  }
  const engine = createApertiumEngine({ log: silentLogger });
  await engine.start();
  const apertium = { html: [], text: [] };
  try {
    const translate = translatorOver(detector, engine);
    await measure(translate, documentsOf(0), {}, 'text');
    for (let round = 1; round <= ROUNDS; round++) {
      const documents = documentsOf(round);
      apertium.text.push((await measure(translate, documents, {}, 'text')) / count);
      apertium.html.push((await measure(translate, documents, HTML, 'html')) / count);
    }
  } finally {
    await engine.stop();
  }
  const row = {
    markupPipelineMs: median(handling.html),
    plainPipelineMs: median(handling.text),
    apertiumPlainMs: median(apertium.text),
    apertiumMarkupMs: median(apertium.html),
  };
  const dense = await measureDense();
  const share = (row.markupPipelineMs - row.plainPipelineMs) / row.apertiumPlainMs;
  const report = {
    machine: machineFacts(),
    sentencesPerDocument: SENTENCES_PER_DOCUMENT,
    ...row,
    dense,
    share,
  };
  writeResults('markup', report);
  const table = formatTable(
    ['one document of 20 sentences', 'CPU ms'],
    [
      ['the whole pipeline without an engine, plain text', row.plainPipelineMs.toFixed(2)],
      ['the whole pipeline without an engine, HTML', row.markupPipelineMs.toFixed(2)],
      ['with Apertium, plain text', row.apertiumPlainMs.toFixed(1)],
      ['with Apertium, HTML with 40 inline tags', row.apertiumMarkupMs.toFixed(1)],
    ],
  );
  const text = `${table}\n\nHandling the markup takes ${(100 * share).toFixed(1)} % of the CPU time of translating the same text with Apertium. While ${dense.clients} clients send pages of 110,000 characters of small table cells, one after the other, \`/health/live\` takes ${dense.healthP99Ms} ms at the 99th percentile and ${dense.healthMaxMs} ms at most; a page takes ${dense.cpuMsPerPage} ms of CPU time, with its translation. Medians of ${ROUNDS} rounds of ${count} documents (${many.length} without an engine), on ${describeMachine(report.machine)}, with \`npm run bench -- markup\`.`;
  writeSection('docs/decisions/texts/markup.md', 'figures', text);
  process.stdout.write(`${text}\n`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(process.argv.slice(2));
}
