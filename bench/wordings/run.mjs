import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNeuralEngine } from '../../packages/engines/dist/neural/index.js';
import { percentile } from '../load/percentiles.mjs';
import { starterModels } from '../neural/run-jobs.mjs';
import { openEverydaySet } from '../quality/test-sets.mjs';
import { ROOT, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';

const SENTENCES = 120;
const WORDINGS = 6;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const PAGE = 'docs/decisions/texts/alternatives.md';

/**
 * `npm run bench -- wordings`: how often a word has another one, and how long a question takes, for
 * every starter model.
 */
export const run = async () => {
  const ids = starterModels();
  const rows = [];
  for (const id of ids) {
    process.stderr.write(`${id}\n`);
    rows.push(await measure(id));
  }
  const text = `${formatTable(
    ['model', 'words with others', 'others per word', 'p50 ms', 'p99 ms'],
    rows,
  )}

${SENTENCES} everyday sentences for each model, then a question about the longest word of every translation (${describeMachine(machineFacts())}). Printed by \`npm run bench -- wordings\`.`;
  writeSection(PAGE, 'wordings', text);
  process.stdout.write(`${text}\n`);
};

const measure = async (id) => {
  const folder = join(ROOT, 'models', id);
  const metadata = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'));
  const [{ source, target }] = metadata.pairs;
  const pair = { source, target, modelType: metadata.modelType };
  const { sources } = openEverydaySet(SENTENCES).pairsOf(source, target);
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [join(ROOT, 'models')] });
  try {
    await engine.start();
    const { signal } = new AbortController();
    const units = sources.map((text) => ({ text, protectedSpans: [] }));
    const translated = await engine.translateBatch({ ...pair, units }, { signal });
    const found = [];
    const tookMs = [];
    for (const [index, text] of sources.entries()) {
      const translation = translated[index].text;
      const from = translation.indexOf(longestWordOf(translation));
      const startedMs = performance.now();
      const question = { text, translation, from, count: WORDINGS };
      found.push((await engine.findAlternatives(pair, question, { signal }))?.length ?? 0);
      tookMs.push(performance.now() - startedMs);
    }
    const others = found.reduce((sum, count) => sum + count, 0);
    return [
      id,
      `${found.filter((count) => count > 0).length} of ${sources.length}`,
      (others / sources.length).toFixed(1),
      percentile(tookMs, 0.5).toFixed(0),
      percentile(tookMs, 0.99).toFixed(0),
    ];
  } finally {
    await engine.stop();
  }
};

const longestWordOf = (text) =>
  (text.match(/\p{L}+/gu) ?? ['']).reduce((one, other) =>
    other.length > one.length ? other : one,
  );
