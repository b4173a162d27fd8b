import { posix } from 'node:path';

const isTest = (path) => /\.test\.\w+$/.test(path);

/** Imports that cross a border between folders, as pairs of files. */
const importsBetweenFolders = (modules) => {
  const sources = new Set(modules.map(({ source }) => source));
  return modules
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source: from, dependencies }) =>
      dependencies.map(({ resolved: to }) => ({ from, to })),
    )
    .filter(({ from, to }) => sources.has(to) && posix.dirname(from) !== posix.dirname(to));
};

/** Every folder that can be reached from one along its imports. */
const reachableFrom = (start, importedBy) => {
  const reached = new Set();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const imported of importedBy.get(folder) ?? []) {
      if (reached.has(imported)) continue;
      reached.add(imported);
      waiting.push(imported);
    }
  }
  return reached;
};

/**
 * Groups of folders that import each other, directly or in a circle. A folder is what lies in it
 * directly, so a folder and its sub-folder can form a cycle, too. Tests are ignored: they may
 * import anything.
 *
 * @param modules as dependency-cruiser reports them: `{ source, dependencies: [{ resolved }] }`
 * @returns for each group its folders, and the imports between files that form the cycle
 */
export const findFolderCycles = (modules) => {
  const imports = importsBetweenFolders(modules);
  const importedBy = new Map();
  for (const { from, to } of imports) {
    const folder = posix.dirname(from);
    importedBy.set(folder, (importedBy.get(folder) ?? new Set()).add(posix.dirname(to)));
  }
  const reachable = new Map(
    [...importedBy.keys()].map((folder) => [folder, reachableFrom(folder, importedBy)]),
  );
  const cycles = [];
  const done = new Set();
  for (const [folder, reached] of reachable) {
    if (done.has(folder) || !reached.has(folder)) continue;
    const folders = [...reached].filter((other) => reachable.get(other)?.has(folder)).toSorted();
    for (const member of folders) done.add(member);
    const isInside = (path) => folders.includes(posix.dirname(path));
    cycles.push({
      folders,
      imports: imports.filter(({ from, to }) => isInside(from) && isInside(to)),
    });
  }
  return cycles;
};

/** One line for each import in the cycle. */
export const describeCycle = ({ imports }) =>
  imports.map(({ from, to }) => `  ${from} imports ${to}`).join('\n');
