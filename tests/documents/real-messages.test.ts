import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FluentParser } from '@fluent/syntax';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../packages/documents/dist/archive.js';
import { pseudoTranslate } from '../../packages/documents/dist/conformance/notation.js';
import { DEFAULT_LIMITS } from '../../packages/documents/dist/limits.js';
import { keyOfParagraph } from '../../packages/documents/dist/paragraph.js';
import { readDocument } from '../../packages/documents/dist/read-document.js';
import { writeDocument } from '../../packages/documents/dist/write-document.js';

/** Messages of Firefox, from the Debian package that `npm test` downloads. */
const FOLDER = fileURLToPath(
  new URL(
    '../../node_modules/.cache/test-documents/usr/lib/firefox-esr/browser/extensions/',
    import.meta.url,
  ),
);
const MAX_FILES = 60;

const messagesOf = async (
  extension: string,
): Promise<readonly (readonly [string, Uint8Array])[]> => {
  const name = readdirSync(FOLDER).find((file) => file.endsWith('.xpi'));
  if (!name) return [];
  const archive = await readArchive(readFileSync(`${FOLDER}${name}`), DEFAULT_LIMITS);
  const names = archive.entries
    .map((entry) => entry.name)
    .filter((file) => file.endsWith(extension));
  // From all over the program: files in one folder are much alike.
  const step = Math.ceil(names.length / MAX_FILES);
  return names
    .filter((_file, index) => index % step === 0)
    .map((file) => [file, archive.inflate(file)] as const);
};

const countJunk = (bytes: Uint8Array): number =>
  new FluentParser()
    .parse(Buffer.from(bytes).toString('utf8'))
    .body.filter(({ type }) => type === 'Junk').length;

// Without apt there is no package.
describe.skipIf(!existsSync(FOLDER))('messages of Firefox', () => {
  it.each([
    ['fluent', '.ftl'],
    ['properties', '.properties'],
  ] as const)('are read, kept and written: %s', async (format, extension) => {
    let paragraphs = 0;
    for (const [name, bytes] of await messagesOf(extension)) {
      const document = await readDocument(bytes, { format }).catch(() => undefined);
      // Some have nothing but names and numbers.
      if (!document) continue;
      paragraphs += document.paragraphs.length;
      const same = await writeDocument(document, document.paragraphs);
      expect(Buffer.compare(same.bytes, bytes), name).toBe(0);
      const translations = document.paragraphs.map((paragraph) => pseudoTranslate(paragraph));
      const written = await writeDocument(document, translations, { targetLanguage: 'pl' });
      const again = await readDocument(written.bytes, { format });
      const added = again.paragraphs.length - translations.length;
      expect(added, name).toBeGreaterThanOrEqual(0);
      const found = new Set(again.paragraphs.map(keyOfParagraph));
      expect(
        translations.filter((paragraph) => !found.has(keyOfParagraph(paragraph))),
        name,
      ).toEqual([]);
      if (format === 'fluent') expect(countJunk(written.bytes), name).toBe(countJunk(bytes));
    }
    expect(paragraphs).toBeGreaterThan(500);
  });
});
