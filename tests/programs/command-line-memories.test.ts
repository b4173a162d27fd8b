import type { WireMemory, WireMemoryImport } from '@dragoman/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runDragoman } from '../support/run-command.js';
import { postTranslate } from '../support/start-server.js';
import { type CommandBesideServer, startCommandBesideServer } from './command-beside-server.js';

const TMX = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en-US"/><body>
<tu><tuv xml:lang="en-US"><seg>Hello world!</seg></tuv><tuv xml:lang="es"><seg>¡Hola a todos!</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Good morning.</seg></tuv><tuv xml:lang="de"><seg>Morgen!</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Not translated</seg></tuv></tu>
</body></tmx>`;

let beside: CommandBesideServer;
beforeAll(async () => {
  beside = await startCommandBesideServer('memories', {
    'greetings.tmx': TMX,
    'cut.tmx': TMX.slice(0, 250),
    'empty.tmx': '',
  });
});
afterAll(() => beside?.stop());

const dragoman: CommandBesideServer['dragoman'] = (words) => beside.dragoman(words);
const failing: CommandBesideServer['failing'] = (words) => beside.failing(words);

const PLACES = [
  ['in the database', (): readonly string[] => []],
  ['on a server', (): readonly string[] => ['--server', beside.server.url]],
] as const;

describe.each(PLACES)('translation memories %s', (_, where) => {
  it('are imported, listed, exported and removed', async () => {
    const imported = await dragoman(['import', 'greetings.tmx', '--name', 'Hello', ...where()]);
    const id = imported.stdout.trim();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(imported.stderr).toContain("Created 'Hello' with 2 segments; 1 units were skipped.");
    const other = (await dragoman(['import', 'greetings.tmx', ...where()])).stdout.trim();

    const listed = (await dragoman(['list', ...where()])).stdout;
    expect(listed).toMatch(new RegExp(`${id} +Hello +en to de, es +2\n`));
    expect(listed).toMatch(new RegExp(`${other} +greetings.tmx +en to de, es +2\n`));
    const { translation_memories: memories } = JSON.parse(
      (await dragoman(['list', '--json', ...where()])).stdout,
    );
    expect(memories).toMatchObject([{ translation_memory_id: id }, { segment_count: 2 }]);

    const { stdout: exported } = await dragoman(['export', 'Hello', ...where()]);
    expect(exported).toContain('<tuv xml:lang="ES"><seg>¡Hola a todos!</seg></tuv>');
    expect(exported).toMatch(/<\/tmx>\n$/);

    await dragoman(['remove', 'Hello', ...where()]);
    await dragoman(['remove', other.slice(0, 8), ...where()]);
    expect((await dragoman(['list', ...where()])).stderr).toContain('No translation memories yet');
    expect((await failing(['export', 'Hello', ...where()])).stderr).toContain(
      'no translation memory',
    );
  });

  it('are not imported from a file that is damaged, which is reported', async () => {
    expect(await failing(['import', 'cut.tmx', ...where()])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TMX: line 4'),
    });
    expect((await failing(['import', 'empty.tmx', ...where()])).stderr).toContain('is empty');
    expect((await failing(['import', 'none.tmx', ...where()])).stderr).toContain('none.tmx');
    expect((await failing(['import', '.', ...where()])).stderr).toContain('is not a file');
    expect((await dragoman(['list', ...where()])).stderr).toContain('No translation memories yet');
  });
});

describe('more translation memories than one page of the list', () => {
  const call = async (path: string, body: object): Promise<WireMemoryImport> => {
    const headers = {
      authorization: `Service-Auth-Key ${beside.server.key}`,
      'content-type': 'application/json',
    };
    const url = `${beside.server.url}/v3/translation_memories${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as WireMemoryImport;
  };

  it.each(PLACES)(
    'are all listed %s',
    async (place, where) => {
      const names = Array.from({ length: 26 }, (_, index) => `${index} ${place}`);
      for (const name of names) {
        const source_file = { file_name: name, content_length: Buffer.byteLength(TMX) };
        const { upload_url: url } = await call('/import', { source_file });
        await fetch(url, { method: 'PUT', body: TMX });
      }
      await vi.waitUntil(
        async () => {
          const { stdout } = await dragoman(['list', '--json', ...where()]);
          const listed: readonly WireMemory[] = JSON.parse(stdout).translation_memories;
          return names.every((name) => listed.some((memory) => memory.name === name));
        },
        { timeout: 60_000, interval: 1000 },
      );
    },
    90_000,
  );
});

describe('a translation memory imported into the database', () => {
  it('is used by a running server at once, and its change is in the audit log', async () => {
    const id = (await dragoman(['import', 'greetings.tmx'])).stdout.trim();
    const body = { text: ['Helloo world!'], target_lang: 'es', translation_memory_id: id };
    const answer = (await (await postTranslate(beside.server, body)).json()) as {
      readonly translations: readonly { readonly text: string }[];
    };
    expect(answer.translations).toMatchObject([{ text: '¡Hola a todos!' }]);
    const audit = await runDragoman(['keys', 'audit'], {
      DRAGOMAN_DATA_DIR: beside.server.dataDirectory,
    });
    expect(audit).toMatch(new RegExp(`command line \\S+ +create-memory +configured +memory=${id}`));
  });
});
