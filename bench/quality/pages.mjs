import { formatTable } from '../report/table.mjs';

const digits = (value) => value.toFixed(1);

/**
 * @param {readonly import('./measure-routes.mjs').RouteScore[]} scores
 * @param {readonly string[]} testSets their names, in the order of the columns
 */
export const scoreTable = (scores, testSets) =>
  formatTable(
    [
      'from',
      'to',
      'through',
      ...testSets.flatMap((name) => [`${name}: BLEU`, 'chrF', 'copy chrF']),
    ],
    scores.map(({ source, target, via, byTestSet }) => [
      source,
      target,
      via ?? '',
      ...testSets.flatMap((name) => cellsOf(byTestSet[name])),
    ]),
  );

const cellsOf = (scores) =>
  scores ? [scores.bleu, scores.chrf, scores.copyChrf].map(digits) : ['', '', ''];

/** The route of each pair the router takes: the direct one, else the one with the best chrF. */
export const servedRoutes = (scores) => {
  const best = new Map();
  for (const score of scores) {
    const key = `${score.source}>${score.target}`;
    if (!(best.get(key)?.chrf >= score.chrf)) best.set(key, score);
  }
  return [...best.keys()].sort().map((key) => best.get(key));
};

/** The source of `packages/server/src/features/evaluation/route-scores.ts`. */
export const routeScoresSource = (scores) => {
  const entries = scores.map(({ id, chrf }) => `  '${id}': ${Number(digits(chrf))},\n`).sort();
  return `/**
 * chrF of installed routes, by route id: the mean of FLORES-200 dev and, with English, everyday-dev.
 * Written by \`npm run bench -- quality\`.
 */
export const ROUTE_SCORES: Readonly<Record<string, number>> = {
${entries.join('')}};
`;
};

/** `docs/reference/quality.md`. */
export const qualityPage = ({ scores, testSets, unmeasuredPairs, sentenceCount }) => {
  const served = servedRoutes(scores);
  const tableOf = (rows) => (rows.length > 0 ? scoreTable(rows, testSets) : 'None.');
  return `# Quality

<!-- Written by \`npm run bench -- quality\`. -->

How well the rule-based engine translates, measured on the first ${sentenceCount} sentences of FLORES-200 dev
and, for pairs with English, of everyday-dev. FLORES contains sentences from news and encyclopedias, everyday-dev
contains everyday sentences; the server compares routes by the mean of the two chrF scores.

BLEU and chrF compare with one human translation, from 0 to 100 (more is better), with sacrebleu's
default settings: 13a tokens and exponential smoothing for BLEU; character n-grams up to six,
without words, for chrF. "copy chrF" is the score of the untranslated source: related languages share
much of their spelling, so the difference says more than the score alone.

FLORES-200 was written in English and translated into the other languages. Pairs without English
therefore compare two translations of a third text and look worse than they are.

## Direct pairs

${tableOf(served.filter(({ via }) => via === null))}

## Through a pivot language

Where several pivots are possible, the server uses the one shown here, because it scores best.

${tableOf(served.filter(({ via }) => via !== null))}

## Installed, but not measured

The test set lacks one of the languages: ${unmeasuredPairs.join(', ') || 'none'}.

## How to repeat it

The everyday sentences are in \`bench/quality/everyday-dev\`, from Tatoeba (CC-BY 2.0 FR). Put FLORES-200 dev
(CC-BY-SA-4.0; it is not part of this project) into a folder as one file per language,
\`en.txt\`, \`es.txt\` and so on, one sentence per line and the same sentence on the same line of each file. Then:

\`\`\`sh
npm run build
npm run bench -- quality --testset FOLDER --sentences ${sentenceCount}
\`\`\`

This measures the pairs installed on the machine, and writes this page, \`bench/results/quality.json\` and
the table by which the router chooses routes, \`packages/server/src/features/evaluation/route-scores.ts\`.
`;
};
