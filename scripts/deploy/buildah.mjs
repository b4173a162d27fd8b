import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 1_800_000;
const CERTIFICATES = '/etc/ssl/certs';
export const NODE = 'docker.io/library/node:20-bookworm-slim';

export const hasPrograms = (...programs) =>
  programs.every((program) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
  );

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

/** Copies the Node and the npm of this machine into another system. */
export const copyNode = async (system) => {
  const local = join(system, 'usr/local');
  const npm = join(dirname(await realpath(await must('which', ['npm']))), '..');
  await cp(process.execPath, join(local, 'bin/node'));
  await mkdir(join(local, 'lib/node_modules'), { recursive: true });
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
};

/**
 * Makes the image that the Dockerfile begins with, because no registry of images may be reachable:
 * Debian, with the Node of this machine and a user for it.
 */
export const makeNodeImage = async (folder) => {
  const buildah = (...args) => must('buildah', [...buildahOptions(folder), ...args]);
  const archive = join(folder, 'debian.tar');
  // The slim images leave these out as well.
  const left = ['doc', 'locale', 'man'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  const variant = ['--mode=root', '--variant=minbase', '--include=ca-certificates', ...left];
  await must('mmdebstrap', [...variant, 'bookworm', archive]);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, archive, '/');
  await copyNode(await buildah('mount', container));
  await buildah('umount', container);
  const user = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node';
  await buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', user);
  await buildah('commit', '--quiet', '--rm', container, NODE);
};

/**
 * Files of this machine that another system must see to reach the registry of npm packages the same
 * way: its certificates, and settings of npm. By path in that system.
 */
export const networkFiles = async (folder) => {
  const npmrc = join(await mkdtemp(join(folder, 'npm-')), 'npmrc');
  const own = join(homedir(), '.npmrc');
  const settings = existsSync(own) ? await readFile(own, 'utf8') : '';
  await writeFile(npmrc, `${settings}\ncafile=${CERTIFICATES}/ca-certificates.crt\n`);
  return { '/root/.npmrc': npmrc, [CERTIFICATES]: CERTIFICATES };
};

/** Builds an image from our Dockerfile. */
export const buildImage = async (folder, root, { tag, context = root, languages = 'default' }) => {
  const files = Object.entries(await networkFiles(folder));
  await must('buildah', [
    ...[...buildahOptions(folder), 'build', '--isolation', 'chroot', '--pull-never'],
    ...files.flatMap(([path, source]) => ['--volume', `${source}:${path}:ro`]),
    ...['--build-arg', `LANGUAGES=${languages}`, '--format', 'docker'],
    ...['--file', join(root, 'deploy/Dockerfile'), '--tag', tag, context],
  ]);
};
