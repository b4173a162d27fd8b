import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createNeuralEngine } from '@dragoman/engines/neural';

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts the engine with one model and nothing else, and stops it afterwards.
 *
 * @template Result
 * @param {string} folder of the model
 * @param {(engine: import('@dragoman/engines/neural').NeuralEngine) => Promise<Result>} use
 * @returns {Promise<Result>}
 * @throws Error when the engine leaves the model out, with its reason
 */
export const withModel = async (folder, use) => {
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-evaluate-'));
  const engine = createNeuralEngine({ log: silentLog }, { modelDirectories: [directory] });
  try {
    await symlink(resolve(folder), join(directory, basename(resolve(folder))));
    await engine.start();
    const problem = engine.describeModels().find((row) => row.problem !== undefined)?.problem;
    if (problem !== undefined || engine.pairs().length === 0) {
      throw new Error(`The engine leaves ${folder} out: ${problem ?? 'it is no model folder'}.`);
    }
    return await use(engine);
  } finally {
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
