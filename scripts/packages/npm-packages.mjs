import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';
import { SetupError } from '../common/steps.mjs';

const INSTALL_TIMEOUT_MS = 600_000;

/** npm prints the error first, then its usage. */
const firstErrors = (output) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Whether npm's record of installed packages matches the lock file. */
const matchesLock = (lockPath, installedPath) => {
  if (!existsSync(installedPath)) return false;
  const installed = readJson(installedPath).packages ?? {};
  return Object.entries(readJson(lockPath).packages ?? {}).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.optional ||
      (wanted.link ? installed[path]?.link : installed[path]?.version === wanted.version),
  );
};

/** Runs `npm ci` when node_modules is missing or the lock file changed since it was filled. */
export const ensureNpmPackages = async (root) => {
  const lockPath = join(root, 'package-lock.json');
  const modules = join(root, 'node_modules');
  const stampPath = join(modules, '.dragoman-lock');
  const hash = createHash('sha256').update(readFileSync(lockPath)).digest('hex');
  const stamp = existsSync(stampPath) ? readFileSync(stampPath, 'utf8').trim() : undefined;
  if (stamp === hash) return 'ready';
  if (matchesLock(lockPath, join(modules, '.package-lock.json'))) {
    writeFileSync(stampPath, `${hash}\n`);
    return 'ready';
  }
  // The compiler is a development package, so NODE_ENV=production must not leave those out.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = await runCommand('npm', args, { cwd: root, timeoutMs: INSTALL_TIMEOUT_MS });
  if (npm.code !== 0) {
    const reason = npm.timedOut ? 'took longer than 10 minutes' : 'failed';
    throw new SetupError(`npm ci ${reason}:\n${firstErrors(npm.output)}`);
  }
  writeFileSync(stampPath, `${hash}\n`);
  return 'installed';
};
