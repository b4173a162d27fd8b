import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';
import { hasTrainingPackages, PYTHON } from '../packages/training-packages.mjs';

const TIMEOUT_MS = 600_000;
const MISSING = '  skipped: PyTorch is not installed; npm run test:training installs it';
const LEFT_OUT = { passed: 0, failed: 0, skipped: 1, failures: [] };
const BROKEN = { passed: 0, failed: 1, skipped: 0, failures: ['training recipe: see above'] };

/**
 * Runs the tests of the training recipe, the toy model included, and counts them. Resolves to their
 * output, too, where it is kept.
 *
 * @param {string} root folder of the repository
 * @param {{ isWanted?: boolean, output?: 'show' | 'keep' }} [options] isWanted: a missing PyTorch is a
 *   failure, not a reason to skip the tests
 */
export const runTrainingTests = async (root, { isWanted = false, output = 'show' } = {}) => {
  if (!(await hasTrainingPackages())) {
    if (output === 'show') console.log(MISSING);
    return { ...(isWanted ? BROKEN : LEFT_OUT), output: MISSING };
  }
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-training-report-'));
  try {
    const reportPath = join(folder, 'report.json');
    const result = await runCommand(PYTHON, ['-m', 'tests', reportPath], {
      cwd: join(root, 'training'),
      timeoutMs: TIMEOUT_MS,
      output,
      // With several threads, waiting for each other takes longer than working with one.
      env: { OMP_NUM_THREADS: '1', PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' },
    });
    const stopped = result.timedOut
      ? '  stopped: the training tests took longer than 10 minutes'
      : '';
    if (stopped && output === 'show') console.log(stopped);
    return { ...readCounts(reportPath, result.code), output: `${result.output}${stopped}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readCounts = (path, exitCode) => {
  try {
    const { passed, skipped, failures } = JSON.parse(readFileSync(path, 'utf8'));
    if (failures.length === 0 && exitCode !== 0) return { ...BROKEN, passed, skipped };
    return { passed, failed: failures.length, skipped, failures };
  } catch {
    return BROKEN;
  }
};
