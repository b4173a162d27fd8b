import type { PdfFile } from '../objects/pdf-file.js';
import {
  isDictionary,
  isName,
  isReference,
  isStream,
  nameOf,
  type PdfDictionary,
  type PdfValue,
} from '../objects/pdf-values.js';
import { type CharacterMap, type NamedMap, namedMap, readCharacterMap } from './character-map.js';
import {
  BASE_ENCODINGS,
  type BaseEncoding,
  standardWidth,
  type TypeStyle,
  textOfGlyphName,
} from './glyph-tables.js';

/** A code of a font: one of the letters of a text. */
export interface FontCode {
  readonly code: number;
  /** Bytes of it. */
  readonly length: number;
  /** What it shows; undefined where nothing tells. */
  readonly text: string | undefined;
  /** In thousandths of the size. */
  readonly width: number;
}

/** A font of a page, as far as reading and setting text need it. */
export interface PageFont extends TypeStyle {
  /** Number of its object, or a number below 0 for a font without one. */
  readonly id: number;
  readonly name: string;
  /** Holds signs rather than words, such as those of formulas. */
  readonly isSymbolic: boolean;
  readonly isVertical: boolean;
  /** Letters of it that are known to be there, with their codes. They grow while text is read. */
  readonly codes: ReadonlyMap<string, FontCode>;
  /** Reads the code at a place. */
  codeAt(bytes: Uint8Array, at: number): FontCode;
}

const SYMBOLS =
  /^(?:CM(?:MI|SY|EX|BSY|MIB)|MSAM|MSBM|EUFM|EUSM|LASY|LCIRCLE|RSFS|MT-?Extra|MTMI|MTSY|txsy|txmi|pxsy|pxmi|stmary|wasy|esint|LMMath|rtxmi|NewTXMI|Symbol|Wingdings|Webdings|ZapfDingbats|OpenSymbol|FontAwesome)|Math|Dingbats|Awesome|Icons|MarVoSym|fontello|Pictograms/i;
const BOLD = /bold|black|heavy|demi|-medi(?!um)|-bd|cmbx|cmb\d|sfbx|cmssbx/i;
const ITALIC = /ital|obli|slant|cmti|cmsl|sfti|sfsl|cmssi|-it$|kursiv/i;
const MONO = /cour|mono|typewr|consol|cmtt|sftt|cmsltt|menlo|inconsolata|fixed|lmtt|(?<!uni)code/i;
const SANS =
  /sans|arial|helvet|verdana|calibri|tahoma|gothic|lato|roboto|ubuntu|segoe|trebuchet|myriad|frutiger|futura|univers|cmss|sfss|nimbussan|dejavu(?!serif)|open|inter|grotesk|corbel|candara|franklin|gill|optima/i;
const SERIF =
  /times|roman|serif|georgia|garamond|palat|bookman|century|minion|caslon|cambria|baskerville|charter|cm[rtbscd]|sf[rtb]|nimbusrom|tinos|utopia|libertine|didot|bodoni|mincho|song|ming|lmr|lmbx/i;

/** Kinds of embedded fonts; a font without one is whatever the viewer has. */
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/**
 * Reads a font.
 *
 * @param id distinguishes it from the other fonts of the file
 */
const readFont = (file: PdfFile, value: PdfValue | undefined, id: number): PageFont => {
  const font = file.dictionary(value);
  const subtype = nameOf(file.resolve(font.get('Subtype')));
  const isComposite = subtype === 'Type0';
  const descendant = isComposite
    ? file.dictionary(file.list(font.get('DescendantFonts'))[0])
    : font;
  const descriptor = file.dictionary(descendant.get('FontDescriptor'));
  const fullName = nameOf(file.resolve(font.get('BaseFont')));
  const name = fullName.replace(/^[A-Z]{6}\+/, '');
  const style = styleOf(file, name, { descriptor, font });
  const isEmbedded = PROGRAMS.some((key) => descriptor.has(key)) || subtype === 'Type3';
  const isSubset = fullName !== name;
  const unicode = streamMap(file, font.get('ToUnicode'));
  const codes = new Map<string, FontCode>();
  const known = new Map<number, FontCode>();
  const remember = (found: FontCode): FontCode => {
    known.set(found.code + found.length * 2 ** 33, found);
    if (found.text !== undefined && found.width > 0 && !codes.has(found.text)) {
      codes.set(found.text, found);
    }
    return found;
  };
  const rest = {
    ...style,
    id,
    name,
    codes,
    isSymbolic: SYMBOLS.test(name),
  };

  if (isComposite) {
    const reader = compositeReader(file, font, descendant, unicode);
    return {
      ...rest,
      isVertical: reader.isVertical,
      codeAt(bytes, at) {
        const length = Math.max(
          1,
          Math.min(reader.lengthOf(bytes[at] as number), bytes.length - at),
        );
        let code = 0;
        for (let index = 0; index < length; index++)
          code = code * 256 + (bytes[at + index] as number);
        return (
          known.get(code + length * 2 ** 33) ??
          remember({ code, length, text: reader.textOf(code, length), width: reader.widthOf(code) })
        );
      },
    };
  }

  const texts = simpleTexts(file, font, descriptor, { name, subtype, isEmbedded });
  const widths = file.list(font.get('Widths'));
  const first = file.number(font.get('FirstChar'));
  const missing = file.number(descriptor.get('MissingWidth'));
  const matrix = file.list(font.get('FontMatrix'));
  const scale = subtype === 'Type3' ? file.number(matrix[0], 0.001) * 1000 : 1;
  const simpleCode = (code: number): FontCode => {
    const mapped = unicode?.texts.get(code);
    const text = isUsable(mapped) ? mapped : texts[code];
    const given = widths[code - first];
    const width =
      given === undefined
        ? widths.length > 0
          ? missing
          : standardWidth(text ?? ' ', style)
        : file.number(given) * scale;
    return { code, length: 1, text, width };
  };
  if (!isEmbedded || (!isSubset && subtype !== 'Type3')) {
    // The whole font is there, so all its letters can be set.
    for (let code = 32; code < 256; code++) {
      const found = simpleCode(code);
      const hasWidth =
        widths.length === 0 || (widths[code - first] !== undefined && found.width > 0);
      if (hasWidth && found.text !== undefined) remember(found);
    }
  }
  return {
    ...rest,
    isVertical: false,
    codeAt(bytes, at) {
      const code = bytes[at] as number;
      return known.get(code + 2 ** 33) ?? remember(simpleCode(code));
    },
  };
};

