import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './engine/children.mjs';
import { openModel, readSearchOptions, runJobs, withEnd } from './neural/run-jobs.mjs';
import { openEverydaySet, openParallelFiles } from './quality/test-sets.mjs';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { corpusBleu, corpusChrf } from './scoring/index.mjs';

const PAGE = 'docs/decisions/engines/kernels.md';
const TEXTS_A_MESSAGE = 20;

/**
 * `npm run bench -- agreement [--testset FOLDER] [--sentences 1000] [--pairs en-de,de-en]`: what our
 * engine and that of the npm package make of the same sentences with the starter models, each with a
 * greedy search and all tokens to choose from. Where they differ, our engine says how probable both
 * translations are.
 */
export const run = async (args) => {
  const { testset, count, directions } = readSearchOptions(args);
  const { chooseEngine } = await import('../packages/engines/dist/neural/student/choose-engine.js');
  const chosen = chooseEngine('auto');
  const sets = {
    'everyday-dev': openEverydaySet(count).pairsOf,
    ...(testset !== undefined && { testset: openParallelFiles(testset, count) }),
  };
  const rows = [];
  for (const direction of directions) {
    const model = openModel(chosen, `starter-${direction}`);
    const peer = await startPeer(`starter-${direction}`);
    try {
      for (const [set, pairsOf] of Object.entries(sets)) {
        const pairs = pairsOf(...direction.split('-'));
        if (pairs) rows.push({ direction, set, ...(await compare(chosen, model, peer, pairs)) });
      }
    } finally {
      await peer.stop();
      model.student.close();
    }
    process.stderr.write(`${direction}\n`);
  }
  writeResults('agreement', { machine: machineFacts(), rows });
  const text = `${table([...means(rows), ...rows])}\n\n${describeMachine(machineFacts())}; \`npm run bench -- agreement --testset FOLDER --sentences ${count}\`.`;
  writeSection(PAGE, 'agreement', text);
  process.stdout.write(`${text}\n`);
};

const startPeer = async (name) => {
  const folder = join(ROOT, 'models', name);
  const { files } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'));
  const child = startChild('./peer-process.mjs');
  const start = {
    modelPath: join(folder, files.model.name),
    vocabularyPath: join(folder, files.vocabulary.name),
    beamSize: 1,
    isOneSentence: true,
  };
  await child.ask({ start });
  return child;
};

const compare = async (chosen, { student, vocabulary }, peer, { sources, references }) => {
  const encode = (text) => withEnd(vocabulary.encode(text).ids, vocabulary.end);
  const jobs = sources.map((text) => {
    const source = encode(text);
    const common = { model: student, source, beamSize: 1, isWithoutShortlist: true };
    // The other engine stops there, too.
    return { ...common, maxTokens: Math.max(1, Math.min(1024, 2 * source.length)) };
  });
  const { results } = await runJobs(chosen, jobs);
  const own = results.map(([{ tokens, isEnded }]) =>
    vocabulary.decode(isEnded ? tokens.subarray(0, -1) : tokens).text.trim(),
  );
  const theirs = [];
  for (let at = 0; at < sources.length; at += TEXTS_A_MESSAGE) {
    const texts = sources.slice(at, at + TEXTS_A_MESSAGE);
    theirs.push(...(await peer.ask({ texts })).map((text) => text.trim()));
  }
  const differing = sources.flatMap((_, index) => (own[index] === theirs[index] ? [] : [index]));
  const scored = await runJobs(
    chosen,
    differing.flatMap((index) =>
      [own, theirs].map((texts) => ({
        ...jobs[index],
        maxTokens: 1,
        prefix: encode(texts[index]),
        isScored: true,
        isScoredOnly: true,
      })),
    ),
  );
  const perToken = ([{ score, tokens }]) => score / tokens.length;
  const gains = differing.map(
    (_, at) => perToken(scored.results[2 * at]) - perToken(scored.results[2 * at + 1]),
  );
  return {
    sentences: sources.length,
    same: sources.length - differing.length,
    better: gains.filter((gain) => gain > 0).length,
    gain: gains.toSorted((one, other) => one - other)[Math.floor(gains.length / 2)] ?? 0,
    bleu: [own, theirs].map((texts) => corpusBleu(texts, references)),
    chrf: [own, theirs].map((texts) => corpusChrf(texts, references)),
  };
};

/** The mean over the directions of each set. */
const means = (rows) =>
  [...new Set(rows.map(({ set }) => set))].map((set) => {
    const own = rows.filter((row) => row.set === set);
    const sum = (numberOf) => own.reduce((total, row) => total + numberOf(row), 0);
    const mean = (numberOf) => sum(numberOf) / own.length;
    return {
      ...{ direction: 'mean', set, sentences: sum((row) => row.sentences) },
      ...{ same: sum((row) => row.same), better: sum((row) => row.better) },
      gain: mean((row) => row.gain),
      bleu: [0, 1].map((side) => mean((row) => row.bleu[side])),
      chrf: [0, 1].map((side) => mean((row) => row.chrf[side])),
    };
  });

const table = (rows) => {
  const share = (part, whole) => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`);
  const difference = ([own, theirs]) => (own - theirs).toFixed(2);
  return formatTable(
    [
      ...[
        'direction',
        'sentences',
        'the same',
        'BLEU',
        'more than theirs',
        'chrF',
        'more than theirs',
      ],
      'of those that differ, ours is more probable',
      'by, for a token',
    ],
    rows.map(({ direction, set, sentences, same, better, gain, bleu, chrf }) => [
      ...[direction, set, share(same, sentences)],
      ...[bleu[0].toFixed(1), difference(bleu), chrf[0].toFixed(1), difference(chrf)],
      ...[share(better, sentences - same), gain.toFixed(3)],
    ]),
  );
};
