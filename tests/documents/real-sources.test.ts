import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkDocument, toCheckedDocument } from '../../packages/documents/dist/check-document.js';
import { pseudoTranslate } from '../../packages/documents/dist/conformance/notation.js';
import type { DocumentFormat } from '../../packages/documents/dist/formats.js';
import type { Paragraph, TranslatableDocument } from '../../packages/documents/dist/model.js';
import { readDocument } from '../../packages/documents/dist/read-document.js';
import { writeDocument } from '../../packages/documents/dist/write-document.js';

/** Files of other projects, from the Debian packages that `npm test` downloads. */
const FETCHED = fileURLToPath(
  new URL('../../node_modules/.cache/test-documents/', import.meta.url),
);

interface Kind {
  readonly format: DocumentFormat;
  readonly folders: readonly string[];
  readonly extension: string;
  /** Fewer would mean that a package has changed. */
  readonly atLeast: { readonly files: number; readonly paragraphs: number };
}

const KINDS: readonly Kind[] = [
  {
    format: 'rtf',
    folders: ['usr/share/GNUstep', 'usr/share/doc/cxref'],
    extension: '.rtf',
    atLeast: { files: 40, paragraphs: 5000 },
  },
  {
    format: 'strings',
    folders: ['usr/share/GNUstep'],
    extension: '.strings',
    atLeast: { files: 20, paragraphs: 3000 },
  },
  {
    format: 'tex',
    folders: ['usr/share/doc/hevea', 'usr/share/doc/cxref', 'usr/share/doc/abntex'],
    extension: '.tex',
    atLeast: { files: 60, paragraphs: 4000 },
  },
  {
    format: 'adoc',
    folders: ['usr/share/gocode', 'usr/share/doc/freeradius'],
    extension: '.adoc',
    atLeast: { files: 30, paragraphs: 1000 },
  },
  {
    format: 'rst',
    folders: ['usr/share/doc/python-jinja2-doc', 'usr/share/doc/freeradius'],
    extension: '.rst',
    atLeast: { files: 20, paragraphs: 900 },
  },
  {
    format: 'idml',
    folders: ['usr/lib/python3/dist-packages/translate'],
    extension: '.idml',
    atLeast: { files: 1, paragraphs: 3 },
  },
  {
    format: 'qt',
    folders: ['usr/share/manuskript'],
    extension: '.ts',
    atLeast: { files: 1, paragraphs: 1000 },
  },
];

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

/** Files of a kind by name. Debian packs long ones, and Sphinx adds an ending to its sources. */
const sourcesOf = ({ folders, extension }: Kind): readonly (readonly [string, Uint8Array])[] =>
  folders
    .flatMap((folder) => filesIn(join(FETCHED, folder)))
    .filter(
      (path) => extname(path.replace(/\.gz$/, '').replace(/\.rst\.txt$/, '.rst')) === extension,
    )
    .map((path) => [path.slice(FETCHED.length), readFileSync(path)] as const)
    .map(([name, bytes]) => [name, name.endsWith('.gz') ? gunzipSync(bytes) : bytes]);

/** What a reader sees of paragraphs; spaces may be written in other ways. */
const wordsOf = (paragraphs: readonly { readonly text: string }[]): readonly string[] =>
  paragraphs.map(({ text }) => text.replace(/\s+/g, ''));

/**
 * What of a document is outside of its paragraphs; a bracket or line end at the edge may count for
 * either side, and LaTeX names its encoding.
 */
const outsideOf = ({ parts }: TranslatableDocument): string =>
  piecesOutside(parts)
    .join('')
    .replace(/[{}\s]|\\\\|\[(?:latin1|utf8)\]/g, '');

const piecesOutside = (parts: TranslatableDocument['parts']): readonly string[] =>
  parts.flatMap(({ text, slots }) => {
    const pieces: string[] = [];
    let position = 0;
    for (const { start, end } of slots) {
      if (start > position) pieces.push(text.slice(position, start));
      position = Math.max(position, end);
    }
    return [...pieces, text.slice(position)];
  });

