import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postTranslate, startTestServer } from '../../support/start-server.js';

/** Words that can only get into a file through the request. */
const TEXT = 'The house of Vandermolenbrug is big.';
const TRACE = 'Vandermolenbrug';

let folder = '';
let answers = '';
let output = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-traces-'));
  const server = await startTestServer({
    dataDirectory: folder,
    environment: { DRAGOMAN_LOG_LEVEL: 'trace' },
  });
  const bodies = [
    { text: [TEXT], target_lang: 'ES' },
    { text: [`<p>${TEXT}</p>`], target_lang: 'CA', tag_handling: 'html' },
    { text: [TEXT], target_lang: 'XX' },
    { text: [`${TEXT}<p>`], target_lang: 'ES', tag_handling: 'xml', tag_handling_version: 'v2' },
  ];
  for (const body of bodies) answers += await (await postTranslate(server, body)).text();
  answers += await (await postTranslate(server, `{"text": ["${TEXT}"`)).text();
  await fetch(`${server.url}/v2/languages?type=${TRACE}`, {
    headers: { authorization: `Service-Auth-Key ${server.key}` },
  });
  await server.stop();
  output = server.output();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const filesBelow = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a text that was translated', () => {
  it('was really there', () => {
    expect(answers.split(TRACE)).toHaveLength(3);
    expect(filesBelow(folder).map((file) => file.slice(folder.length + 1))).toContain(
      'dragoman.db',
    );
  });

  it('is in no file the server wrote', () => {
    for (const file of filesBelow(folder)) {
      expect(readFileSync(file).includes(TRACE), file).toBe(false);
    }
  });

  it('is in no log, at any level, and neither is the key', () => {
    expect(output).toContain('"route":"/v2/translate"');
    expect(output).not.toContain(TRACE);
    expect(output).not.toContain('test-key-0123456789');
  });
});
