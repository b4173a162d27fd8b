// Scores model folders with the real engine, writes the scores into their metadata.json, and prints
// them beside those of the rule-based engine and of the untranslated source:
// node training/evaluate/evaluate.mjs FOLDER … [--testset FOLDER] [--held-out FOLDER] …
import { parseArgs } from 'node:util';
import {
  openEverydaySet,
  openPairFiles,
  openParallelFiles,
} from '../../bench/quality/test-sets.mjs';
import { scoreModel } from './score-model.mjs';
import { scoreOthers } from './score-others.mjs';
import { readMetadata, writeScores } from './write-scores.mjs';

const USAGE = `node training/evaluate/evaluate.mjs MODEL_FOLDER … [options]

  --testset FOLDER    parallel sentences, one a line: en.txt, de.txt, … (FLORES-200 dev)
  --testset-name TEXT what to call it (FLORES-200 dev)
  --held-out FOLDER   held-out/ of the packed data: en-de.tsv, …
  --sentences N       how many of each, from the start (997)
  --no-others         only the models: neither the rule-based engine nor the untranslated source
  --dry-run           only print

Build first: npm run build. Routes are compared by the mean of the test set and of the everyday
sentences in bench/quality/everyday-dev, without a test set by the held-out pairs. The last column
counts the negated sentences that are still negated.
`;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    testset: { type: 'string' },
    'testset-name': { type: 'string', default: 'FLORES-200 dev' },
    'held-out': { type: 'string' },
    sentences: { type: 'string', default: '997' },
    'no-others': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});

const sentenceCount = Number(values.sentences);

/** The test sets that routes are compared by. */
const comparedSets = () =>
  values.testset === undefined
    ? []
    : [
        {
          name: values['testset-name'],
          pairsOf: openParallelFiles(values.testset, sentenceCount),
        },
        openEverydaySet(sentenceCount),
      ];

const heldOutSets = () =>
  values['held-out'] === undefined
    ? []
    : [{ name: 'held-out pairs', pairsOf: openPairFiles(values['held-out'], sentenceCount) }];

const print = ({ system, source, target, testSet, sentences, bleu, chrf, negations }) =>
  process.stdout.write(
    `${`${source} > ${target}`.padEnd(12)}${testSet.padEnd(16)}${system.padEnd(28)}` +
      `${String(sentences).padStart(5)}${bleu.toFixed(1).padStart(7)}${chrf.toFixed(1).padStart(7)}${negations ? `${negations.kept}/${negations.sentences}`.padStart(7) : ''}\n`,
  );

const evaluate = async (folder) => {
  const metadata = await readMetadata(folder);
  const [compared, heldOut] = [comparedSets(), heldOutSets()];
  const scores = await scoreModel(folder, metadata, [...compared, ...heldOut], (score) =>
    print({ system: metadata.id, ...score }),
  );
  const others =
    values['no-others'] || compared.length === 0
      ? []
      : await scoreOthers(metadata.pairs, compared, print);
  if (scores.length === 0) process.exitCode = 1;
  else if (!values['dry-run']) {
    const names = compared.length > 0 ? compared : heldOut;
    await writeScores(folder, { scores, others, comparedBy: names.map(({ name }) => name) });
  }
};

if (
  folders.length === 0 ||
  (values.testset ?? values['held-out']) === undefined ||
  !(sentenceCount >= 1)
) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.stdout.write(
    `${'direction'.padEnd(12)}${'test set'.padEnd(16)}${'system'.padEnd(28)}sent.   BLEU   chrF   not\n`,
  );
  for (const folder of folders) await evaluate(folder);
}
