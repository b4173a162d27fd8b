import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../common/build.mjs';
import { runCommand } from '../common/run-command.mjs';
import { countTests, readReport } from './test-report.mjs';

const CHECK_TIMEOUT_MS = 180_000;
const TESTS_TIMEOUT_MS = 2_700_000;

const node = (root, args, timeoutMs = CHECK_TIMEOUT_MS) =>
  runCommand(process.execPath, args, { cwd: root, timeoutMs, output: 'show' });

const tool = (root, ...path) => join(root, 'node_modules', ...path);

const oneCheck = (name, { code, timedOut }) => {
  if (timedOut) console.log('  stopped: timed out');
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: see above`] };
};

const types = async (root) => {
  const packages = await build(root, { output: 'show' });
  // Without the packages' declarations every import of the tests would fail as well.
  if (packages.code !== 0) return oneCheck('build', packages);
  return oneCheck(
    'types of the tests',
    await node(root, [tool(root, 'typescript', 'bin', 'tsc'), '-p', 'tests']),
  );
};

const lint = async (root) => {
  const biome = tool(root, '@biomejs', 'biome', 'bin', 'biome');
  return oneCheck('lint', await node(root, [biome, 'ci', '--error-on-warnings', '.']));
};

const structure = async (root) =>
  oneCheck('structure', await node(root, [join(root, 'scripts', 'structure.mjs')]));

const tests = async (root, filters) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-test-'));
  try {
    const reportPath = join(folder, 'report.json');
    const vitest = tool(root, 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json'];
    const result = await node(
      root,
      [
        ...[vitest, 'run', '--allowOnly=false'],
        ...[...reporters, `--outputFile.json=${reportPath}`, ...filters],
      ],
      TESTS_TIMEOUT_MS,
    );
    if (result.timedOut) console.log('  stopped: the tests took longer than 45 minutes');
    return countTests(readReport(reportPath), { exitCode: result.code, root });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The stages of `npm test`, in order. Each resolves to how many checks passed, failed and were
 * skipped, and one line or more about each failure.
 */
export const STAGES = [
  { name: 'types and build', run: types },
  { name: 'lint', run: lint },
  { name: 'structure', run: structure },
  { name: 'tests', run: tests },
];
