import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText, referToUnencodable } from './text-encoding.js';

describe('text', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('survives %s', (label) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // The mark of UTF-16 and two zeros are the mark of UTF-32.
        fc.pre(!text.startsWith('\0'));
        const bytes = encodeText(text, { label, hasByteOrderMark: true }) ?? new Uint8Array();
        expect(decodeText(bytes)).toEqual({ text, encoding: { label, hasByteOrderMark: true } });
      }),
    );
  });

  it('comes back as the same bytes from every single-byte encoding', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom('windows-1252', 'windows-1251', 'iso-8859-2', 'koi8-r', 'ibm866'),
        (bytes, label) => {
          // A byte order mark is believed more than what the document says.
          fc.pre(!/^(?:fffe|feff|efbbbf|0000feff)/.test(Buffer.from(bytes).toString('hex')));
          const { text, encoding } = decodeText(bytes, { declared: label });
          expect(Buffer.from(encodeText(text, encoding) ?? [])).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('is written with references where the encoding lacks characters', () => {
    expect(referToUnencodable('a € 漢 😀', 'windows-1252')).toBe('a € &#28450; &#128512;');
  });

  it('is malformed in an encoding that it is not in', () => {
    const half = Buffer.from([0xff, 0xfe, 0x41]);
    expect(() => decodeText(half)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });
});
