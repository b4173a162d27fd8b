import { codes } from '../characters.js';
import { PLAIN_TEXT_ELEMENTS, RAW_TEXT_ELEMENTS, VOID_ELEMENTS } from './html-elements.js';
import type { MarkupSyntax, Token } from './token.js';

/** Longest FreeMarker tag that is looked for. */
const MAX_TAG_UNITS = 1000;
const FREEMARKER = /^<\/?[#@][A-Za-z]/;
const OUTPUT = /^(?:\{\{|<(?:%[=-]|\?=|\?php\s+(?:echo|print)\b))/;

/** Reads template code that begins with `<` at a place: after its end, or -1. */
type TemplateReader = (start: number) => number;

/**
 * Reads the code of templates in HTML and XML: `<% … %>` of ERB, EJS, ASP and JSP, and the tags and
 * comments of FreeMarker (`<#if x>`, `<@macro/>`, `<#-- … -->`). Asked with growing positions, the
 * whole takes linear time.
 */
const templateReader = (source: string): TemplateReader => {
  const missing = new Set<string>();
  const until = (close: string, from: number): number => {
    if (missing.has(close)) return -1;
    const at = source.indexOf(close, from);
    if (at < 0) missing.add(close);
    return at < 0 ? -1 : at + close.length;
  };
  return (start) => {
    const next = source[start + 1];
    if (next === '%') return until('%>', start + 2);
    if (next !== '#' && next !== '@' && next !== '/') return -1;
    if (source.startsWith('<#--', start)) return until('-->', start + 4);
    if (!FREEMARKER.test(source.slice(start, start + 4))) return -1;
    return endOfTag(source, start);
  };
};

/** After the `>` that is in no quotes and no brackets; -1 where there is none. */
const endOfTag = (source: string, start: number): number => {
  const limit = Math.min(source.length, start + MAX_TAG_UNITS);
  let depth = 0;
  for (let index = start + 1; index < limit; index++) {
    const sign = source[index];
    if (sign === '"' || sign === "'") {
      const close = source.indexOf(sign, index + 1);
      if (close < 0 || close >= limit) return -1;
      index = close;
    } else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '<') return -1;
    else if (sign === '>' && depth <= 0) return index + 1;
  }
  return -1;
};

/** Code in braces is looked for this far on both sides of a `<`. */
const MAX_BRACES_UNITS = 500;
const BRACES = { '{%': '%}', '{{': '}}' } as const;
const TAG = /^<\/?[A-Za-z][^<>]*>/;

/** Finds the code in braces around a `<`, but not before a place; undefined where there is none. */
type BracesReader = (
  from: number,
  sign: number,
) => { readonly start: number; readonly end: number } | undefined;

/** Reads `{% if a<b %}` and `{{ a<b }}` of Jinja, Twig, Liquid and others, where `<b` is no tag. */
const bracesReader = (source: string): BracesReader => {
  const openers = (['{%', '{{'] as const).filter((opener) => source.includes(opener));
  return (from, sign) => {
    for (const opener of openers) {
      const least = Math.max(from, sign - MAX_BRACES_UNITS);
      const start = least + source.slice(least, sign).lastIndexOf(opener);
      if (start < least) continue;
      const close = BRACES[opener];
      if (source.slice(start, sign).includes(close)) continue;
      const rest = source.slice(sign, sign + MAX_BRACES_UNITS);
      const length = rest.indexOf(close);
      // In `{{ <b>name</b> }}` there are tags.
      if (length < 0 || (opener === '{{' && TAG.test(rest.slice(0, length)))) continue;
      return { start, end: sign + length + close.length };
    }
    return undefined;
  };
};

/** Whether template code or an instruction writes something, and so stands for words. */
export const writesText = (code: string): boolean => OUTPUT.test(code);

/**
 * Cuts a marked text into tokens whose stretches put together are the marked text, whatever it holds:
 * nothing is refused, corrected or left out. HTML is read as browsers read it
 * (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), XML tolerantly. Takes time in
 * proportion to the length of the marked text.
 */
export const tokenize = (source: string, syntax: MarkupSyntax): readonly Token[] => {
  const tokens: Token[] = [];
  const isXhtml = /^\s*<\?xml/.test(source.slice(0, 100));
  const readMarkup = tagReader(source, syntax);
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
type TagReader = (start: number) => Token | undefined;

/** A tag as far as its extent is concerned. */
interface ReadTag {
  readonly name: string;
  /** After its `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
}

const SPACE = /[\t\n\f\r ]/;
const ATTRIBUTE_NAME_END = /[\t\n\f\r />=]/g;
const XML_ATTRIBUTE_NAME_END = /[\t\n\f\r />=<]/g;
const UNQUOTED_END = /[\t\n\f\r >]/g;
const XML_UNQUOTED_END = /[\t\n\f\r ><]/g;

const find = (source: string, pattern: RegExp, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
};

const ENDS_NAME = codes('\t\n\f\r />');
const ENDS_XML_NAME = codes('\t\n\f\r />=<');

/** After a tag's name. Most names are so short that a pattern would take longer. */
const endOfName = (source: string, from: number, isXml: boolean): number => {
  const ends = isXml ? ENDS_XML_NAME : ENDS_NAME;
  let index = from;
  while (index < source.length && !ends.has(source.charCodeAt(index))) index++;
  return index;
};

/** White space as tags have it: no-break spaces belong to names and values. */
const skipSpace = (source: string, from: number): number => {
  let index = from;
  while (index < source.length && SPACE.test(source[index] ?? '')) index++;
  return index;
};

/**
 * Reads a tag from the first character of its name, minding `>` in quoted values. `unended` when
 * the marked text ends inside it; `text` when, in XML, another `<` shows that it is no tag.
 */
const readTag = (
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

const tagReader = (source: string, syntax: MarkupSyntax): TagReader => {
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
  const isDoctype = /^doctype\s/i.test(source.slice(from, from + 8));
  const bracket = isDoctype ? source.slice(from, Math.max(from, plainEnd)).indexOf('[') : -1;
  if (bracket < 0) return plainEnd < 0 ? -1 : plainEnd + 1;
  const parts = /<!--[\s\S]*?(?:-->|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|\]\s*>/g;
  parts.lastIndex = from + bracket;
  for (let part = parts.exec(source); part; part = parts.exec(source)) {
    if (part[0].startsWith(']')) return parts.lastIndex;
  }
  return -1;
};

// The lookbehind keeps long white space linear.
const ATTRIBUTE =
  /(?<![\t\n\f\r /])[\t\n\f\r /]+([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/g;
const NOTRANSLATE = /(?:^|\s)notranslate(?:\s|$)/;

/**
 * Whether a tag asks for its content to be translated or left, by `translate="yes|no"` (also as
 * `its:translate`), `translatable="false"` or the class `notranslate`; undefined when it is silent.
 * https://html.spec.whatwg.org/multipage/dom.html#attr-translate, https://www.w3.org/TR/its20/
 */
export const readTranslate = (tag: string): boolean | undefined => {
  // Most tags are silent; reading all their attributes takes ten times as long.
  if (!/transla/i.test(tag)) return undefined;
  let isTranslated: boolean | undefined;
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? bare ?? '').trim().toLowerCase();
    switch (name.toLowerCase()) {
      case 'class':
        if (NOTRANSLATE.test(value)) return false;
        break;
      case 'translate':
      case 'its:translate':
      case 'translatable':
        if (value === 'no' || value === 'false') return false;
        if (value === 'yes' || value === 'true' || value === '') isTranslated = true;
        break;
    }
  }
  return isTranslated;
};
