const BENCHES = {
  apertium: 'speed against apertium-apy, the HTTP server of the Apertium project',
  starters: 'scores and speed of the starter models in models/',
  quality: 'BLEU and chrF of every installed pair and route, on your own test set',
  kernels: 'words per CPU second with our matrix kernels, compared with the usual way',
  neural: 'the neural engine: batching, workers, latency, memory',
  isolation: 'the neural engine in child processes, compared with worker threads',
  markup: 'the cost of markup handling compared with rule-based translation',
  pages: 'whole libraries of real pages, their trees compared with the originals node by node',
  alignment: 'the cost of placing tags by word alignment',
  accounts: 'the cost of keys, quotas and metering, with the fake engine',
  documents: 'what a large document costs: delay of short texts, memory, CPU time',
  context: 'whether the sentence before helps the starter models with ambiguous words',
  terms: 'terms of glossaries: how many are honoured, at what quality and cost',
  detection: 'how often the language of a text is detected rightly',
};

const [name, ...args] = process.argv.slice(2);

if (name !== undefined && Object.hasOwn(BENCHES, name)) {
  const { run } = await import(`./${name}.mjs`);
  await run(args);
} else {
  const lines = Object.entries(BENCHES).map(([key, text]) => `  ${key.padEnd(10)} ${text}`);
  process.stdout.write(`npm run bench -- NAME [options]\n\n${lines.join('\n')}\n`);
  if (name !== undefined) {
    process.stderr.write(`\nThere is no bench "${name}".\n`);
    process.exitCode = 2;
  }
}
