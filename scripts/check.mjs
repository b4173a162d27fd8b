// `npm run check [-- PACKAGE…]`: what helps while you work. Builds, lints what changed since the last
// commit, and runs the tests of the packages that are named, or else those of what changed, but for
// those in files named `*.slow.test.ts`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './common/build.mjs';
import { runCommand } from './common/run-command.mjs';
import { SetupError } from './common/steps.mjs';
import { ROOT, runScript } from './setup.mjs';

const TIMEOUT_MS = 600_000;
const LINTED = /\.(?:ts|mjs|cjs|json)$/;

const packages = process.argv.slice(2);

const git = (...words) =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from the last commit, and still exist. */
const changedFiles = () =>
  [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter((path) => existsSync(join(ROOT, path)));

const tool = (...path) => join(ROOT, 'node_modules', ...path);

const run = async (name, args) => {
  console.log(`\n== ${name}`);
  const { code } = await runCommand(process.execPath, args, {
    cwd: ROOT,
    timeoutMs: TIMEOUT_MS,
    output: 'show',
  });
  if (code !== 0) process.exitCode = 1;
};

await runScript(async () => {
  const unknown = packages.find((name) => !existsSync(join(ROOT, 'packages', name)));
  if (unknown) throw new SetupError(`There is no package ${unknown} in packages.`);
  console.log('== types and build');
  const { code } = await build(ROOT, { output: 'show' });
  if (code !== 0) {
    process.exitCode = 1;
    return;
  }
  const linted = changedFiles().filter((path) => LINTED.test(path));
  if (linted.length > 0) {
    const biome = tool('@biomejs', 'biome', 'bin', 'biome');
    await run('lint', [biome, 'ci', '--error-on-warnings', '--no-errors-on-unmatched', ...linted]);
  }
  const chosen =
    packages.length > 0 ? packages.map((name) => `packages/${name}/`) : ['--changed', 'HEAD'];
  await run('tests', [
    ...[tool('vitest', 'vitest.mjs'), 'run', '--passWithNoTests'],
    ...['--exclude', '**/*.slow.test.ts', ...chosen],
  ]);
});
