import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 1_800_000;
const CERTIFICATES = '/etc/ssl/certs';
const NODE = 'docker.io/library/node:20-bookworm-slim';

export const CONTAINER_PACKAGES = ['buildah', 'mmdebstrap'];

/** Options of a program, before its arguments. */
export const buildahOptions = (folder) => [
  ...['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')],
];

/** Runs a program to its end. @returns what it printed */
export const must = async (program, args, options = {}) => {
  const { code, output } = await runCommand(program, args, { timeoutMs: TIMEOUT_MS, ...options });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output.slice(-3000)}`);
  return output.trim();
};

/**
 * Makes the image that the Dockerfile begins with, because no registry of images may be reachable:
 * Debian, with the Node of this machine and a user for it.
 */
export const makeNodeImage = async (folder) => {
  const buildah = (...args) => must('buildah', [...buildahOptions(folder), ...args]);
  const archive = join(folder, 'debian.tar');
  const variant = ['--mode=root', '--variant=minbase', '--include=ca-certificates'];
  await must('mmdebstrap', [...variant, 'bookworm', archive]);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, archive, '/');
  const local = join(await buildah('mount', container), 'usr/local');
  const npm = join(dirname(await realpath(await must('which', ['npm']))), '..');
  await cp(process.execPath, join(local, 'bin/node'));
  await mkdir(join(local, 'lib/node_modules'), { recursive: true });
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  await buildah('umount', container);
  const user = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node';
  await buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', user);
  await buildah('commit', '--quiet', '--rm', container, NODE);
};

/** Builds our image from the Dockerfile, with the certificates and npm settings of this machine. */
export const buildImage = async (folder, root, tag) => {
  const npmrc = join(await mkdtemp(join(folder, 'npm-')), 'npmrc');
  const own = join(homedir(), '.npmrc');
  const settings = existsSync(own) ? await readFile(own, 'utf8') : '';
  await writeFile(npmrc, `${settings}\ncafile=${CERTIFICATES}/ca-certificates.crt\n`);
  await must(
    'buildah',
    [
      ...[...buildahOptions(folder), 'build', '--isolation', 'chroot', '--pull-never'],
      ...['--volume', `${npmrc}:/root/.npmrc:ro`, '--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`],
      ...['--format', 'docker', '--file', join(root, 'deploy/Dockerfile'), '--tag', tag, root],
    ],
    { cwd: root },
  );
};
