import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Most files in one folder. Those in its sub-folders do not count, and neither do tests. */
export const MAX_FILES = 15;

const isTest = (path) => /\.test\.\w+$|^test_.*\.py$/.test(posix.basename(path));

/** Whether `.gitignore` names a folder: `/data/` in the root, `dist/` anywhere. */
const readIgnored = (root) => {
  const names = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1));
  return (folder) =>
    names.some((name) =>
      name.startsWith('/') ? name === `/${folder}` : name === posix.basename(folder),
    );
};

/** Files of the repository below the folders of its root, without what is made or fetched. */
export const listFiles = (root) => {
  const isIgnored = readIgnored(root);
  const filesBelow = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isFile()) return folder === '' ? [] : [path];
      const isWanted = entry.isDirectory() && !entry.name.startsWith('.') && !isIgnored(path);
      return isWanted ? filesBelow(path) : [];
    });
  return filesBelow('');
};

/** Folders with more than `maxFiles` files in them, the largest first. */
export const findLargeFolders = (paths, maxFiles = MAX_FILES) => {
  const counts = new Map();
  for (const path of paths.filter((path) => !isTest(path))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, files]) => files > maxFiles)
    .map(([folder, files]) => ({ folder, files }))
    .toSorted((one, other) => other.files - one.files);
};
