import { runCommand } from '../common/run-command.mjs';
import { ensureDebianPackages } from './debian-packages.mjs';

/** The interpreter that Debian's packages are for; the first `python3` of the path may be another. */
export const PYTHON = '/usr/bin/python3';

// Without libopenblas0-pthread PyTorch multiplies matrices twenty times slower.
const PACKAGES = [
  'python3-numpy',
  'python3-torch',
  'libopenblas0-pthread',
  'sentencepiece',
  'python3-sentencepiece',
  'g++',
];

const IMPORT_TIMEOUT_MS = 60_000;

/** Installs what training needs from Debian, as `ensureDebianPackages` does. */
export const ensureTrainingPackages = () => ensureDebianPackages(PACKAGES);

/** Whether the recipe can be run: PyTorch and the rest are there. */
export const hasTrainingPackages = async () => {
  const imports = 'import numpy, sentencepiece, torch';
  const { code } = await runCommand(PYTHON, ['-c', imports], { timeoutMs: IMPORT_TIMEOUT_MS });
  return code === 0;
};
