import type { SaxesTagPlain } from 'saxes';
import { CODE_NUMBERS, type TmxCode, type TmxUnit, type TmxVariant } from './tmx-unit.js';

/** Makes units of the elements and texts of a TMX file, in the order in which they are read. */
export interface UnitCollector {
  open(tag: SaxesTagPlain): void;
  close(tag: { readonly name: string }): void;
  addText(text: string): void;
  /** The units that have ended since the last call. */
  take(): readonly TmxUnit[];
}

const MAX_VARIANTS = 200;

/** A variant that is being read. */
interface OpenVariant {
  readonly language: string;
  text: string;
  codes: TmxCode[];
  isTooLong: boolean;
}

/** The outermost code that is open: its depth in the segment, and where its content begins. */
interface OpenCode {
  readonly depth: number;
  readonly name: string;
  readonly start: number;
}

/** @param maxCharacters longer segments are left out */
export const createUnitCollector = (maxCharacters: number): UnitCollector => {
  let units: TmxUnit[] = [];
  let headerLanguage: string | undefined;
  let unitLanguage: string | undefined;
  let variants: TmxVariant[] = [];
  let variant: OpenVariant | undefined;
  /** The elements that are open in the segment; undefined outside of one. */
  let path: string[] | undefined;
  let code: OpenCode | undefined;

  const openInSegment = (tag: SaxesTagPlain, inside: string[]): void => {
    inside.push(tag.name);
    if (!variant || code || !Object.hasOwn(CODE_NUMBERS, tag.name)) return;
    code = { depth: inside.length, name: codeName(tag), start: variant.text.length };
  };
  const closeInSegment = (inside: string[]): void => {
    if (variant && code?.depth === inside.length) {
      const { name, start } = code;
      const end = variant.text.length;
      // A code without its content cannot be told from the next one, and nothing is lost without it.
      if (end > start) variant.codes.push({ name, start, end });
      code = undefined;
    }
    inside.pop();
  };
  const closeVariant = (): void => {
    if (variant && !variant.isTooLong && variants.length < MAX_VARIANTS) {
      const { language, text, codes } = variant;
      variants.push({ language, text, codes });
    }
    variant = undefined;
  };

  return {
    open(tag) {
      if (path) openInSegment(tag, path);
      else if (tag.name === 'header') headerLanguage = sourceLanguageOf(tag);
      else if (tag.name === 'tu') {
        const isNamed = tag.attributes.srclang !== undefined;
        unitLanguage = isNamed ? sourceLanguageOf(tag) : headerLanguage;
        variants = [];
      } else if (tag.name === 'tuv') {
        const language = tag.attributes['xml:lang'] ?? tag.attributes.lang ?? '';
        variant = { language, text: '', codes: [], isTooLong: false };
      } else if (tag.name === 'seg') path = [];
    },
    close({ name }) {
      if (path && path.length > 0) closeInSegment(path);
      else if (name === 'seg') path = undefined;
      else if (name === 'tuv') closeVariant();
      else if (name === 'tu') units.push({ sourceLanguage: unitLanguage, variants });
    },
    addText(text) {
      const isShown = path && (code === undefined || path.at(-1) !== 'sub');
      if (!variant || !isShown || variant.isTooLong) return;
      if (variant.text.length + text.length > maxCharacters) variant.isTooLong = true;
      else variant.text += text;
    },
    take() {
      const taken = units;
      units = [];
      return taken;
    },
  };
};

const sourceLanguageOf = ({ attributes: { srclang } }: SaxesTagPlain): string | undefined =>
  srclang === undefined || srclang === '*all*' || srclang === '' ? undefined : srclang;

const codeName = ({ name, attributes }: SaxesTagPlain): string => {
  const number = attributes[CODE_NUMBERS[name] ?? 'x'] ?? '';
  return `${name}:${number.slice(0, 16)}`;
};
