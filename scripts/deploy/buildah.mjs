import { join } from 'node:path';
import { copyNode, networkFiles } from './host-files.mjs';
import { must } from './programs.mjs';

export const NODE = 'docker.io/library/node:20-bookworm-slim';

/** Options of a program, before its arguments. */
export const buildahOptions = (folder) => [
  ...['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')],
];

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
