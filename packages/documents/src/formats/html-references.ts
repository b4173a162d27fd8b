import { escapeXml } from '../escape-xml.js';

/** Remembers how a paragraph writes its characters. */
interface HtmlWriting {
  /** Takes a piece of the source and what it says. */
  add(source: string, text: string): void;
  /** @returns what writes text in the same way; begins again */
  take(): (text: string) => string;
}

const REFERENCE = /&(?:#\d{1,8}|#[xX][\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,40});/g;

/** The references of a source by what they stand for; undefined where they cannot be assigned. */
const referencesIn = (source: string, text: string): ReadonlyMap<string, string> | undefined => {
  const references = new Map<string, string>();
  let [read, position] = [0, 0];
  for (const { index, 0: reference } of source.matchAll(REFERENCE)) {
    position += index - read;
    read = index + reference.length;
    const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
    // A name that HTML does not have stands for itself.
    if (text.startsWith(reference, position)) position += reference.length;
    else {
      references.set(character, reference);
      position += character.length;
    }
  }
  return position + source.length - read === text.length ? references : undefined;
};

const escapeInClass = (character: string): string => character.replace(/[\\^[\]-]/g, '\\$&');

/** @param isXml whether there are only the references that XML knows */
export const createHtmlWriting = (isXml: boolean): HtmlWriting => {
  const usual: readonly (readonly [string, string])[] = isXml ? [] : [['\u00a0', '&nbsp;']];
  const write = (references: ReadonlyMap<string, string>): ((text: string) => string) => {
    if (references.size === 0) return escapeXml;
    const signs = new RegExp(`[${[...references.keys()].map(escapeInClass).join('')}]`, 'gu');
    return (text) => {
      let written = '';
      let position = 0;
      for (const { index, 0: sign } of text.matchAll(signs)) {
        written += escapeXml(text.slice(position, index)) + (references.get(sign) ?? sign);
        position = index + sign.length;
      }
      return written + escapeXml(text.slice(position));
    };
  };
  const writeUsually = write(new Map(usual));
  let found = new Map<string, string>();
  let plain = '';
  return {
    add(source, text) {
      const references = source.includes('&')
        ? referencesIn(source.replaceAll('\r\n', '\n'), text)
        : undefined;
      plain += source.replace(REFERENCE, '');
      for (const [character, reference] of references ?? []) {
        if (!found.has(character)) found.set(character, reference);
      }
    },
    take() {
      const bare = found.size === 0 ? undefined : new Set(plain);
      const own = [...found].filter(([character]) => !bare?.has(character));
      found = new Map();
      plain = '';
      return own.length === 0 ? writeUsually : write(new Map([...usual, ...own]));
    },
  };
};
