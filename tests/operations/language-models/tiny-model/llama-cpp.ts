import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = '3.22.1';
const DIRECTORY = fileURLToPath(
  new URL(`../../../../node_modules/.cache/node-llama-cpp-${VERSION}`, import.meta.url),
);
const MODULE = join(DIRECTORY, 'node_modules/node-llama-cpp/dist/index.js');
const BINARY = `@node-llama-cpp/${process.platform}-${process.arch}`;

/**
 * The module `node-llama-cpp`, which is installed once below `node_modules/.cache`, without scripts
 * and with the binary for this platform only (11 MB to download, 85 MB unpacked).
 *
 * @returns the path of the module; undefined where it cannot be installed
 */
export const installLlamaCpp = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const mark = join(DIRECTORY, 'complete');
  if (existsSync(mark)) return MODULE;
  await mkdir(DIRECTORY, { recursive: true });
  await writeFile(join(DIRECTORY, 'package.json'), '{"private":true}');
  const packages = [`node-llama-cpp@${VERSION}`, `${BINARY}@${VERSION}`];
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: DIRECTORY });
  } catch {
    return undefined;
  }
  await writeFile(mark, '');
  return MODULE;
};
