import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../common/build.mjs';
import { runCommand } from '../common/run-command.mjs';
import { countTests, readReport } from './test-report.mjs';

const CHECK_TIMEOUT_MS = 600_000;
const TESTS_TIMEOUT_MS = 2_700_000;

const node = (root, args, { timeoutMs = CHECK_TIMEOUT_MS, output = 'show' } = {}) =>
  runCommand(process.execPath, args, { cwd: root, timeoutMs, output });

const tool = (root, ...path) => join(root, 'node_modules', ...path);

const oneCheck = (name, { code, output, timedOut }) => {
  const said = timedOut ? `${output}\n  stopped: timed out` : output;
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [], output: said };
  return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: see above`], output: said };
};

/** A check that is one program, whose output is kept: it runs beside another stage. */
const check = (name, args) => ({
  name,
  run: async (root) => oneCheck(name, await node(root, args(root), { output: 'keep' })),
});

const lint = check('lint', (root) => [
  tool(root, '@biomejs', 'biome', 'bin', 'biome'),
  ...['ci', '--error-on-warnings', '.'],
]);

const typesOfTests = check('types of the tests', (root) => [
  tool(root, 'typescript', 'bin', 'tsc'),
  ...['-p', 'tests'],
]);

const structure = check('structure', (root) => [join(root, 'scripts', 'structure.mjs')]);

/**
 * The test files of one folder, by a Vitest of its own: a worker loads each module once, so those of
 * the packages, which are many, are loaded by few workers.
 */
const testsOf = (folder, { others, workers, output }) => ({
  name: `tests in ${folder}`,
  run: async (root, filters) => {
    const temporary = mkdtempSync(join(tmpdir(), 'dragoman-test-'));
    try {
      const reportPath = join(temporary, 'report.json');
      const result = await node(
        root,
        [
          ...[tool(root, 'vitest', 'vitest.mjs'), 'run', '--allowOnly=false'],
          // Without a test there is no success either: that is seen when all are counted.
          ...['--exclude', `${others}/**`, `--maxWorkers=${workers}`, '--passWithNoTests'],
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
          ...filters,
        ],
        { timeoutMs: TESTS_TIMEOUT_MS, output },
      );
      const said = output === 'keep' ? result.output : '';
      const end = result.timedOut ? '\n  stopped: the tests took longer than 45 minutes' : '';
      const counts = countTests(readReport(reportPath), { exitCode: result.code, root });
      return { ...counts, output: `${said}${end}` };
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  },
});

/**
 * The stages of `npm test`, in order. Each resolves to how many checks passed, failed and were
 * skipped, and one line or more about each failure. Those `beside` a stage run while it does, those of
 * a list in turn, and resolve to their output, too: the compiler and many tests leave a core free.
 */
export const STAGES = [
  {
    name: 'build',
    run: async (root) => oneCheck('build', await build(root, { output: 'show' })),
    beside: [[lint]],
  },
  {
    // Most of these wait for programs that they start.
    ...testsOf('tests', { others: 'packages', workers: 5, output: 'show' }),
    // Without the packages' declarations every import of the tests would fail.
    beside: [
      [testsOf('packages', { others: 'tests', workers: 2, output: 'keep' })],
      [typesOfTests, structure],
    ],
  },
];