/** Private and missing characters say nothing. */
const isUsable = (text: string | undefined): text is string =>
  text !== undefined &&
  text !== '' &&
  !/\ufffd|\p{C}/u.test(text.replace(/[\u00ad\u200b-\u200f]/g, ''));

const MIN_WIDTHS = 8;

/** Not every font of one width says so. */
const hasOneWidth = (file: PdfFile, font: PdfDictionary): boolean => {
  const widths = file
    .list(font.get('Widths'))
    .map((width) => file.number(width))
    .filter((width) => width > 0);
  return widths.length >= MIN_WIDTHS && widths.every((width) => width === widths[0]);
};

const styleOf = (
  file: PdfFile,
  name: string,
  { descriptor, font }: { readonly descriptor: PdfDictionary; readonly font: PdfDictionary },
): TypeStyle => {
  const flags = file.number(descriptor.get('Flags'));
  const weight = file.number(descriptor.get('FontWeight'));
  const isMono = MONO.test(name) || (flags & 1) !== 0 || hasOneWidth(file, font);
  const isSans = SANS.test(name);
  const isSerif = !isSans && (SERIF.test(name) || (flags & 2) !== 0);
  return {
    family: isMono ? 'mono' : isSerif ? 'serif' : 'sans',
    isBold: BOLD.test(name) || weight >= 600 || (flags & 0x40000) !== 0,
    isItalic:
      ITALIC.test(name) ||
      (flags & 0x40) !== 0 ||
      Math.abs(file.number(descriptor.get('ItalicAngle'))) > 3,
  };
};

const streamMap = (file: PdfFile, value: PdfValue | undefined): CharacterMap | undefined => {
  const stream = file.resolve(value);
  const bytes = isStream(stream) ? file.decode(stream) : undefined;
  return bytes && readCharacterMap(bytes);
};

const simpleTexts = (
  file: PdfFile,
  font: PdfDictionary,
  descriptor: PdfDictionary,
  {
    name,
    subtype,
    isEmbedded,
  }: { readonly name: string; readonly subtype: string; readonly isEmbedded: boolean },
): readonly (string | undefined)[] => {
  const encoding = file.resolve(font.get('Encoding'));
  const baseName = isName(encoding)
    ? encoding.name
    : nameOf(file.resolve(file.dictionary(encoding).get('BaseEncoding')));
  const base = baseEncoding(baseName);
  const isSymbolFont = /^Symbol(?:MT)?$/.test(name);
  const isPictures = /Dingbats|Wingdings|Webdings/i.test(name);
  const flags = file.number(descriptor.get('Flags'));
  let texts: (string | undefined)[];
  if (base) texts = [...BASE_ENCODINGS[base]];
  else if (isPictures) texts = [];
  else if (isSymbolFont) texts = [...BASE_ENCODINGS.Symbol];
  else if (!isEmbedded)
    texts = [...BASE_ENCODINGS[subtype === 'TrueType' ? 'WinAnsi' : 'Standard']];
  else {
    const own = ownEncoding(file, descriptor);
    // Symbolic TrueType fonts give their letters any codes, and say which in no readable way.
    const isUnknown = subtype === 'Type3' || (subtype === 'TrueType' && (flags & 4) !== 0);
    texts = own ?? (isUnknown ? [] : [...BASE_ENCODINGS.Standard]);
  }
  if (isDictionary(encoding)) {
    let code = 0;
    for (const entry of file.list(encoding.get('Differences'))) {
      const value = file.resolve(entry);
      if (typeof value === 'number') code = value;
      else if (isName(value)) {
        if (code >= 0 && code < 256) texts[code] = textOfGlyphName(value.name);
        code++;
      }
    }
  }
  return texts;
};

