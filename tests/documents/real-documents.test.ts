import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Translator } from '@dragoman/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, hasLibreOffice, pageCount, SLOW } from '../support/libreoffice.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const OFFICE = '/usr/lib/libreoffice';
const TEMPLATES = `${OFFICE}/share/template/common`;

/** Real documents: those of the Debian packages of LibreOffice, and of `base-files`. */
const INSTALLED = {
  ott: `${TEMPLATES}/personal/CV.ott`,
  otp: `${TEMPLATES}/presnt/Metropolis.otp`,
  ots: `${TEMPLATES}/wizard/styles/diner.ots`,
  ods: `${OFFICE}/program/opencl/cl-test.ods`,
  html: `${OFFICE}/LICENSE.html`,
  pdf: `${OFFICE}/share/xpdfimport/xpdfimport_err.pdf`,
  pot: `${OFFICE}/share/basic/ScriptForge/po/ScriptForge.pot`,
  properties: `${OFFICE}/share/wizards/resources_en_US.properties`,
  txt: '/usr/share/common-licenses/GPL-3',
} as const;

/** The same documents as other programs write them. */
const CONVERTED = { docx: 'ott', odt: 'ott', pptx: 'otp', odp: 'otp', xlsx: 'ods' } as const;

const KINDS = [...Object.keys(INSTALLED), ...Object.keys(CONVERTED)];
const PAGED = KINDS.filter((kind) => !['pot', 'properties'].includes(kind));

let folder: string;
let server: TestServer;
const at = (...names: string[]): string => join(folder, ...names);
const source = (kind: string): string => at(`${kind}.${kind}`);
const result = (kind: string): string => at('es', `${kind}.${kind}`);

// Skipped where LibreOffice is not installed: `npm test -- --all` installs it.
describe.skipIf(!hasLibreOffice())('real documents', SLOW, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-real-'));
    await mkdir(at('es'));
    for (const [kind, path] of Object.entries(INSTALLED)) await copyFile(path, source(kind));
    for (const [kind, from] of Object.entries(CONVERTED)) {
      await convert(kind, at(kind), source(from));
      await copyFile(at(kind, `${from}.${kind}`), source(kind));
    }
    server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'apertium' } });
    const translator = new Translator(server.key, { serverUrl: server.url });
    for (const kind of KINDS) {
      const file = { content: await readFile(source(kind)), fileName: `${kind}.${kind}` };
      const { content, fileName } = await translator.translateDocument(file, 'en', 'es');
      expect(extname(fileName)).toBe(`.${kind}`);
      await writeFile(result(kind), content);
    }
    await convert('pdf', at('before'), ...PAGED.map(source));
    await convert('pdf', at('after'), ...PAGED.map(result));
  }, SLOW.timeout);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(PAGED)('open in LibreOffice with about as many pages: %s', async (kind) => {
    const before = await pageCount(at('before', `${kind}.pdf`));
    const after = await pageCount(at('after', `${kind}.pdf`));
    expect(before).toBeGreaterThan(0);
    // Spanish is longer than English.
    const allowed = Math.max(1, Math.round(before * 0.3));
    expect(Math.abs(after - before)).toBeLessThanOrEqual(allowed);
  });

  it.each(KINDS)('are in the other language: %s', async (kind) => {
    const [before, after] = await Promise.all([readFile(source(kind)), readFile(result(kind))]);
    expect(after.equals(before)).toBe(false);
  });

  it('keep the messages of a catalogue and translate all of them', async () => {
    const [before, after] = await Promise.all(
      [source('pot'), result('pot')].map((path) => readFile(path, 'utf8')),
    );
    const messages = (text = '') => text.match(/^msgid .*(?:\n".*")*/gm) ?? [];
    expect(messages(after)).toEqual(messages(before));
    expect(messages(before).length).toBeGreaterThan(30);
    const empty = (text = '') => text.match(/^msgstr ""\n(?!")/gm)?.length ?? 0;
    expect(empty(before)).toBeGreaterThan(30);
    expect(empty(after)).toBe(0);
  });

  it('keep the keys of properties and the comments between them', async () => {
    const keys = async (path: string) =>
      (await readFile(path, 'utf8')).match(/^(?:#.*|[^=#\n]+=)/gm);
    expect(await keys(result('properties'))).toEqual(await keys(source('properties')));
  });
});
