// `npm run structure`: the import rules of `.dependency-cruiser.cjs`, no cycle between folders, and
// no folder with too many files.
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { ROOT } from './setup.mjs';
import { describeCycle, findFolderCycles } from './structure/folder-cycles.mjs';
import { findLargeFolders, listFiles, MAX_FILES } from './structure/folder-sizes.mjs';

process.chdir(ROOT);
const { output: result } = await cruise(
  ['packages/*/src'],
  await extractOptions('./.dependency-cruiser.cjs'),
);
const { output: report, exitCode } = await format(result, { outputType: 'err' });
console.log(report);

const cycles = findFolderCycles(result.modules);
for (const cycle of cycles)
  console.log(`These folders import each other:\n${describeCycle(cycle)}`);

const largeFolders = findLargeFolders(listFiles(ROOT));
for (const { folder, files } of largeFolders) {
  console.log(`${folder} has ${files} files; with more than ${MAX_FILES} it needs sub-folders.`);
}

if (exitCode > 0 || cycles.length > 0 || largeFolders.length > 0) process.exitCode = 1;
else console.log('No cycle between folders, and none with too many files.');
