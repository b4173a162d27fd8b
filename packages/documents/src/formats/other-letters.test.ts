import { describe, expect, it } from 'vitest';
import { notationsOf, utf8 } from '../conformance/notation.js';
import { buildPdf, linesAt } from '../conformance/pdf-samples.js';
import type { DocumentFormat } from '../formats.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { readDocument } from '../read-document.js';
import { readLayout } from './pdf/layout/document-layout.js';
import { openPdf } from './pdf/objects/pdf-file.js';

const kept = (text: string, id = 1): string => `<n id="${id}">${text}</n>`;

const CASES: readonly (readonly [DocumentFormat, string, readonly string[]])[] = [
  ['adoc', 'A word^é^ here', [`A word${kept('é')} here`]],
  ['adoc', 'Take +é+ and +$5+ away', [`Take ${kept('é')} and ${kept('$5', 2)} away`]],
  ['adoc', ':größe: ten metres\n\nIt has {größe} today', [`It has ${kept('größe')} today`]],
  ['adoc', 'Write to jörg@müller.de now', [`Write to ${kept('jörg@müller.de')} now`]],
  ['rst', 'See https://a.example/Ö now', [`See ${kept('https://a.example/Ö')} now`]],
  ['rst', 'See Größe_ now', [`See ${kept('Größe')} now`]],
  ['rst', 'As [Müller2020]_ says', ['As <x id="1"/> says']],
  ['rst', 'Write to jörg@müller.de now', [`Write to ${kept('jörg@müller.de')} now`]],
  ['json', '{"a": "{größe, select, männlich {A man} other {A child}}"}', ['A man', 'A child']],
  ['txt', 'info@пример.рф\nA word', ['A word']],
];

describe('letters outside of ASCII', () => {
  it.each(CASES)('are letters in %s: %s', async (format, text, paragraphs) => {
    expect(notationsOf((await readDocument(utf8(text), { format })).paragraphs)).toEqual(
      paragraphs,
    );
  });

  it('make a heading of what would be a page number', () => {
    const isRunning = (line: string): boolean | undefined => {
      const file = openPdf(
        buildPdf({ pages: [{ content: linesAt(72, 780, [line]) }] }),
        DEFAULT_LIMITS,
      );
      return readLayout(file, DEFAULT_LIMITS).paragraphs[0]?.isRunning;
    };
    expect([isRunning('ÉÀÉ 12'), isRunning('- 12 -')]).toEqual([false, true]);
  });
});
