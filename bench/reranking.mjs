import { openModel, readSearchOptions, runJobs, withEnd } from './neural/run-jobs.mjs';
import { openEverydaySet, openParallelFiles } from './quality/test-sets.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { corpusBleu, corpusChrf } from './scoring/index.mjs';

const PAGE = 'docs/decisions/engines/reranking.md';
/** A margin is how much less probable than the best one a beginning may be, and still be gone on with. */
const SEARCHES = [
  { beam: 1 },
  { beam: 2 },
  { beam: 3 },
  { beam: 3, margin: 1 },
  { beam: 3, margin: 2, served: true },
  { beam: 4, margin: 2 },
  { beam: 4 },
  { beam: 8 },
];
const CANDIDATES = [4, 8];
const WEIGHTS = [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5];

/**
 * `npm run bench -- reranking [--testset FOLDER] [--sentences 1000] [--pairs en-de,de-en]`: what a
 * wider search gives, and what it gives to choose among its translations with the model of the
 * opposite direction: score = forward + weight x backward, both per token (Yee et al. 2019). The
 * weight is chosen on the odd sentences of everyday-dev, and everything is measured on the even ones
 * and on the folder.
 */
export const run = async (args) => {
  const { testset, count, directions } = readSearchOptions(args);
  const { chooseEngine } = await import('../packages/engines/dist/neural/student/choose-engine.js');
  const chosen = chooseEngine('auto');
  const everyday = openEverydaySet(count).pairsOf;
  const other = testset === undefined ? undefined : openParallelFiles(testset, count);
  const rows = [];
  for (const direction of directions) {
    const [source, target] = direction.split('-');
    const models = {
      forward: openModel(chosen, `starter-${source}-${target}`),
      backward: openModel(chosen, `starter-${target}-${source}`),
    };
    const odd = (_, index) => index % 2 === 1;
    const even = (_, index) => index % 2 === 0;
    const pairs = everyday(source, target);
    const select = (keep) => ({
      sources: pairs.sources.filter(keep),
      references: pairs.references.filter(keep),
    });
    const tuning = await measureSet(chosen, models, select(odd));
    const sets = { 'everyday-dev': await measureSet(chosen, models, select(even)) };
    if (other) sets.testset = await measureSet(chosen, models, other(source, target));
    for (const [set, measured] of Object.entries(sets)) {
      for (const row of measured.searches) rows.push({ direction, set, ...row });
      for (const candidates of CANDIDATES) {
        const weight = bestWeight(tuning.reranked[candidates]);
        rows.push({ direction, set, ...measured.reranked[candidates][weight] });
      }
    }
    process.stderr.write(`${direction}\n`);
    for (const model of Object.values(models)) model.student.close();
  }
  writeResults('reranking', { machine: machineFacts(), rows });
  const text = `${table([...means(rows), ...rows])}\n\n${describeMachine(machineFacts())}; \`npm run bench -- reranking --testset FOLDER --sentences ${count}\`.`;
  writeSection(PAGE, 'figures', text);
  process.stdout.write(`${text}\n`);
};

const measureSet = async (chosen, { forward, backward }, { sources, references }) => {
  const scoresOf = (texts) => ({
    bleu: corpusBleu(texts, references),
    chrf: corpusChrf(texts, references),
  });
  const encoded = sources.map((text) =>
    withEnd(forward.vocabulary.encode(text).ids, forward.vocabulary.end),
  );
  const textOf = ({ tokens, isEnded }) =>
    forward.vocabulary.decode(isEnded ? tokens.subarray(0, -1) : tokens).text;
  const search = (beamSize, bestCount, scoreMargin) =>
    runJobs(
      chosen,
      encoded.map((source) => ({
        model: forward.student,
        source,
        beamSize,
        bestCount,
        isScored: bestCount > 1,
        ...(scoreMargin !== undefined && { scoreMargin }),
        maxTokens: Math.min(1024, 3 * source.length + 16),
      })),
    );
  const searches = [];
  let greedySeconds = 1;
  for (const { beam, margin, served } of SEARCHES) {
    const { results, seconds } = await search(beam, 1, margin);
    if (beam === 1) greedySeconds = seconds;
    const way = `beam of ${beam}${margin ? `, margin ${margin}` : ''}${served ? ' (served)' : ''}`;
    const texts = results.map(([best]) => textOf(best));
    searches.push({ way, ...scoresOf(texts), cost: seconds / greedySeconds });
  }
  const reranked = {};
  for (const candidates of CANDIDATES) {
    const found = await search(candidates, candidates);
    const questions = found.results.flatMap((translations, index) =>
      translations.map((translation) => ({ index, translation, text: textOf(translation) })),
    );
    const scored = await runJobs(
      chosen,
      questions.map(({ index, text }) => {
        const { encode, end } = backward.vocabulary;
        const source = withEnd(encode.call(backward.vocabulary, text).ids, end);
        const prefix = withEnd(encode.call(backward.vocabulary, sources[index]).ids, end);
        return {
          model: backward.student,
          source,
          prefix,
          beamSize: 1,
          maxTokens: 1,
          isScored: true,
          isScoredOnly: true,
        };
      }),
    );
    const cost = (found.seconds + scored.seconds) / greedySeconds;
    const backwards = scored.results.map(([{ score, tokens }]) => score / tokens.length);
    reranked[candidates] = Object.fromEntries(
      WEIGHTS.map((weight) => {
        const best = new Map();
        for (const [at, { index, translation, text }] of questions.entries()) {
          const score = translation.lengthScore + weight * backwards[at];
          if (score > (best.get(index)?.score ?? Number.NEGATIVE_INFINITY))
            best.set(index, { score, text });
        }
        const texts = sources.map((_, index) => best.get(index).text);
        const way = `best of ${candidates}, weight ${weight}`;
        return [weight, { way, ...scoresOf(texts), cost }];
      }),
    );
  }
  return { searches, reranked };
};

/** The mean of each way over the directions. */
const means = (rows) => {
  const kinds = new Map();
  for (const row of rows) {
    const kind = row.way.replace(/, weight.*/, ', chosen by the opposite model');
    kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
  }
  const mean = (all, name) => all.reduce((sum, row) => sum + row[name], 0) / all.length;
  return [...kinds].flatMap(([way, all]) =>
    [...new Set(all.map(({ set }) => set))].map((set) => {
      const own = all.filter((row) => row.set === set);
      const scores = { bleu: mean(own, 'bleu'), chrf: mean(own, 'chrf'), cost: mean(own, 'cost') };
      return { direction: 'mean', set, way, ...scores };
    }),
  );
};

const bestWeight = (byWeight) =>
  Object.entries(byWeight).toSorted(([, one], [, other]) => other.chrf - one.chrf)[0][0];

const table = (rows) =>
  formatTable(
    ['direction', 'sentences', 'search', 'BLEU', 'chrF', 'CPU, times greedy'],
    rows.map(({ direction, set, way, bleu, chrf, cost }) => [
      direction,
      set,
      way,
      bleu.toFixed(1),
      chrf.toFixed(1),
      cost.toFixed(2),
    ]),
  );
