import type { ObjectAppender } from '../objects/append-objects.js';
import { type PdfReference, type PdfValue, pdfName } from '../objects/pdf-values.js';
import type { FontShelf, PageFont } from '../text/page-fonts.js';
import { fontCandidates } from './font-files.js';
import { openFont, type SystemFont, subsetFont } from './shaper.js';

/** A letter that is to be drawn, in thousandths of the size. */
export interface SetGlyph {
  /** Code in the font, in hexadecimal digits. */
  readonly code: string;
  /** What the font says its width is, from which `advance` may differ. */
  readonly width: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/** A font that text is set in: one of the document, or one of this machine. */
export interface TypeFace {
  readonly id: string;
  /** From left to right, as it is drawn. */
  shape(text: string, isRightToLeft: boolean): readonly SetGlyph[];
  /** Width of a space, in thousandths, and its code if there is one. */
  readonly space: { readonly width: number; readonly code: string | undefined };
  /** The font in the file. */
  readonly reference: PdfReference;
  /** Stands in for any weight, and is not bold itself. */
  readonly isRegular: boolean;
}

/** A text of which every letter can be drawn. */
interface ShownLetters {
  readonly text: string;
  /** Letters that a sign stands for. */
  readonly missing: readonly string[];
}

/** Fonts of one document while it is written. */
export interface FaceShelf {
  /**
   * Tells which letters are to be set in a font of the document. Only if it has all of them, it is
   * used: a text in two similar fonts looks worse than one in another.
   */
  need(font: PageFont, text: string): void;
  /**
   * How much wider letters of a font are to be drawn when another one stands in for it, so that a
   * text has about the same length.
   */
  fit(font: PageFont, face: TypeFace): number;
  /** The font for a letter; undefined for one that is not seen, and for one that no font has. */
  find(letter: string, font: PageFont): TypeFace | undefined;
  /** A text as it can be shown, with similar letters or a sign for those that no font has. */
  shown(text: string, font: PageFont): ShownLetters;
  /** Puts the fonts that were used into the file. */
  finish(): Promise<void>;
}

/** @param fonts those of the document, in which there may be letters that no other font has */
export const createFaceShelf = (
  appender: ObjectAppender,
  fonts: Pick<FontShelf, 'withLetter'>,
  language: string,
): FaceShelf => {
  const isLacking = new Map<number, boolean>();
  const originals = new Map<number, TypeFace>();
  const systems = new Map<string, EmbeddedFace>();
  const chosen = new Map<string, TypeFace | undefined>();

  const systemFace = (letter: string, font: PageFont): TypeFace | undefined => {
    const isNarrow = /narrow|condensed|cond\b/i.test(font.name);
    for (const candidate of fontCandidates(letter, { ...font, isNarrow }, language)) {
      const opened = openFont(candidate);
      if (!opened.has(letter)) continue;
      const key = `${candidate.path}#${candidate.index}`;
      const known = systems.get(key);
      if (known) return known;
      const made = embeddedFace(opened, `system ${systems.size}`, appender, language);
      systems.set(key, made);
      return made;
    }
    return undefined;
  };

  const fits = new Map<string, number>();

  const originalOf = (font: PageFont): TypeFace => {
    const known = originals.get(font.id) ?? originalFace(font);
    originals.set(font.id, known);
    return known;
  };

  const find = (letter: string, font: PageFont): TypeFace | undefined => {
    if (isLacking.get(font.id) === false) return originalOf(font);
    const key = `${letter}|${font.id}`;
    if (chosen.has(key)) return chosen.get(key);
    let face = systemFace(letter, font);
    if (!face) {
      // One letter in another font is better than none.
      const isOwn = font.id > 0 && font.codes.has(letter);
      const other = isOwn ? font : fonts.withLetter(letter);
      face = other && originalOf(other);
    }
    chosen.set(key, face);
    return face;
  };

  return {
    find,
    shown(text, font) {
      const missing: string[] = [];
      let shown = '';
      for (const letter of text) {
        if (BREAKS.test(letter)) continue;
        if (UNSEEN.test(letter) || find(letter, font)) {
          shown += letter;
          continue;
        }
        const other = standInsFor(letter).find((each) =>
          [...each].every((part) => find(part, font)),
        );
        if (other === undefined) missing.push(letter);
        shown += other ?? SIGNS.find((sign) => find(sign, font)) ?? '';
      }
      return { text: shown, missing };
    },
    fit(font, face) {
      const key = `${font.id}|${face.id}`;
      const known = fits.get(key);
      if (known !== undefined) return known;
      const made = face.id.startsWith('original') ? 1 : widthRatio(font, face);
      fits.set(key, made);
      return made;
    },
    need(font, text) {
      if (isLacking.get(font.id)) return;
      const hasAll = [...text].every(
        (letter) => /\s/.test(letter) || BREAKS.test(letter) || font.codes.has(letter),
      );
      isLacking.set(font.id, !hasAll || font.id < 0 || font.isSymbolic);
    },
    async finish() {
      for (const face of systems.values()) await face.finish();
    },
  };
};

/** Spaces, and what only tells how other letters are set. */
const UNSEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** Says where words may be divided, which nobody does here. */
const BREAKS = /[\u00ad\u200b\u2060\ufeff]/;
/** What stands for a letter that no font has. */
const SIGNS = ['\u25a1', '?'];
const SIMILAR: ReadonlyMap<string, string> = new Map([
  ['\u3008', '\u27e8'],
  ['\u3009', '\u27e9'],
  ['\u2010', '-'],
  ['\u2011', '-'],
]);

const standInsFor = (letter: string): readonly string[] =>
  [SIMILAR.get(letter) ?? '', letter.normalize('NFKC'), letter.normalize('NFD')].filter(
    (other) => other !== '' && other !== letter && other.trim() === other,
  );

const FREQUENT = [...'etaonisrhldcu'];
const MIN_FREQUENT = 5;
/** Beyond, letters look squeezed or spread. */
const FIT_BOUNDS = [0.86, 1.12] as const;

const widthRatio = (font: PageFont, face: TypeFace): number => {
  let own = 0;
  let other = 0;
  let count = 0;
  for (const letter of FREQUENT) {
    const width = font.codes.get(letter)?.width;
    const [glyph] = width === undefined ? [] : face.shape(letter, false);
    if (width === undefined || !glyph || glyph.advance === 0) continue;
    own += width;
    other += glyph.advance;
    count++;
  }
  if (count < MIN_FREQUENT) return 1;
  const ratio = own / other;
  return Math.abs(ratio - 1) < 0.01 ? 1 : Math.min(FIT_BOUNDS[1], Math.max(FIT_BOUNDS[0], ratio));
};

const hexadecimal = (code: number, bytes: number): string =>
  code.toString(16).padStart(bytes * 2, '0');

const originalFace = (font: PageFont): TypeFace => {
  const space = font.codes.get(' ');
  return {
    id: `original ${font.id}`,
    reference: { kind: 'reference', number: font.id, generation: 0 },
    isRegular: false,
    space: {
      width: space?.width ?? 250,
      code: space && hexadecimal(space.code, space.length),
    },
    shape: (text) =>
      [...text].flatMap((letter): SetGlyph[] => {
        const found = font.codes.get(letter);
        if (!found) return [];
        const { width } = found;
        return [{ code: hexadecimal(found.code, found.length), width, advance: width, x: 0, y: 0 }];
      }),
  };
};

interface EmbeddedFace extends TypeFace {
  finish(): Promise<void>;
}

const MAX_KEPT_WORDS = 50_000;

const embeddedFace = (
  font: SystemFont,
  id: string,
  appender: ObjectAppender,
  language: string,
): EmbeddedFace => {
  const reference = appender.reserve();
  const texts = new Map<number, string>();
  const kept = new Map<string, readonly SetGlyph[]>();
  const use = (glyph: number, text: string): void => {
    const known = texts.get(glyph);
    if (known === undefined || (known === '' && text !== '')) texts.set(glyph, text);
  };
  const shape = (text: string, isRightToLeft: boolean): readonly SetGlyph[] => {
    const key = isRightToLeft ? `<${text}` : text;
    const known = kept.get(key);
    if (known) return known;
    const glyphs = font
      .shape(text, isRightToLeft, language)
      .map(({ glyph, advance, x, y, text: shown }): SetGlyph => {
        use(glyph, shown);
        return { code: hexadecimal(glyph, 2), width: font.widthOf(glyph), advance, x, y };
      });
    if (kept.size > MAX_KEPT_WORDS) kept.clear();
    kept.set(key, glyphs);
    return glyphs;
  };
  const [space] = shape(' ', false);
  return {
    id,
    reference,
    isRegular: !/bold|black|heavy/i.test(font.file.path),
    shape,
    space: { width: space?.advance ?? 250, code: space?.code },
    async finish() {
      const program = await subsetFont(font, texts.keys());
      if (program) addFont(appender, { reference, font, program, texts });
    },
  };
};

const addFont = (
  appender: ObjectAppender,
  {
    reference,
    font,
    program,
    texts,
  }: {
    readonly reference: PdfReference;
    readonly font: SystemFont;
    readonly program: Uint8Array;
    readonly texts: ReadonlyMap<number, string>;
  },
): void => {
  const outlines = tableOf(program, 'CFF ');
  const file = outlines
    ? appender.addStream([['Subtype', pdfName('CIDFontType0C')]], outlines)
    : appender.addStream([['Length1', program.length]], program);
  const base = font.file.path
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replace(/[^A-Za-z0-9-]/g, '');
  const name = pdfName(`${tagOf(texts.keys())}+${base}`);
  const descriptor = appender.add(
    new Map<string, PdfValue>([
      ['Type', pdfName('FontDescriptor')],
      ['FontName', name],
      ['Flags', 4],
      ['FontBBox', [-500, font.descent, 1500, font.ascent]],
      ['ItalicAngle', /Italic|Oblique/.test(base) ? -12 : 0],
      ['Ascent', font.ascent],
      ['Descent', font.descent],
      ['CapHeight', 700],
      ['StemV', /Bold/.test(base) ? 140 : 80],
      [outlines ? 'FontFile3' : 'FontFile2', file],
    ]),
  );
  const glyphs = [...texts.keys()].sort((a, b) => a - b);
  const descendant = appender.add(
    new Map<string, PdfValue>([
      ['Type', pdfName('Font')],
      ['Subtype', pdfName(outlines ? 'CIDFontType0' : 'CIDFontType2')],
      ['BaseFont', name],
      [
        'CIDSystemInfo',
        new Map<string, PdfValue>([
          ['Registry', { kind: 'string', bytes: Buffer.from('Adobe') }],
          ['Ordering', { kind: 'string', bytes: Buffer.from('Identity') }],
          ['Supplement', 0],
        ]),
      ],
      ['FontDescriptor', descriptor],
      ['DW', 1000],
      [
        'W',
        glyphs.flatMap((glyph): PdfValue[] => [
          glyph,
          [Math.round(font.widthOf(glyph) * 100) / 100],
        ]),
      ],
      ...(outlines ? [] : [['CIDToGIDMap', pdfName('Identity')] as const]),
    ]),
  );
  const unicode = appender.addStream([], Buffer.from(characterMap(glyphs, texts), 'latin1'));
  appender.set(
    reference,
    new Map<string, PdfValue>([
      ['Type', pdfName('Font')],
      ['Subtype', pdfName('Type0')],
      ['BaseFont', name],
      ['Encoding', pdfName('Identity-H')],
      ['DescendantFonts', [descendant]],
      ['ToUnicode', unicode],
    ]),
  );
};

/** A table of a font by its four letters. */
const tableOf = (font: Uint8Array, name: string): Uint8Array | undefined => {
  const view = Buffer.from(font.buffer, font.byteOffset, font.length);
  for (let index = 0; index < view.readUInt16BE(4); index++) {
    const at = 12 + index * 16;
    if (view.toString('latin1', at, at + 4) !== name) continue;
    return view.subarray(
      view.readUInt32BE(at + 8),
      view.readUInt32BE(at + 8) + view.readUInt32BE(at + 12),
    );
  }
  return undefined;
};

/** Six letters in front of the name, which say that a font is not whole and tell it from others. */
const tagOf = (glyphs: Iterable<number>): string => {
  let hash = 7;
  for (const glyph of glyphs) hash = (hash * 31 + glyph) % 308_915_776;
  let tag = '';
  for (let index = 0; index < 6; index++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
};

const MAX_LINES = 100;

/** The map by which a viewer finds and copies text. */
const characterMap = (glyphs: readonly number[], texts: ReadonlyMap<number, string>): string => {
  const entries = glyphs.flatMap((glyph) => {
    const text = texts.get(glyph);
    if (!text) return [];
    const units = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return [`<${hexadecimal(glyph, 2)}> <${units}>`];
  });
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += MAX_LINES) {
    const lines = entries.slice(at, at + MAX_LINES);
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
};
