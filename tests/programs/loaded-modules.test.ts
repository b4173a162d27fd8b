import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDragoman } from '../support/run-command.js';

/** Writes the name of every package that a program loads into a file: those of a bundle are in a list beside it. */
const RECORDER = `
import { appendFileSync, readFileSync } from 'node:fs';
import Module, { register } from 'node:module';
const note = (place) => {
  const bundled = /\\/dist\\/bundle\\/(.*)/.exec(place)?.[1];
  const sources = () => JSON.parse(readFileSync(new URL('sources.json', place), 'utf8'));
  for (const file of bundled ? sources()[bundled] ?? [] : [place]) {
    const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1];
    if (name !== undefined) appendFileSync(process.env.LOADED, name + '\\n');
  }
};
const find = Module._resolveFilename;
Module._resolveFilename = (...request) => {
  const place = find(...request);
  note(place);
  return place;
};
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync, readFileSync } from 'node:fs';
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

/** The npm packages that a command loads. */
const loadedBy = async (...words: string[]): Promise<readonly string[]> => {
  const loaded = join(directory, `${words.join('-')}.txt`);
  await runDragoman(words, {
    DRAGOMAN_DATA_DIR: join(directory, 'data'),
    LOADED: loaded,
    NODE_OPTIONS: `--import ${join(directory, 'recorder.mjs')}`,
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
