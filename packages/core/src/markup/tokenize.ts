import { PLAIN_TEXT_ELEMENTS, RAW_TEXT_ELEMENTS, VOID_ELEMENTS } from './html-elements.js';
import { readTag } from './read-tag.js';
import type { MarkupSyntax } from './syntax.js';
import { bracesReader, templateReader } from './template-code.js';
import type { Token } from './token.js';

/**
 * Cuts a document into tokens whose stretches put together are the document, whatever it holds:
 * nothing is refused, corrected or left out. HTML is read as browsers read it
 * (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), XML tolerantly. Takes time in
 * proportion to the length of the document.
 */
export const tokenize = (source: string, syntax: MarkupSyntax): readonly Token[] => {
  const tokens: Token[] = [];
  const isXhtml = /^\s*<\?xml/.test(source.slice(0, 100));
  const readMarkup = markupReader(source, syntax);
  const readBraces = bracesReader(source);
  let textStart = 0;
  const pushText = (end: number, kind: 'text' | 'raw' = 'text'): void => {
    if (end > textStart) tokens.push({ kind, start: textStart, end, name: '' });
    textStart = end;
  };
  let open = source.indexOf('<');
  while (open >= 0) {
    const code = readBraces(textStart, open);
    if (code) {
      pushText(code.start);
      tokens.push({ kind: 'other', ...code, name: '' });
      textStart = code.end;
      open = source.indexOf('<', textStart);
      continue;
    }
    const token = readMarkup(open);
    if (!token) {
      open = source.indexOf('<', open + 1);
      continue;
    }
    pushText(open);
    tokens.push(token);
    textStart = token.end;
    const { kind, name } = token;
    // In XHTML, `<script/>` is complete; elsewhere its slash means nothing.
    const hasContent = kind === 'open' || (kind === 'empty' && !isXhtml);
    if (syntax === 'html' && hasContent && RAW_TEXT_ELEMENTS.has(name)) {
      pushText(endOfRawText(source, name, token.end), 'raw');
    } else if (syntax === 'html' && kind === 'open' && PLAIN_TEXT_ELEMENTS.has(name)) {
      pushText(endOfRawText(source, name, token.end));
    }
    open = source.indexOf('<', textStart);
  }
  pushText(source.length);
  return tokens;
};

const endOfRawText = (source: string, name: string, from: number): number => {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return close.exec(source)?.index ?? source.length;
};

/** Reads what begins with `<` at an index; undefined where that is but a sign of the text. */
type MarkupReader = (start: number) => Token | undefined;

const markupReader = (source: string, syntax: MarkupSyntax): MarkupReader => {
  const names = new Map<string, string>();
  /** The same string for all elements of a name, which makes it faster to look up. */
  const nameOf = (written: string): string => {
    let name = names.get(written);
    if (name === undefined) {
      name = syntax === 'html' ? written.toLowerCase() : written;
      names.set(written, name);
    }
    return name;
  };
  const other = (start: number, close: string, from: number): Token => {
    const at = source.indexOf(close, from);
    return at < 0
      ? { kind: 'raw', start, end: source.length, name: '' }
      : { kind: 'other', start, end: at + close.length, name: '' };
  };
  const declaration = (start: number): Token => {
    if (source.startsWith('<!--', start)) return readComment(source, start, syntax);
    // Browsers know these in SVG and MathML only, but nobody means anything else by them.
    if (source.startsWith('<![CDATA[', start)) return other(start, ']]>', start + 9);
    const end = endOfDeclaration(source, start + 2);
    return { kind: end < 0 ? 'raw' : 'other', start, end: end < 0 ? source.length : end, name: '' };
  };
  const tag = (start: number, nameStart: number): Token | undefined => {
    const found = readTag(source, nameStart, syntax);
    if (found === 'text') return undefined;
    if (found === 'unended') return { kind: 'raw', start, end: source.length, name: '' };
    const name = nameOf(found.name);
    const isVoid = syntax === 'html' && VOID_ELEMENTS.has(name);
    const kind = nameStart > start + 1 ? 'close' : found.isSelfClosing || isVoid ? 'empty' : 'open';
    return { kind, start, end: found.end, name };
  };
  const readTemplateCode = templateReader(source);
  return (start) => {
    const next = source[start + 1] ?? '';
    const codeEnd = readTemplateCode(start);
    if (codeEnd > start) return { kind: 'other', start, end: codeEnd, name: '' };
    if (beginsName(next, syntax)) return tag(start, start + 1);
    if (next === '!') return declaration(start);
    if (next === '?') {
      const isPhp = /^(?:php|=)/.test(source.slice(start + 2, start + 5));
      return other(start, syntax === 'xml' || isPhp ? '?>' : '>', start + 2);
    }
    if (next !== '/') return undefined;
    const afterSlash = source[start + 2] ?? '';
    if (beginsName(afterSlash, syntax)) return tag(start, start + 2);
    return syntax === 'html' && afterSlash !== '' ? other(start, '>', start + 2) : undefined;
  };
};

const XML_NAME_START = /[\p{L}_:]/u;

const beginsName = (character: string, syntax: MarkupSyntax): boolean =>
  (character >= 'a' && character <= 'z') ||
  (character >= 'A' && character <= 'Z') ||
  (syntax === 'xml' && XML_NAME_START.test(character));

const readComment = (source: string, start: number, syntax: MarkupSyntax): Token => {
  const comment = (end: number): Token => ({ kind: 'other', start, end, name: '' });
  if (syntax === 'html') {
    if (source[start + 4] === '>') return comment(start + 5);
    if (source.startsWith('->', start + 4)) return comment(start + 6);
  }
  const close = syntax === 'html' ? /--!?>/g : /-->/g;
  close.lastIndex = start + 4;
  const found = close.exec(source);
  if (!found) return { kind: 'raw', start, end: source.length, name: '' };
  return comment(found.index + found[0].length);
};

/** After the `>` of a declaration, past an internal subset in brackets; -1 without an end. */
const endOfDeclaration = (source: string, from: number): number => {
  const plainEnd = source.indexOf('>', from);
  const bracket = source.indexOf('[', from);
  const hasSubset =
    bracket >= 0 && bracket < plainEnd && /^doctype\s/i.test(source.slice(from, from + 8));
  if (!hasSubset) return plainEnd < 0 ? -1 : plainEnd + 1;
  const parts = /<!--[\s\S]*?(?:-->|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|\]\s*>/g;
  parts.lastIndex = bracket;
  for (let part = parts.exec(source); part; part = parts.exec(source)) {
    if (part[0].startsWith(']')) return parts.lastIndex;
  }
  return -1;
};