const translate = async (document: TranslatableDocument, paragraphs: readonly Paragraph[]) => {
  const translations = paragraphs.map((paragraph) => pseudoTranslate(paragraph));
  const written = await writeDocument(document, translations, { targetLanguage: 'de' });
  expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  return { translations, ...written };
};

describe('a bundle of a Flutter app', () => {
  const bytes = readFileSync(
    new URL('../fixtures/documents/jhipster-flutter/intl_en.arb', import.meta.url),
  );
  const messagesOf = (text: Uint8Array): Record<string, string> =>
    JSON.parse(Buffer.from(text).toString());

  it('is read, kept and written', async () => {
    const document = await readDocument(bytes, { format: 'arb' });
    const texts = document.paragraphs.map(({ text }) => text);
    const { locale, ...messages } = messagesOf(bytes);
    expect(locale).toBe('en');
    // An address has nothing to translate.
    const { pageRegisterFormEmailHint, ...sentences } = messages;
    expect(pageRegisterFormEmailHint).toBe('you@example.com');
    expect(texts).toEqual(Object.values(sentences));
    const same = await writeDocument(document, document.paragraphs);
    expect(Buffer.compare(same.bytes, bytes)).toBe(0);

    const translations = texts.map((text) => ({ text: `„${text}“`, codes: [] }));
    const written = await writeDocument(document, translations, { targetLanguage: 'de' });
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
    const translated = Object.entries(sentences).map(([name, text]) => [name, `„${text}“`]);
    expect(messagesOf(written.bytes)).toEqual({
      locale: 'de',
      pageRegisterFormEmailHint,
      ...Object.fromEntries(translated),
    });
  });
});

// Without apt there are no packages.
describe.skipIf(!existsSync(FETCHED))('files of other projects', () => {
  const single = KINDS.filter(({ format }) => format !== 'qt');

  it.each(single.map((kind) => [kind.format, kind] as const))(
    'are read, kept and written: %s',
    async (format, kind) => {
      const count = { files: 0, paragraphs: 0 };
      for (const [name, bytes] of sourcesOf(kind)) {
        // Some have nothing but names and numbers, and one lacks a semicolon.
        const document = await readDocument(bytes, { format }).catch(() => undefined);
        if (!document) continue;
        count.files += 1;
        count.paragraphs += document.paragraphs.length;
        const same = await writeDocument(document, document.paragraphs);
        expect(Buffer.compare(same.bytes, bytes), name).toBe(0);
        const { translations, bytes: written } = await translate(document, document.paragraphs);
        const again = await readDocument(written, { format });
        expect(wordsOf(again.paragraphs), name).toEqual(wordsOf(translations));
        expect(outsideOf(again), name).toBe(outsideOf(document));
      }
      expect(count.files).toBeGreaterThanOrEqual(kind.atLeast.files);
      expect(count.paragraphs).toBeGreaterThanOrEqual(kind.atLeast.paragraphs);
    },
  );

  it('are read and get translations beside their sources: qt', async () => {
    const [kind] = KINDS.filter(({ format }) => format === 'qt');
    let paragraphs = 0;
    for (const [, bytes] of kind ? sourcesOf(kind) : []) {
      const options = { format: 'qt', targetLanguage: 'de' } as const;
      // Most have all of their translations already.
      const document = await readDocument(bytes, options).catch(() => undefined);
      if (!document) continue;
      paragraphs += document.paragraphs.length;
      const { bytes: written } = await translate(document, document.paragraphs);
      await expect(readDocument(written, options)).rejects.toMatchObject({
        code: 'already_translated',
      });
    }
    expect(paragraphs).toBeGreaterThanOrEqual(kind?.atLeast.paragraphs ?? 0);
  });
});
