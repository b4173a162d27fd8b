import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../common/build.mjs';
import { runCommand } from '../common/run-command.mjs';

const CHECK_TIMEOUT_MS = 180_000;
const TESTS_TIMEOUT_MS = 1_080_000;

const node = (root, args, timeoutMs = CHECK_TIMEOUT_MS) =>
  runCommand(process.execPath, args, { cwd: root, timeoutMs, output: 'show' });

const tool = (root, ...path) => join(root, 'node_modules', ...path);

const oneCheck = ({ code, timedOut }) => {
  if (timedOut) console.log('  stopped: timed out');
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
};

const types = async (root) => {
  const packages = await build(root, { output: 'show' });
  // Without the packages' declarations every import of the tests would fail as well.
  if (packages.code !== 0) return oneCheck(packages);
  return oneCheck(await node(root, [tool(root, 'typescript', 'bin', 'tsc'), '-p', 'tests']));
};

const lint = async (root) => {
  const biome = tool(root, '@biomejs', 'biome', 'bin', 'biome');
  return oneCheck(await node(root, [biome, 'ci', '--error-on-warnings', '.']));
};

const structure = async (root) =>
  oneCheck(await node(root, [join(root, 'scripts', 'structure.mjs')]));

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Counts tests; a file that failed before its first test counts as one failed test. */
export const countTests = (report, exitCode) => {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    // Such as an error thrown outside of any test, or no test found at all.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

const tests = async (root, filters) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-test-'));
  try {
    const reportPath = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
    const vitest = tool(root, 'vitest', 'vitest.mjs');
    const result = await node(
      root,
      // A machine that is busy with other work may be late for once, which the report then shows;
      // what fails twice is broken.
      [vitest, 'run', '--allowOnly=false', '--retry=1', ...reporters, ...filters],
      TESTS_TIMEOUT_MS,
    );
    if (result.timedOut) console.log('  stopped: the tests took longer than 18 minutes');
    return countTests(readReport(reportPath), result.code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The stages of `npm test`, in order. Each resolves to how many checks passed, failed, skipped. */
export const STAGES = [
  { name: 'types and build', run: types },
  { name: 'lint', run: lint },
  { name: 'structure', run: structure },
  { name: 'tests', run: tests },
];
