import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, METADATA_FILE } from '@dragoman/engines/bergamot/metadata';
import { fileFault } from './file-checksum.js';
import { readMetadata } from './models-directory.js';

/** One line for everything that is wrong with the model in `directory`; none if it is undamaged. */
export const verifyModel = async (directory: string, id: string): Promise<readonly string[]> => {
  const path = join(directory, METADATA_FILE);
  if (!(await stat(path).catch(() => undefined))?.isFile()) return [`${path} is missing`];
  const metadata = readMetadata(await readFile(path, 'utf8'), id);
  if ('reason' in metadata) return [`${directory}: ${metadata.reason}`];
  const faults: string[] = [];
  for (const file of filesOf(metadata)) {
    const filePath = join(directory, file.name);
    const fault = await fileFault(filePath, file);
    if (fault !== undefined) faults.push(`${filePath} ${fault}`);
  }
  return faults;
};
