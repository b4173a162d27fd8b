import { existsSync } from 'node:fs';

const BENCHES = {
  apertium: 'speed against apertium-apy, the HTTP server of the Apertium project',
  starters: 'scores and speed of the starter models in models/',
  quality: 'BLEU and chrF of every installed pair and route, on your own test set',
  engine: 'the neural engine beside the npm package: speed, memory, latency, requests',
  agreement: 'translations of the neural engine and of the npm package, sentence by sentence',
  'long-text': 'a text of 128 KiB through the API, and what a word costs beside the engine alone',
  page: 'the first translation on a slow connection, and a click on a word',
  memory: 'what a server with all starter models takes after mixed work, by process',
  markup: 'the cost of markup handling compared with rule-based translation',
  pages: 'whole libraries of real pages, their trees compared with the originals node by node',
  alignment: 'the cost of placing tags by word alignment',
  'language-models': 'whether a slow language model slows other engines down',
  accounts: 'the cost of keys, quotas and metering, with the fake engine',
  documents: 'what a large document costs: delay of short texts, memory, CPU time',
  pdf: 'PDFs that other people made: pages before and after, pages per second, memory',
  context: 'whether the sentence before helps the starter models with ambiguous words',
  terms: 'terms of glossaries: how many are honoured, at what quality and cost',
  lies: 'numbers, negations and parts of sentences that checks do not save',
  wordings: 'other words and wordings from the starter models',
  formality: 'forms of address in what Apertium makes of English sentences to one person',
  memories: 'importing and searching a translation memory of a million segments',
  busy: 'requests while other programs keep every core busy',
  cluster: 'several servers behind nginx: throughput, kills, outages, memory, bulk files',
  reranking: 'wider search, and choosing with the model of the opposite direction',
  words: 'single words and labels in every direction of the starter models',
  detection: 'how often the language of a text is detected rightly',
};

/** A bench is a file, or a folder with its beginning in `run.mjs`. */
const pathOf = (name) => {
  const file = `./${name}.mjs`;
  return existsSync(new URL(file, import.meta.url)) ? file : `./${name}/run.mjs`;
};

const [name, ...args] = process.argv.slice(2);

if (name !== undefined && Object.hasOwn(BENCHES, name)) {
  const { run } = await import(pathOf(name));
  await run(args);
} else {
  const lines = Object.entries(BENCHES).map(([key, text]) => `  ${key.padEnd(15)} ${text}`);
  process.stdout.write(`npm run bench -- NAME [options]\n\n${lines.join('\n')}\n`);
  if (name !== undefined) {
    process.stderr.write(`\nThere is no bench "${name}".\n`);
    process.exitCode = 2;
  }
}
