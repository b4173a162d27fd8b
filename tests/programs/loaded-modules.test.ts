import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MODULES = new URL('../../packages/server/dist/cli/main.js', import.meta.url).href;

/** Writes the name of every package that a program loads into a file. */
const RECORDER = `
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
const note = (place) => {
  const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(place)?.[1];
  if (name !== undefined) appendFileSync(process.env.LOADED, name + '\\n');
};
const find = Module._resolveFilename;
Module._resolveFilename = (...request) => {
  const place = find(...request);
  note(place);
  return place;
};
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync } from 'node:fs';
  const note = \${note};
  export const resolve = async (name, context, next) => {
    const found = await next(name, context);
    note(found.url);
    return found;
  };
\`));
`;

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-loaded-'));
  await writeFile(join(directory, 'recorder.mjs'), RECORDER);
});
afterAll(() => rm(directory, { recursive: true }));

/** The npm packages that a command loads. The bundle has all modules in one file, but runs the same ones. */
const loadedBy = async (...words: string[]): Promise<readonly string[]> => {
  const loaded = join(directory, `${words.join('-')}.txt`);
  const program = `const { main } = await import('${MODULES}'); await main(process.argv.slice(1));`;
  const options = ['--import', join(directory, 'recorder.mjs'), '--input-type=module'];
  await promisify(execFile)(process.execPath, [...options, '--eval', program, '--', ...words], {
    env: { PATH: process.env.PATH, DRAGOMAN_DATA_DIR: join(directory, 'data'), LOADED: loaded },
    timeout: 30_000,
  });
  return [...new Set((await readFile(loaded, 'utf8')).trim().split('\n'))].toSorted();
};

describe('a command loads', () => {
  it('nothing but settings and options for what needs neither database nor engine', async () => {
    expect(await loadedBy('--version')).toEqual(['commander', 'zod']);
    expect(await loadedBy('models', 'list')).toEqual(['commander', 'zod']);
  });

  it('only the database that is used', async () => {
    const packages = await loadedBy('keys', 'list');
    expect(packages).toEqual(expect.arrayContaining(['commander', 'kysely', 'libsql', 'zod']));
    for (const unused of ['pg', 'pg-boss', 'ioredis', 'fastify', '@opentelemetry/api']) {
      expect(packages).not.toContain(unused);
    }
  });
});
