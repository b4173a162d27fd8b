import { cursorOf, isKeyword, readToken } from '../objects/parse-values.js';
import { isList, isString, nameOf, type PdfValue } from '../objects/pdf-values.js';

/** A map of codes in a font: which bytes are a code, and what a code stands for. */
export interface CharacterMap {
  /** Bytes of a code by its first byte; 0 where no code begins so. */
  readonly lengths: Uint8Array;
  /** Text that a code shows. */
  readonly texts: ReadonlyMap<number, string>;
  /** Number of the glyph that a code means. */
  readonly identifiers: ReadonlyMap<number, number>;
  /** Another map that this one builds on. */
  readonly base: string | undefined;
}

const MAX_ENTRIES = 200_000;

/** Reads a map that is in the file: of codes to text, or of codes to glyphs. */
export const readCharacterMap = (bytes: Uint8Array): CharacterMap => {
  const lengths = new Uint8Array(256);
  const texts = new Map<number, string>();
  const identifiers = new Map<number, number>();
  let base: string | undefined;
  const cursor = { ...cursorOf(bytes), hasReferences: false };
  let operands: PdfValue[] = [];
  let entries = 0;
  const isFull = (): boolean => ++entries > MAX_ENTRIES;

  const runs: Readonly<Record<string, (values: readonly PdfValue[]) => void>> = {
    endcodespacerange(values) {
      for (let index = 0; index + 1 < values.length; index += 2) {
        const [low, high] = [values[index], values[index + 1]];
        if (!isString(low) || !isString(high) || low.bytes.length === 0) continue;
        const last = high.bytes[0] ?? 0;
        for (let first = low.bytes[0] as number; first <= last; first++) {
          if (lengths[first] === 0) lengths[first] = Math.min(low.bytes.length, 4);
        }
      }
    },
    endbfchar(values) {
      for (let index = 0; index + 1 < values.length && !isFull(); index += 2) {
        const text = textOf(values[index + 1]);
        if (text !== undefined) texts.set(codeOf(values[index]), text);
      }
    },
    endbfrange(values) {
      for (let index = 0; index + 2 < values.length; index += 3) {
        const first = codeOf(values[index]);
        const last = codeOf(values[index + 1]);
        const target = values[index + 2];
        for (let code = first; code <= last && !isFull(); code++) {
          const text = isList(target)
            ? textOf(target[code - first])
            : shifted(target, code - first);
          if (text !== undefined) texts.set(code, text);
        }
      }
    },
    endcidchar(values) {
      for (let index = 0; index + 1 < values.length && !isFull(); index += 2) {
        const identifier = values[index + 1];
        if (typeof identifier === 'number') identifiers.set(codeOf(values[index]), identifier);
      }
    },
    endcidrange(values) {
      for (let index = 0; index + 2 < values.length; index += 3) {
        const first = codeOf(values[index]);
        const last = codeOf(values[index + 1]);
        const identifier = values[index + 2];
        if (typeof identifier !== 'number') continue;
        for (let code = first; code <= last && !isFull(); code++) {
          identifiers.set(code, identifier + code - first);
        }
      }
    },
  };

  for (;;) {
    const token = readToken(cursor);
    if (token === undefined) break;
    if (!isKeyword(token)) {
      operands.push(token);
      continue;
    }
    if (token.keyword === 'usecmap') base = nameOf(operands.at(-1));
    runs[token.keyword]?.(operands);
    operands = [];
  }
  return { lengths, texts, identifiers, base };
};

const codeOf = (value: PdfValue | undefined): number => {
  if (!isString(value)) return typeof value === 'number' ? value : 0;
  let code = 0;
  for (const byte of value.bytes.subarray(0, 4)) code = code * 256 + byte;
  return code;
};

/** UTF-16 with the higher byte first, of which programs sometimes write a single byte. */
const textOf = (value: PdfValue | undefined): string | undefined => {
  if (!isString(value)) return undefined;
  const { bytes } = value;
  if (bytes.length === 1) return String.fromCharCode(bytes[0] as number);
  let text = '';
  for (let index = 0; index + 1 < Math.min(bytes.length, 64); index += 2) {
    text += String.fromCharCode(((bytes[index] as number) << 8) | (bytes[index + 1] as number));
  }
  return text;
};

const shifted = (value: PdfValue | undefined, by: number): string | undefined => {
  const text = textOf(value);
  if (text === undefined || text === '' || by === 0) return text;
  const last = text.codePointAt(text.length - (isLowSurrogate(text) ? 2 : 1)) ?? 0;
  const point = last + by;
  if (point > 0x10ffff) return undefined;
  return text.slice(0, text.length - (isLowSurrogate(text) ? 2 : 1)) + String.fromCodePoint(point);
};

const isLowSurrogate = (text: string): boolean => {
  const code = text.charCodeAt(text.length - 1);
  return text.length > 1 && code >= 0xdc00 && code <= 0xdfff;
};

/** Encodings of Chinese, Japanese and Korean before Unicode, by the names of their maps. */
const LEGACY: readonly (readonly [RegExp, string])[] = [
  [/RKSJ/, 'shift_jis'],
  [/^EUC-[HV]$/, 'euc-jp'],
  [/^GB|GBK/, 'gbk'],
  [/B5|ETen|HKscs/, 'big5'],
  [/^KSC/, 'euc-kr'],
];

/** How text is read from codes of a map that has a name and is in no file. */
export interface NamedMap {
  readonly lengthOf: (first: number) => number;
  readonly textOf: (code: number, length: number) => string | undefined;
  /** Whether codes are numbers of glyphs. */
  readonly isIdentity: boolean;
}

/** @returns undefined for names that are not known */
export const namedMap = (name: string): NamedMap | undefined => {
  if (/^Identity-/.test(name)) {
    return { lengthOf: () => 2, textOf: () => undefined, isIdentity: true };
  }
  if (/UCS2|UTF16/.test(name)) {
    return {
      lengthOf: (first) => (/UTF16/.test(name) && first >= 0xd8 && first <= 0xdb ? 4 : 2),
      textOf: (code, length) =>
        length === 4
          ? String.fromCharCode(Math.floor(code / 65536), code % 65536)
          : String.fromCharCode(code),
      isIdentity: false,
    };
  }
  const label = LEGACY.find(([pattern]) => pattern.test(name))?.[1];
  if (!label) return undefined;
  const decoder = new TextDecoder(label, { fatal: true });
  const hasHalfWidth = label === 'shift_jis';
  return {
    lengthOf: (first) => (first < 0x80 || (hasHalfWidth && first >= 0xa0 && first <= 0xdf) ? 1 : 2),
    textOf(code, length) {
      try {
        return decoder.decode(
          length === 1 ? Uint8Array.of(code) : Uint8Array.of(code >> 8, code & 0xff),
        );
      } catch {
        return undefined;
      }
    },
    isIdentity: false,
  };
};
