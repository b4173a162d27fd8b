import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { SetupError } from './steps.mjs';

const BUILD_TIMEOUT_MS = 900_000;

const packageFolders = (root) =>
  readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(root, 'packages', entry.name))
    .filter((folder) => existsSync(join(folder, 'tsconfig.json')));

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** Folders count too: removing a file changes only the time of its folder. */
const foldersBelow = (folder) => [
  folder,
  ...readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
];

const inputs = (root) => [
  join(root, 'tsconfig.json'),
  join(root, 'tsconfig.base.json'),
  join(root, 'node_modules', '.package-lock.json'),
  ...packageFolders(root).flatMap((folder) => {
    const source = join(folder, 'src');
    const own = [
      ...[join(folder, 'tsconfig.json'), join(folder, 'package.json')],
      // What the page is besides its scripts.
      ...filesBelow(join(folder, 'page')),
    ];
    return existsSync(source) ? [...own, ...foldersBelow(source), ...filesBelow(source)] : own;
  }),
];

const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const stampPath = (root) => join(root, 'node_modules', '.dragoman-build');

const isUpToDate = (root) => {
  const builtMs = modifiedMs(stampPath(root));
  return (
    packageFolders(root).every((folder) => existsSync(join(folder, 'dist', '.tsbuildinfo'))) &&
    inputs(root).every((path) => modifiedMs(path) < builtMs)
  );
};

/** The compiler does not delete the output of removed sources, which could still be imported. */
const removeStaleOutput = (root) => {
  for (const folder of packageFolders(root)) {
    const sources = new Set(
      filesBelow(join(folder, 'src')).map((path) =>
        path.slice(join(folder, 'src').length).replace(/\.[cm]?tsx?$/, ''),
      ),
    );
    const dist = join(folder, 'dist');
    for (const path of filesBelow(dist)) {
      const output = /^(.*?)(?:\.d)?\.[cm]?[jt]s(?:\.map)?$/.exec(path.slice(dist.length));
      if (output && !sources.has(output[1])) rmSync(path);
    }
  }
};

const compiler = (root) => join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Bundles the page and the program; only while esbuild is not installed yet, both do without. */
const bundleIfPossible = async () => {
  try {
    const { bundlePage } = await import('../bundle-page.mjs');
    const { bundleServer } = await import('../bundle-server.mjs');
    await Promise.all([bundlePage(), bundleServer()]);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
};

/** Compiles all packages; what has not changed is skipped by the compiler itself. */
export const build = async (root, { output = 'keep' } = {}) => {
  const startedMs = Date.now();
  const result = await runCommand(process.execPath, [compiler(root), '-b'], {
    cwd: root,
    timeoutMs: BUILD_TIMEOUT_MS,
    output,
  });
  if (result.code === 0) {
    removeStaleOutput(root);
    await bundleIfPossible();
    // Dated to the start: a source saved during the build is newer, as it must be.
    writeFileSync(stampPath(root), `${startedMs}\n`);
    utimesSync(stampPath(root), startedMs / 1000, startedMs / 1000);
  }
  return result;
};

/** Compiles only when a source, a package file or the installed packages changed since. */
export const ensureBuilt = async (root) => {
  if (isUpToDate(root)) return 'up to date';
  const { code, output, timedOut } = await build(root);
  if (code === 0) return 'compiled';
  throw new SetupError(
    timedOut ? 'The build took longer than 15 minutes.' : `The build failed:\n${output.trimEnd()}`,
  );
};
