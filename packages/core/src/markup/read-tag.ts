import type { MarkupSyntax } from './syntax.js';

/** A tag as far as its extent is concerned. */
export interface ReadTag {
  readonly name: string;
  /** After its `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
}

const codesOf = (signs: string): ReadonlySet<number> =>
  new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

const SPACE = /[\t\n\f\r ]/;
const ATTRIBUTE_NAME_END = /[\t\n\f\r />=]/g;
const XML_ATTRIBUTE_NAME_END = /[\t\n\f\r />=<]/g;
const UNQUOTED_END = /[\t\n\f\r >]/g;
const XML_UNQUOTED_END = /[\t\n\f\r ><]/g;

const find = (source: string, pattern: RegExp, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
};

const ENDS_NAME = codesOf('\t\n\f\r />');
const ENDS_XML_NAME = codesOf('\t\n\f\r />=<');

/** After a tag's name. Most names are so short that a pattern would take longer. */
const endOfName = (source: string, from: number, isXml: boolean): number => {
  const ends = isXml ? ENDS_XML_NAME : ENDS_NAME;
  let index = from;
  while (index < source.length && !ends.has(source.charCodeAt(index))) index++;
  return index;
};

const skipSpace = (source: string, from: number): number => {
  let index = from;
  while (index < source.length && SPACE.test(source[index] ?? '')) index++;
  return index;
};

/**
 * Reads a tag from the first character of its name, minding `>` in quoted values. `unended` when
 * the document ends inside it; `text` when, in XML, another `<` shows that it is no tag.
 */
export const readTag = (
  source: string,
  nameStart: number,
  syntax: MarkupSyntax,
): ReadTag | 'unended' | 'text' => {
  const isXml = syntax === 'xml';
  let index = endOfName(source, nameStart, isXml);
  const name = source.slice(nameStart, index);
  while (index < source.length) {
    index = skipSpace(source, index);
    const sign = source[index];
    if (sign === undefined) break;
    if (sign === '>') return { name, end: index + 1, isSelfClosing: source[index - 1] === '/' };
    const codeEnd = endOfCode(source, index);
    if (codeEnd >= 0) {
      index = codeEnd;
      continue;
    }
    if (sign === '<' && isXml) return 'text';
    if (sign === '/') {
      index++;
      continue;
    }
    index = find(source, isXml ? XML_ATTRIBUTE_NAME_END : ATTRIBUTE_NAME_END, index + 1);
    const equals = skipSpace(source, index);
    if (source[equals] !== '=') continue;
    const end = endOfValue(source, skipSpace(source, equals + 1), isXml);
    if (end < 0) break;
    index = end;
    // The slash of an unquoted value closes nothing.
    if (source[index] === '>' && source[index - 1] === '/') {
      return { name, end: index + 1, isSelfClosing: false };
    }
  }
  return 'unended';
};

/** Longest template code that is looked for in a tag. */
const MAX_CODE_UNITS = 1000;

/** After template code that begins at a place, such as `<%= x %>`; -1 where there is none. */
const endOfCode = (source: string, start: number): number => {
  if (!source.startsWith('<%', start)) return -1;
  const length = source.slice(start, start + MAX_CODE_UNITS).indexOf('%>');
  return length < 0 ? -1 : start + length + 2;
};

/** After the closing quotation mark, past those of template code: `"<%= url("x") %>"`. */
const endOfQuoted = (source: string, quote: string, start: number): number => {
  let index = start;
  let close = source.indexOf(quote, index);
  while (close >= 0) {
    const code = source.slice(index, close).indexOf('<%');
    const end = code < 0 ? -1 : endOfCode(source, index + code);
    if (end < 0) break;
    index = end;
    close = source.indexOf(quote, index);
  }
  return close < 0 ? -1 : close + 1;
};

/** After an attribute's value; -1 where its quotation mark never comes again. */
const endOfValue = (source: string, start: number, isXml: boolean): number => {
  const quote = source[start];
  if (quote === '"' || quote === "'") {
    return endOfQuoted(source, quote, start + 1);
  }
  return find(source, isXml ? XML_UNQUOTED_END : UNQUOTED_END, start);
};