const baseEncoding = (name: string): BaseEncoding | undefined => {
  if (name === 'WinAnsiEncoding') return 'WinAnsi';
  if (name === 'MacRomanEncoding') return 'MacRoman';
  return name === 'StandardEncoding' ? 'Standard' : undefined;
};

/** The encoding that a Type 1 font has in the readable part of its program. */
const ownEncoding = (
  file: PdfFile,
  descriptor: PdfDictionary,
): (string | undefined)[] | undefined => {
  const program = file.resolve(descriptor.get('FontFile'));
  const bytes = isStream(program) ? file.decode(program) : undefined;
  if (!bytes) return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64 * 1024));
  const text = head.toString('latin1').split('eexec')[0] ?? '';
  const texts: (string | undefined)[] = [];
  for (const [, code, name] of text.matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]{1,64})\s+put/g)) {
    texts[Number(code)] = textOfGlyphName(name as string);
  }
  return texts.length > 0 ? texts : undefined;
};

interface CompositeReader {
  readonly isVertical: boolean;
  readonly lengthOf: (first: number) => number;
  readonly textOf: (code: number, length: number) => string | undefined;
  readonly widthOf: (code: number) => number;
}

const compositeReader = (
  file: PdfFile,
  font: PdfDictionary,
  descendant: PdfDictionary,
  unicode: CharacterMap | undefined,
): CompositeReader => {
  const encoding = file.resolve(font.get('Encoding'));
  const embedded = isStream(encoding) ? streamMap(file, encoding) : undefined;
  const encodingName = isName(encoding)
    ? encoding.name
    : nameOf(file.dictionary(encoding).get('CMapName'));
  const named: NamedMap | undefined = namedMap(embedded?.base ?? encodingName);
  const hasOwnLengths = embedded?.lengths.some((length) => length > 0) === true;
  const widths = compositeWidths(file, descendant);
  const usual = file.number(descendant.get('DW'), 1000);
  const isVertical = isStream(encoding)
    ? file.number(encoding.dictionary.get('WMode')) === 1
    : /-V$/.test(encodingName);
  return {
    isVertical,
    lengthOf: (first) => (hasOwnLengths ? embedded?.lengths[first] : named?.lengthOf(first)) || 2,
    textOf(code, length) {
      const mapped = unicode?.texts.get(code);
      if (isUsable(mapped)) return mapped;
      const text = named?.textOf(code, length);
      return isUsable(text) ? text : undefined;
    },
    widthOf(code) {
      const identifier =
        embedded?.identifiers.get(code) ?? (named?.isIdentity === false ? undefined : code);
      return identifier === undefined ? usual : (widths.get(identifier) ?? usual);
    },
  };
};

const MAX_WIDTHS = 100_000;

const compositeWidths = (file: PdfFile, descendant: PdfDictionary): ReadonlyMap<number, number> => {
  const widths = new Map<number, number>();
  const entries = file.list(descendant.get('W'));
  for (let index = 0; index < entries.length; ) {
    const first = file.number(entries[index]);
    const next = file.resolve(entries[index + 1]);
    if (Array.isArray(next)) {
      for (const [offset, width] of next.entries()) widths.set(first + offset, file.number(width));
      index += 2;
    } else {
      const last = Math.min(typeof next === 'number' ? next : first, first + MAX_WIDTHS);
      const width = file.number(entries[index + 2]);
      for (let code = first; code <= last && widths.size < MAX_WIDTHS; code++)
        widths.set(code, width);
      index += 3;
    }
  }
  return widths;
};

/** Fonts of a file, each of which is read once. */
export interface FontShelf {
  /** @param resources those that a name belongs to */
  find(resources: PdfDictionary, name: string): PageFont | undefined;
  /** One of those that were read, in which a letter is known to be. */
  withLetter(letter: string): PageFont | undefined;
}

export const createFontShelf = (file: PdfFile): FontShelf => {
  const byNumber = new Map<number, PageFont>();
  const byDictionary = new WeakMap<PdfDictionary, PageFont>();
  let nextId = -1;
  return {
    withLetter(letter) {
      for (const font of byNumber.values()) {
        if (font.codes.has(letter) && !font.isSymbolic && !font.isVertical) return font;
      }
      return undefined;
    },
    find(resources, name) {
      const value = file.dictionary(resources.get('Font')).get(name);
      if (value === undefined) return undefined;
      if (isReference(value)) {
        const known = byNumber.get(value.number);
        if (known) return known;
        const font = readFont(file, value, value.number);
        byNumber.set(value.number, font);
        return font;
      }
      const dictionary = file.dictionary(value);
      const known = byDictionary.get(dictionary);
      if (known) return known;
      const font = readFont(file, value, nextId--);
      byDictionary.set(dictionary, font);
      return font;
    },
  };
};
