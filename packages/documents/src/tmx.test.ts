import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTmxReader, TMX_TAIL, type TmxUnit, tmxHead, tmxUnit } from './tmx.js';

const MAX_CHARACTERS = 1000;

const read = (file: string | Uint8Array, pieceBytes = 7): readonly TmxUnit[] => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const reader = createTmxReader(MAX_CHARACTERS);
  const units: TmxUnit[] = [];
  for (let position = 0; position < bytes.length; position += pieceBytes) {
    units.push(...reader.write(bytes.subarray(position, position + pieceBytes)));
  }
  return [...units, ...reader.end()];
};

const tmx = (body: string, { header = 'srclang="en-US"', before = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<tmx version="1.4"><header ${header}/><body>${body}</body></tmx>`;

const plain = (language: string, text: string) => ({ language, text, codes: [] });

describe('a TMX file', () => {
  it('is read piece by piece, with every language of its units', () => {
    const body =
      '<tu><note>said often</note><tuv xml:lang="en-US"><prop type="x">p</prop><seg>Tom &amp; Jerry</seg></tuv><tuv lang="DE"><seg>Tom &#x26; Jerry</seg></tuv></tu>';
    expect(read(tmx(body))).toEqual([
      {
        sourceLanguage: 'en-US',
        variants: [plain('en-US', 'Tom & Jerry'), plain('DE', 'Tom & Jerry')],
      },
    ]);
  });

  it('keeps the tags of its segments as codes; a unit may name its own source', () => {
    const segment =
      '<seg>A <bpt i="1">&lt;b&gt;</bpt>bold<ept i="1">&lt;/b&gt;</ept> <hi>word</hi><ph x="2">{0}<sub>not read</sub></ph><ph/></seg>';
    const [unit] = read(tmx(`<tu srclang="fr"><tuv xml:lang="fr">${segment}</tuv></tu>`));
    expect(unit).toEqual({
      sourceLanguage: 'fr',
      variants: [
        {
          language: 'fr',
          text: 'A <b>bold</b> word{0}',
          codes: [
            { name: 'bpt:1', start: 2, end: 5 },
            { name: 'ept:1', start: 9, end: 13 },
            { name: 'ph:2', start: 18, end: 21 },
          ],
        },
      ],
    });
  });

  it('may leave open which language is the source', () => {
    expect(read(tmx('<tu/>', { header: 'srclang="*all*"' }))[0]?.sourceLanguage).toBeUndefined();
  });

  it('is read in the encoding that its mark or its declaration names', () => {
    const file = tmx('<tu><tuv xml:lang="de"><seg>Größe 日本</seg></tuv></tu>');
    const utf16 = Buffer.from(`\uFEFF${file.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(read(utf16)[0]?.variants[0]?.text).toBe('Größe 日本');
    const latin = Buffer.from(file.replace('UTF-8', 'ISO-8859-1').replace(' 日本', ''), 'latin1');
    expect(read(latin)[0]?.variants[0]?.text).toBe('Größe');
    expect(() => read(Buffer.from(file.replace(' 日本', ''), 'latin1'))).toThrow(
      'encoded in utf-8',
    );
  });

  it('may have a document type, but none that declares anything', () => {
    const ordinary = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">';
    expect(read(tmx('<tu/>', { before: ordinary }))).toHaveLength(1);
    const declaring = '<!DOCTYPE tmx [<!ENTITY a "aaaa">]>';
    expect(() => read(tmx('<tu/>', { before: declaring }))).toThrow(
      'declarations are not accepted',
    );
    const seg = '<tu><tuv xml:lang="en"><seg>&a;</seg></tuv></tu>';
    expect(() => read(tmx(seg, { before: ordinary }))).toThrow('undefined entity');
  });

  it.each([
    ['another kind of XML', '<html></html>', 'not a TMX file'],
    ['a file that ends too early', tmx('').slice(0, -5), 'unclosed tag'],
    ['tags that do not fit', tmx('<tu></tuv>'), 'line 1'],
    ['text that is no XML', 'once upon a time', 'text data outside of root node'],
    ['an empty file', '', 'document must contain a root element'],
    ['deep nesting', tmx('<a>'.repeat(70)), 'inside one another'],
  ])('is refused: %s', (_what, file, message) => {
    expect(() => read(file)).toThrow(message);
  });

  it('never needs more memory than one long token', () => {
    const reader = createTmxReader(MAX_CHARACTERS);
    reader.write(Buffer.from(`${tmx('').slice(0, -13)}<!-- `));
    const piece = Buffer.alloc(64 * 1024, 'x');
    expect(() => {
      for (let count = 0; count < 40; count++) reader.write(piece);
    }).toThrow('characters in a row');
  });

  it('loses segments that are too long, and nothing else', () => {
    const long = 'x'.repeat(MAX_CHARACTERS + 1);
    const body = `<tu><tuv xml:lang="en"><seg>${long}</seg></tuv><tuv xml:lang="de"><seg>x</seg></tuv></tu>`;
    expect(read(tmx(body))[0]?.variants).toEqual([plain('de', 'x')]);
  });

  it('is written so that it is read as it was', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    // XML has no way to write these, and reads every line end as a line feed.
    const readable = text.filter((one) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(one));
    const variant = fc
      .tuple(readable, readable, readable, fc.constantFrom('ph:1', 'bpt:2', 'it:', 'ept:2'))
      .map(([before, code, after, name]) => ({
        text: before + code + after,
        codes: [{ name, start: before.length, end: before.length + code.length }],
      }));
    fc.assert(
      fc.property(variant, variant, (source, target) => {
        const variants = [
          { language: 'en', ...source },
          { language: 'de', ...target },
        ];
        const file = tmxHead('en', '1') + tmxUnit(variants) + TMX_TAIL;
        expect(read(file, 100)).toEqual([{ sourceLanguage: 'en', variants }]);
      }),
    );
  });
});
