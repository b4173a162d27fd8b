import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/server/dist/platform/database/testing/free-port.js';
import { runCommand, runFailingCommand } from '../support/run-command.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-cli-server-'));
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

/** Without its own engines: everything is translated by the server. */
const WITHOUT_ENGINES = { DRAGOMAN_ENGINES: 'fake' };

type Call = readonly [words: readonly string[], environment?: Readonly<Record<string, string>>];

const asCommand = ([words, environment]: Call): Parameters<typeof runCommand> => [
  [...words, '--server', server.url],
  {
    folder: directory,
    environment: { DRAGOMAN_AUTH_KEY: server.key, ...WITHOUT_ENGINES, ...environment },
  },
];

const dragoman = (...call: Call) => runCommand(...asCommand(call));
const failing = (...call: Call) => runFailingCommand(...asCommand(call));

describe('the command line against a server', () => {
  it('translates text with the options of the contract', async () => {
    const { stdout } = await dragoman([
      ...['translate', '--to', 'en', '--from', 'es', '--json', '--show-billed-characters'],
      ...['--tag-handling', 'html', '--ignore-tags', 'x', '<b>La casa</b> <x>casa</x>'],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      detected_source_language: 'ES',
      text: '<b>The house</b> <x>casa</x>',
      billed_characters: 26,
    });
  });

  it('translates a document', async () => {
    await writeFile(join(directory, 'house.md'), '# La casa\n\nEs **grande**.\n');
    const { stdout } = await dragoman([
      ...['translate', '--to', 'ca', '--json', '-o', 'casa.md', 'house.md'],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      file: 'house.md',
      output: 'casa.md',
      billed_characters: 17,
    });
    expect(await readFile(join(directory, 'casa.md'), 'utf8')).toBe('# La casa\n\nÉs **gran**.\n');
  });

  it('translates a file of many requests as it would by itself', async () => {
    const source = `<html><body>${'<p>La casa es <b>grande</b>.</p>\n'.repeat(9000)}</body></html>`;
    await writeFile(join(directory, 'page.html'), source);
    await dragoman(['translate', '--to', 'ca', '--file', 'page.html', '--output', 'ca.html']);
    const expected = source.replaceAll('es <b>grande</b>', 'és <b>gran</b>');
    expect((await readFile(join(directory, 'ca.html'), 'utf8')) === expected).toBe(true);
  });

  it('lists what the server can translate', async () => {
    const { stdout } = await dragoman(['languages']);
    expect(stdout).toMatch(/From:\n.*CA +Catalan.*Into:\n.*ES +Spanish/s);
  });

  it('detects languages', async () => {
    const { stdout } = await dragoman(['detect', '--json', 'La casa és gran i el gos és negre.']);
    expect(JSON.parse(stdout)).toEqual({
      language: 'CA',
      name: 'Catalan',
      confidence: expect.any(Number),
    });
    const refused = await failing(['detect', 'casa'], { DRAGOMAN_AUTH_KEY: 'another-key' });
    expect(refused.stderr).toContain('refuses the key');
  });

  it('can get the server from the environment', async () => {
    const { stdout } = await runCommand(['translate', '--to', 'en', 'La casa'], {
      folder: directory,
      environment: {
        DRAGOMAN_AUTH_KEY: server.key,
        DRAGOMAN_SERVER_URL: `${server.url}/`,
        ...WITHOUT_ENGINES,
      },
    });
    expect(stdout).toBe('The house\n');
  });

  it('says whether the server is well and takes the key', async () => {
    const { stdout } = await dragoman(['doctor']);
    expect(stdout).toContain(`Server ${server.url}: ready`);
    expect(stdout).toContain('key: accepted');
    const refused = await failing(['doctor', '--json'], { DRAGOMAN_AUTH_KEY: 'another-key' });
    expect(refused.code).toBe(1);
  });

  it('takes the key of the data folder for a server of this machine', async () => {
    await writeFile(join(directory, 'auth-key'), `${server.key}\n`);
    const { stdout } = await runCommand(
      ['translate', '--to', 'en', '--server', server.url, 'La casa es grande.'],
      { folder: directory, environment: { DRAGOMAN_DATA_DIR: directory } },
    );
    expect(stdout).toBe('The house is big.\n');
  });

  it.each([
    [1, ['--to', 'en', 'casa'], { DRAGOMAN_AUTH_KEY: 'another-key' }, 'DRAGOMAN_AUTH_KEY'],
    [2, ['--to', 'xx', 'casa'], {}, "Value for 'target_lang' not supported."],
    [1, ['--to', 'zu', 'casa'], {}, 'is installed on this server'],
  ] as const)('fails with %i and a sentence: %j %j', async (code, words, environment, message) => {
    const failed = await failing(['translate', ...words, '--output', 'never'], environment);
    expect(failed.code).toBe(code);
    expect(failed.stderr).toContain(message);
    expect(failed.stderr).toMatch(/^dragoman: [^\n]+\n$/);
    expect((await readdir(directory)).filter((name) => name.startsWith('never'))).toEqual([]);
  });

  it('says which element is the trouble where a document does not fit into requests', async () => {
    await writeFile(join(directory, 'huge.html'), `<p>${'casa <b>x</b> '.repeat(10_000)}</p>`);
    const failed = await failing(['translate', '--to', 'en', '--file', 'huge.html']);
    expect(failed.stderr).toContain('One element of the document is too large for a request');
  });

  it('says at once that nobody answers', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const words = ['translate', '--to', 'en', 'casa', '--server', nobody];
    const failed = await runFailingCommand(words, {
      environment: { DRAGOMAN_AUTH_KEY: server.key },
    });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`No server responds at ${nobody}.`);
  });
});
