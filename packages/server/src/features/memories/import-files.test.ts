import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createImportFiles } from './import-files.js';

it('what another server receives now stays; what nobody writes any more is deleted', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-imports-'));
  const folder = join(dataDirectory, 'memory-imports');
  try {
    await mkdir(folder);
    const nowMs = Date.now();
    for (const [name, ageMs] of [
      ['new.part', 0],
      ['old.part', 7_200_000],
      ['a.tmx', 7_200_000],
    ] as const) {
      await writeFile(join(folder, name), 'x');
      await utimes(join(folder, name), nowMs / 1000, (nowMs - ageMs) / 1000);
    }
    const files = createImportFiles(dataDirectory);
    expect(await files.listJobs()).toEqual(['a']);
    await files.removeUnfinished(nowMs);
    expect((await readdir(folder)).toSorted()).toEqual(['a.tmx', 'new.part']);
  } finally {
    await rm(dataDirectory, { recursive: true });
  }
});
