// Scores a model folder with the real engine and writes the scores into its metadata.json:
// node training/evaluate/evaluate.mjs FOLDER [--testset FOLDER] [--held-out FOLDER] …
import { parseArgs } from 'node:util';
import { scoreModel } from './score-model.mjs';
import { openHeldOutPairs, openTestSetPairs } from './test-pairs.mjs';
import { readMetadata, writeScores } from './write-scores.mjs';

const USAGE = `node training/evaluate/evaluate.mjs MODEL_FOLDER [options]

  --testset FOLDER    parallel sentences, one a line: en.txt, de.txt, … (FLORES-200 dev)
  --testset-name TEXT what to call it (FLORES-200 dev)
  --held-out FOLDER   held-out/ of the packed data: en-de.tsv, …
  --sentences N       how many of each, from the start (997)
  --dry-run           only print

Build first: npm run build. The first test set's scores are those models are compared by.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    testset: { type: 'string' },
    'testset-name': { type: 'string', default: 'FLORES-200 dev' },
    'held-out': { type: 'string' },
    sentences: { type: 'string', default: '997' },
    'dry-run': { type: 'boolean', default: false },
  },
});

const [folder] = positionals;
const sentenceCount = Number(values.sentences);

const testSetsOf = () => [
  ...(values.testset === undefined
    ? []
    : [{ name: values['testset-name'], pairsOf: openTestSetPairs(values.testset, sentenceCount) }]),
  ...(values['held-out'] === undefined
    ? []
    : [{ name: 'held-out pairs', pairsOf: openHeldOutPairs(values['held-out'], sentenceCount) }]),
];

const row = ({ source, target, testSet, sentences, bleu, chrf }) =>
  `${source} > ${target}`.padEnd(14) +
  testSet.padEnd(18) +
  String(sentences).padStart(5) +
  bleu.toFixed(1).padStart(8) +
  chrf.toFixed(1).padStart(8);

const testSets = testSetsOf();
if (folder === undefined || testSets.length === 0 || !(sentenceCount >= 1)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const scores = await scoreModel(folder, await readMetadata(folder), testSets, (score) =>
    process.stdout.write(`${row(score)}\n`),
  );
  process.stdout.write(
    `\n${'direction'.padEnd(14)}${'test set'.padEnd(18)} sent.    BLEU    chrF\n`,
  );
  for (const score of scores) process.stdout.write(`${row(score)}\n`);
  if (scores.length === 0) process.exitCode = 1;
  else if (!values['dry-run']) await writeScores(folder, scores);
}
