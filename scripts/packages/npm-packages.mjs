import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';
import { SetupError } from '../common/steps.mjs';

const INSTALL_TIMEOUT_MS = 600_000;
const PING_TIMEOUT_MS = 30_000;

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

const UNREACHABLE = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND ETIMEDOUT'.split(' '),
);

/**
 * Why the registry cannot be reached; undefined if it can be. Without a network, `npm ci` retries each
 * of the packages for many minutes before it gives up.
 */
const findNetworkProblem = async (root) => {
  const { output, timedOut } = await runCommand(
    'npm',
    ['ping', '--fetch-retries=0', '--loglevel=error'],
    {
      cwd: root,
      timeoutMs: PING_TIMEOUT_MS,
    },
  );
  if (timedOut) return 'no response';
  const [, code] = /^npm error code (\w+)$/m.exec(output) ?? [];
  return UNREACHABLE.has(code) ? code : undefined;
};

const withoutNetwork = (problem) =>
  `npm packages cannot be downloaded: the registry cannot be reached (${problem}). ` +
  'Behind a proxy, set HTTPS_PROXY; for a machine without a network, see docs/guide/running/air-gapped.md.';

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
  const problem = await findNetworkProblem(root);
  // npm's cache may have everything.
  if (problem !== undefined) args.push('--offline');
  const npm = await runCommand('npm', args, { cwd: root, timeoutMs: INSTALL_TIMEOUT_MS });
  if (npm.code !== 0) {
    if (problem !== undefined) throw new SetupError(withoutNetwork(problem));
    const reason = npm.timedOut ? 'took longer than 10 minutes' : 'failed';
    throw new SetupError(`npm ci ${reason}:\n${firstErrors(npm.output)}`);
  }
  writeFileSync(stampPath, `${hash}\n`);
  return 'installed';
};
