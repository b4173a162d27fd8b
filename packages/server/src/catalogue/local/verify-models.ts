import { join } from 'node:path';
import { filesOf } from '@dragoman/engines/neural/metadata';
import { readModelMetadata } from '@dragoman/engines/neural/model-folder';
import { fileFault } from './file-checksum.js';

/** One line for everything that is wrong with the model in `directory`; none if it is undamaged. */
export const verifyModel = async (directory: string, id: string): Promise<readonly string[]> => {
  const metadata = await readModelMetadata(directory, id);
  if ('reason' in metadata) return [`${directory}: ${metadata.reason}`];
  const faults: string[] = [];
  for (const file of filesOf(metadata)) {
    const filePath = join(directory, file.name);
    const fault = await fileFault(filePath, file);
    if (fault !== undefined) faults.push(`${filePath} ${fault}`);
  }
  return faults;
};
