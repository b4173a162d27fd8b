import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE, parseModelMetadata } from '@dragoman/engines/neural/metadata';

/** The checked metadata of a model folder. */
export const readMetadata = async (folder) =>
  parseModelMetadata(await readFile(join(folder, METADATA_FILE), 'utf8'));

/**
 * Puts scores into `metadata.json`: of every direction the mean over the test sets it is compared by,
 * where the product looks for it, and all of them under `evaluation`, with those of other systems.
 *
 * @param {string} folder
 * @param {{ scores: readonly import('./score-model.mjs').DirectionScore[],
 *   others: readonly import('./score-others.mjs').SystemScore[],
 *   comparedBy: readonly string[] }} evaluated
 */
export const writeScores = async (folder, { scores, others, comparedBy }) => {
  const metadata = await readMetadata(folder);
  const pairs = metadata.pairs.map((pair) => {
    const compared = scores.filter(
      ({ source, target, testSet }) =>
        source === pair.source && target === pair.target && comparedBy.includes(testSet),
    );
    if (compared.length === 0) return pair;
    const testSet = compared.map((score) => score.testSet).join(' and ');
    return {
      ...pair,
      scores: { testSet, bleu: mean(compared, 'bleu'), chrf: mean(compared, 'chrf') },
    };
  });
  const evaluation = {
    method: 'the engine itself; corpus BLEU (13a tokens) and chrF2, letter case kept',
    scores,
    ...(others.length > 0 && { others }),
  };
  const text = `${JSON.stringify({ ...metadata, pairs, evaluation }, null, 2)}\n`;
  parseModelMetadata(text);
  const path = join(folder, METADATA_FILE);
  await writeFile(`${path}.draft`, text);
  await rename(`${path}.draft`, path);
};

const mean = (scores, name) =>
  Math.round((scores.reduce((sum, score) => sum + score[name], 0) / scores.length) * 100) / 100;
