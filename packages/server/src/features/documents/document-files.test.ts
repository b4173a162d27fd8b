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

it('what belongs to no document goes at once, with drafts; one in the way keeps no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-files-'));
  const directory = join(folder, 'documents');
  try {
    const ids = ['A', 'B', 'C', 'D'].map((letter) => letter.repeat(32));
    const [first, second, third, other] = ids;
    await mkdir(join(directory, `${first}.source`), { recursive: true });
    await writeFile(join(directory, `${second}.result.3f.part`), '');
    for (const id of [third, other]) await writeFile(join(directory, `${id}.name`), '');
    const files = createDocumentFiles(folder);
    await expect(files.removeLeft(ids.slice(0, 3))).rejects.toThrow();
    expect((await readdir(directory)).toSorted()).toEqual([`${first}.source`, `${other}.name`]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
