import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDocumentFiles } from './document-files.js';

const ID = 'A'.repeat(32);

it('nothing is left of a file that could not be stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-files-'));
  try {
    // A folder in the place of the file lets the last step of storing it fail.
    const inTheWay = join(folder, 'documents', `${ID}.source`);
    await mkdir(inTheWay, { recursive: true });
    await writeFile(join(inTheWay, 'x'), '');
    const files = createDocumentFiles(folder);
    await expect(files.write(ID, 'source', Buffer.alloc(10))).rejects.toThrow();
    expect(await readdir(join(folder, 'documents'))).toEqual([`${ID}.source`]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
