import { decodeHTML, encodeNonAsciiHTML } from 'entities';

/** What programs write into plain text that will be shown as HTML: `&#39;`, `&apos;`, `&eacute;`. */
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;
/** Signs and letters that people read. Spaces, controls and what is no character stay as written. */
const READABLE = /^(?:(?!\ufffd)[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u;
/** Where one of these also stands for itself, a reference to it means something else than the sign. */
const SYNTAX = new Set(['&', '<', '>']);
const NON_ASCII = /[^\0-\x7f]/;
const NON_ASCII_RUN = /[^\0-\x7f]+/g;

/** The character references of a plain text: how to read it, and how to write what replaces it. */
interface CharacterReferences {
  /** A part of the text as people read it. */
  read(part: string): string;
  /** A translation of a part, with references where the text had them. */
  write(translated: string): string;
}

/**
 * Finds out how a plain text uses character references.
 *
 * A sign that the text only writes as a reference is one in its translation, too. Where the text
 * has no letter beyond ASCII but in references, neither does its translation.
 *
 * @returns undefined for a text without any that can be read
 */
export const characterReferences = (text: string): CharacterReferences | undefined => {
  if (!text.includes('&')) return undefined;
  const references = new Map<string, string>();
  const rest = text.replace(REFERENCE, (reference) => {
    const sign = decodeHTML(reference);
    if (sign === reference || !READABLE.test(sign)) return reference;
    if (!references.has(sign)) references.set(sign, reference);
    return '';
  });
  for (const sign of SYNTAX) if (rest.includes(sign)) references.delete(sign);
  if (references.size === 0) return undefined;
  const written = new Map([...references].filter(([sign]) => !rest.includes(sign)));
  const beyondAscii = [...written].find(([sign]) => NON_ASCII.test(sign));
  const isAscii = beyondAscii !== undefined && !NON_ASCII.test(rest);
  const isNumeric = beyondAscii?.[1].startsWith('&#') === true;
  return {
    read: (part) =>
      part.replace(REFERENCE, (reference) => {
        const sign = decodeHTML(reference);
        return references.has(sign) ? sign : reference;
      }),
    write(translated) {
      const encoded = Array.from(translated, (sign) => written.get(sign) ?? sign).join('');
      if (!isAscii) return encoded;
      return encoded.replace(NON_ASCII_RUN, isNumeric ? decimalReferences : encodeNonAsciiHTML);
    },
  };
};

const decimalReferences = (signs: string): string =>
  Array.from(signs, (sign) => `&#${sign.codePointAt(0)};`).join('');
