import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWordings } from '../../packages/engines/dist/neural/decoder/find-wordings.js';
import {
  endSentence,
  readSentence,
  startHypothesis,
  textOf,
} from '../../packages/engines/dist/neural/decoder/hypotheses.js';
import { openDecoder } from '../../packages/engines/dist/neural/decoder/open-decoder.js';
import { createNeuralEngine } from '../../packages/engines/dist/neural/index.js';
import { percentile } from '../load/percentiles.mjs';
import { openEverydaySet } from '../quality/test-sets.mjs';
import { ROOT, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';

const SENTENCES = 120;
const WORDINGS = 6;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const PAGE = 'docs/decisions/texts/alternatives.md';

/**
 * `npm run bench -- wordings`: how often our decoder's best translation is the engine's, how often a
 * word has another one, and how long a question takes, for every starter model.
 */
export const run = async () => {
  const ids = readdirSync(join(ROOT, 'models')).filter((id) => id.startsWith('starter-'));
  const rows = [];
  for (const id of ids) {
    process.stderr.write(`${id}\n`);
    rows.push(await measure(id));
  }
  const text = `${formatTable(
    ['model', 'same as the engine', 'words with others', 'others per word', 'p50 ms', 'p99 ms'],
    rows,
  )}

${SENTENCES} everyday sentences for each model, both with a beam of one; then a question about the longest word of every translation (${describeMachine(machineFacts())}). Printed by \`npm run bench -- wordings\`.`;
  writeSection(PAGE, 'wordings', text);
  process.stdout.write(`${text}\n`);
};

const measure = async (id) => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-wordings-'));
  try {
    const { folder, metadata } = copyWithBeamOfOne(directory, id);
    const [{ source, target }] = metadata.pairs;
    const { sources } = openEverydaySet(SENTENCES).pairsOf(source, target);
    const translated = await translate(directory, metadata, sources);
    const decoder = await openDecoder({
      id,
      modelPath: join(folder, metadata.files.model.name),
      vocabularyPaths: [join(folder, metadata.files.vocabulary.name)],
    });
    const same = sources.filter((text, index) => ownBest(decoder, text) === translated[index]);
    const found = [];
    const tookMs = [];
    for (const [index, text] of sources.entries()) {
      const translation = translated[index];
      const from = translation.indexOf(longestWordOf(translation));
      const startedMs = performance.now();
      found.push(findWordings(decoder, { text, translation, from, count: WORDINGS }).length);
      tookMs.push(performance.now() - startedMs);
    }
    const others = found.reduce((sum, count) => sum + count, 0);
    return [
      id,
      `${same.length} of ${sources.length}`,
      `${found.filter((count) => count > 0).length} of ${sources.length}`,
      (others / sources.length).toFixed(1),
      percentile(tookMs, 0.5).toFixed(0),
      percentile(tookMs, 0.99).toFixed(0),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const copyWithBeamOfOne = (directory, id) => {
  const folder = join(directory, id);
  cpSync(join(ROOT, 'models', id), folder, { recursive: true });
  const path = join(folder, 'metadata.json');
  const metadata = { ...JSON.parse(readFileSync(path, 'utf8')), beamSize: 1 };
  writeFileSync(path, JSON.stringify(metadata));
  return { folder, metadata };
};

const translate = async (directory, { pairs: [{ source, target }], modelType }, texts) => {
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [directory] });
  try {
    await engine.start();
    const units = texts.map((text) => ({ text, protectedSpans: [] }));
    const { signal } = new AbortController();
    const batch = { source, target, modelType, units };
    return (await engine.translateBatch(batch, { signal })).map(({ text }) => text);
  } finally {
    await engine.stop();
  }
};

const ownBest = (decoder, text) => {
  const decoding = readSentence(decoder, text);
  const whole = endSentence(decoding, startHypothesis(decoding));
  return whole && textOf(decoding, whole);
};

const longestWordOf = (text) =>
  (text.match(/\p{L}+/gu) ?? ['']).reduce((one, other) =>
    other.length > one.length ? other : one,
  );
