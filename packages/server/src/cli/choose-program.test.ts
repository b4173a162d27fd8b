import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseProgram } from './choose-program.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-program-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the program that is run', () => {
  const written = async (name: string, atSeconds: number) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), atSeconds, atSeconds);
  };
  const chosen = async () => (await chooseProgram(pathToFileURL(`${folder}/`))).pathname;

  it('is the bundle of all packages', async () => {
    await written('core/dist/.tsbuildinfo', 100);
    await written('server/dist/.tsbuildinfo', 200);
    await written('server/dist/bundle/main.js', 300);
    expect(await chosen()).toBe(`${folder}/server/dist/bundle/main.js`);
  });

  it('is what was compiled, where one of them was compiled after it was bundled', async () => {
    await written('server/dist/.tsbuildinfo', 100);
    await written('server/dist/bundle/main.js', 200);
    await written('core/dist/.tsbuildinfo', 300);
    expect(await chosen()).toBe(`${folder}/server/dist/cli/main.js`);
  });

  it('is what was compiled, where nothing was bundled', async () => {
    await written('server/dist/.tsbuildinfo', 100);
    expect(await chosen()).toBe(`${folder}/server/dist/cli/main.js`);
  });
});
