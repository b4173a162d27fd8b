import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Translator } from '@dragoman/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, hasLibreOffice, pageCount, SLOW } from '../support/libreoffice.js';
import { startTestServer, type TestServer } from '../support/start-server.js';
import { FLAT_SHEET, FLAT_SLIDES, FLAT_TEXT } from './office-sources.js';

const SOURCES = { text: FLAT_TEXT, sheet: FLAT_SHEET, slides: FLAT_SLIDES } as const;
const EXTENSIONS = { text: 'fodt', sheet: 'fods', slides: 'fodp' } as const;

/** What LibreOffice writes, from which source, and what the translation is called. */
const KINDS = [
  ['docx', 'text', 'text.docx'],
  ['odt', 'text', 'text.odt'],
  ['epub', 'text', 'text.epub'],
  ['html', 'text', 'text.html'],
  ['pdf', 'text', 'text.pdf'],
  ['xlsx', 'sheet', 'sheet.xlsx'],
  ['ods', 'sheet', 'sheet.ods'],
  ['csv', 'sheet', 'sheet.csv'],
  ['pptx', 'slides', 'slides.pptx'],
  ['odp', 'slides', 'slides.odp'],
] as const;
/** Those that LibreOffice opens and shows in pages. */
const PAGED = KINDS.filter(([format]) => !['epub', 'html', 'csv'].includes(format));

let folder: string;
let server: TestServer;

const at = (...names: string[]): string => join(folder, ...names);

// Skipped where LibreOffice is not installed: `npm test -- --all` installs it.
describe.skipIf(!hasLibreOffice())('documents that LibreOffice wrote', SLOW, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-office-'));
    server = await startTestServer();
    const translator = new Translator(server.key, { serverUrl: server.url });
    for (const [source, content] of Object.entries(SOURCES)) {
      await writeFile(at(`${source}.${EXTENSIONS[source as keyof typeof SOURCES]}`), content);
    }
    for (const [format, source, fileName] of KINDS) {
      await convert(format, at(format), at(`${source}.${EXTENSIONS[source]}`));
      const name = `${source}.${format}`;
      const content = await readFile(at(format, name));
      const result = await translator.translateDocument({ content, fileName: name }, 'en', 'es');
      expect(result.fileName).toBe(fileName);
      await mkdir(at(format, 'es'));
      await writeFile(at(format, 'es', fileName), result.content);
    }
    // Under names of their own, so that one start of LibreOffice shows all of them in pages.
    await mkdir(at('shown'));
    for (const [format, source, fileName] of PAGED) {
      await copyFile(at(format, `${source}.${format}`), at('shown', `${format}-before.${format}`));
      await copyFile(at(format, 'es', fileName), at('shown', `${format}-after.${format}`));
    }
    const shown = PAGED.flatMap(([format]) =>
      ['before', 'after'].map((when) => at('shown', `${format}-${when}.${format}`)),
    );
    await convert('pdf', at('pages'), ...shown);
  }, SLOW.timeout);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(PAGED)('open in it again, with as many pages: %s', async (format) => {
    const before = await pageCount(at('pages', `${format}-before.pdf`));
    const after = await pageCount(at('pages', `${format}-after.pdf`));
    expect(before).toBeGreaterThan(0);
    expect(Math.abs(after - before)).toBeLessThanOrEqual(format === 'pdf' ? 0 : 1);
  });

  it.each(['docx', 'odt'])('say in %s what they should', async (format) => {
    await convert('txt:Text', at(format, 'text'), at(format, 'es', `text.${format}`));
    const text = await readFile(at(format, 'text', 'text.txt'), 'utf8');
    for (const sentence of ['La casa es grande.', 'El perro es negro.']) {
      expect(text).toContain(sentence);
    }
    expect(text).not.toMatch(/house|dog/i);
  });
});
