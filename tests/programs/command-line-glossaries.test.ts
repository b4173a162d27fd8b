import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDragoman } from '../support/run-command.js';
import { postTranslate } from '../support/start-server.js';
import { type CommandBesideServer, startCommandBesideServer } from './command-beside-server.js';

let beside: CommandBesideServer;
beforeAll(async () => {
  beside = await startCommandBesideServer('glossaries', {
    'terms.tsv': 'house\thogar\n5" disk\tdisco de 5"\n',
    'terms.csv': 'house,maison,en,fr\nhouse,Haus,en,de\n',
    'wrong.tsv': 'house\thogar\nhouse\tcasa\n',
    'latin1.tsv': Buffer.from('house\tjard\xedn\n', 'latin1'),
  });
});
afterAll(() => beside?.stop());

const dragoman: CommandBesideServer['dragoman'] = (words) => beside.dragoman(words);
const failing: CommandBesideServer['failing'] = (words) => beside.failing(words);

describe.each([
  ['in the database', (): readonly string[] => []],
  ['on a server', (): readonly string[] => ['--server', beside.server.url]],
])('glossaries %s', (_, where) => {
  it('are imported, listed, exported and removed', async () => {
    const name = 'Product names';
    const pair = ['--from', 'en', '--to', 'spanish'];
    const { stdout } = await dragoman([
      ...['import', 'terms.tsv', '--name', name, ...pair],
      ...where(),
    ]);
    const id = stdout.trim();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await dragoman([
      'import',
      'terms.csv',
      '--name',
      name,
      '--from',
      'en',
      '--to',
      'de',
      ...where(),
    ]);

    const listed = (await dragoman(['list', ...where()])).stdout;
    expect(listed).toMatch(new RegExp(`${id} +Product names +en to es +2\n`));
    expect(listed).toMatch(new RegExp(`${id} +Product names +en to de +1\n`));
    const { glossaries } = JSON.parse((await dragoman(['list', '--json', ...where()])).stdout);
    expect(glossaries).toMatchObject([{ glossary_id: id, name, dictionaries: [{}, {}] }]);

    const exported = await dragoman(['export', name, ...pair, ...where()]);
    expect(exported.stdout).toBe('house\thogar\n5" disk\tdisco de 5"\n');
    const csv = await dragoman(['export', id, ...pair, '--format', 'csv', ...where()]);
    expect(csv.stdout).toBe('house,hogar\n"5"" disk","disco de 5"""\n');
    expect((await failing(['export', name, ...where()])).stderr).toContain('--from and --to');

    await dragoman(['remove', name, '--from', 'en', '--to', 'de', ...where()]);
    expect((await dragoman(['export', name, ...where()])).stdout).toContain('house\thogar');
    await dragoman(['remove', id.slice(0, 8), ...where()]);
    expect((await dragoman(['list', ...where()])).stderr).toContain('No glossaries yet');
  });

  it('keep their id when entries are imported again', async () => {
    const command = ['import', 'terms.tsv', '--name', 'Again', '--from', 'en', '--to', 'es'];
    const first = await dragoman([...command, ...where()]);
    const second = await dragoman([...command, ...where()]);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain('Replaced');
    await dragoman(['remove', 'Again', ...where()]);
  });

  it('are not imported with an error, which is named', async () => {
    const into = ['--name', 'Wrong', '--from', 'en', '--to', 'es', ...where()];
    expect(await failing(['import', 'wrong.tsv', ...into])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Key with the index 1 (starting at position 12) duplicates'),
    });
    expect(await failing(['import', 'latin1.tsv', ...into])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('latin1.tsv is not UTF-8'),
    });
    expect((await failing(['import', 'none.tsv', ...into])).stderr).toContain('none.tsv');
    expect((await failing(['export', 'Wrong', ...where()])).stderr).toContain('no glossary');
    expect((await dragoman(['list', ...where()])).stderr).toContain('No glossaries yet');
  });
});

describe('a glossary imported into the database', () => {
  it('is used by a running server at once, and its change is in the audit log', async () => {
    const import_ = ['import', 'terms.tsv', '--name', 'Live', '--from', 'en', '--to', 'es'];
    const id = (await dragoman(import_)).stdout.trim();
    const body = { text: ['house'], source_lang: 'en', target_lang: 'es', glossary_id: id };
    const answer = (await (await postTranslate(beside.server, body)).json()) as {
      readonly translations: readonly { readonly text: string }[];
    };
    expect(answer.translations).toMatchObject([{ text: 'hogar' }]);
    const audit = await runDragoman(['keys', 'audit'], {
      DRAGOMAN_DATA_DIR: beside.server.dataDirectory,
    });
    expect(audit).toMatch(
      new RegExp(`command line \\S+ +create-glossary +configured +glossary=${id}`),
    );
  });
});
