import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseProgram, compiledPathOf, loadBundle } from './choose-program.js';

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
    await written('server/dist/bundle/main.cjs', 300);
    expect(await chosen()).toBe(`${folder}/server/dist/bundle/main.cjs`);
  });

  it('is what was compiled, where one of them was compiled after it was bundled', async () => {
    await written('server/dist/.tsbuildinfo', 100);
    await written('server/dist/bundle/main.cjs', 200);
    await written('core/dist/.tsbuildinfo', 300);
    expect(await chosen()).toBe(`${folder}/server/dist/cli/main.js`);
  });

  it('is what was compiled, where nothing was bundled', async () => {
    await written('server/dist/.tsbuildinfo', 100);
    expect(await chosen()).toBe(`${folder}/server/dist/cli/main.js`);
  });
});

describe('a bundle', () => {
  const SOURCE =
    "exports.main = async ([word]) => { exports.said = [word, __filename, typeof require('node:fs')]; };";
  const bundled = async (source = SOURCE) => {
    const file = join(folder, 'main.cjs');
    await writeFile(file, source);
    return file;
  };
  const said = async (file: string) => {
    const { program } = loadBundle(file);
    await program.main(['hello']);
    return (program as unknown as { said: unknown }).said;
  };

  it('is loaded as a CommonJS module', async () => {
    const file = await bundled();
    expect(await said(file)).toEqual(['hello', file, 'object']);
  });

  it('may have any characters, also in patterns and templates', async () => {
    const file = await bundled(SOURCE.replace('word,', '/^[€’]$/.test(word), `’` + word,'));
    const { program } = loadBundle(file);
    await program.main(['€']);
    expect(program).toMatchObject({ said: [true, '’€', file, 'object'] });
  });

  it('is loaded with what was compiled of it before', async () => {
    const file = await bundled();
    await writeFile(compiledPathOf(file), loadBundle(file).script.createCachedData());
    expect(loadBundle(file).script.cachedDataRejected).toBe(false);
    expect(await said(file)).toEqual(['hello', file, 'object']);
  });

  it('is compiled again where what was compiled is damaged or of another source', async () => {
    const file = await bundled();
    await writeFile(compiledPathOf(file), loadBundle(file).script.createCachedData());
    await bundled(SOURCE.replace('word,', 'word, 1,'));
    expect(await said(file)).toEqual(['hello', 1, file, 'object']);
    await writeFile(compiledPathOf(file), 'noise');
    expect(await said(file)).toEqual(['hello', 1, file, 'object']);
  });
});
