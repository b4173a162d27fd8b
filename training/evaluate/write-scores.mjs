import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE, parseModelMetadata } from '@dragoman/engines/bergamot/metadata';

/** The checked metadata of a model folder. */
export const readMetadata = async (folder) =>
  parseModelMetadata(await readFile(join(folder, METADATA_FILE), 'utf8'));

/**
 * Puts scores into `metadata.json`: those of the first test set with their directions, where the
 * product looks for them, and all of them under `evaluation`.
 *
 * @param {string} folder
 * @param {readonly import('./score-model.mjs').DirectionScore[]} scores
 */
export const writeScores = async (folder, scores) => {
  const metadata = await readMetadata(folder);
  const first = scores[0].testSet;
  const pairs = metadata.pairs.map((pair) => {
    const score = scores.find(
      ({ source, target, testSet }) =>
        source === pair.source && target === pair.target && testSet === first,
    );
    if (score === undefined) return pair;
    const { testSet, bleu, chrf } = score;
    return { ...pair, scores: { testSet, bleu, chrf } };
  });
  const evaluation = {
    method: 'the engine itself; corpus BLEU (13a tokens) and chrF2, letter case kept',
    scores,
  };
  const text = `${JSON.stringify({ ...metadata, pairs, evaluation }, null, 2)}\n`;
  parseModelMetadata(text);
  const path = join(folder, METADATA_FILE);
  await writeFile(`${path}.draft`, text);
  await rename(`${path}.draft`, path);
};
