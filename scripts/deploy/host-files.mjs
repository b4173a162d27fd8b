import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { must } from './programs.mjs';

const CERTIFICATES = '/etc/ssl/certs';

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
