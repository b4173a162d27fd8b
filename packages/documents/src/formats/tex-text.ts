import { onOneLine } from '../text-part.js';

/** Accents by the sign behind the backslash, as combining characters. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
};

/** Control words that stand for a character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  dots: '…',
  ldots: '…',
  textellipsis: '…',
  textendash: '–',
  textemdash: '—',
  textbackslash: '\\',
  textasciigrave: '`',
  textasciitilde: '~',
  textasciicircum: '^',
  textbar: '|',
  textless: '<',
  textgreater: '>',
  textquotedbl: '"',
  textquoteleft: '‘',
  textquoteright: '’',
  textquotedblleft: '“',
  textquotedblright: '”',
  quotedblbase: '„',
  glqq: '„',
  grqq: '“',
  flqq: '«',
  frqq: '»',
  guillemotleft: '«',
  guillemotright: '»',
  guillemetleft: '«',
  guillemetright: '»',
  og: '«\u00a0',
  fg: '\u00a0»',
  texteuro: '€',
  euro: '€',
  pounds: '£',
  copyright: '©',
  textregistered: '®',
  texttrademark: '™',
  textdegree: '°',
  S: '§',
  P: '¶',
};

/** Signs behind a backslash that stand for themselves or for a space. */
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&',
  '%': '%',
  $: '$',
  '#': '#',
  _: '_',
  '{': '{',
  '}': '}',
  ' ': ' ',
  '\n': ' ',
  ',': '\u202f',
  // A place to hyphenate, an italic correction and the like.
  '-': '',
  '/': '',
  '@': '',
};

/** A character of the text with the length of its source. */
interface TexCharacter {
  readonly text: string;
  readonly length: number;
}

const ACCENT_SIGN =
  /\\([`'^~=."])[ \t]*(?:\{(?:\\([ij])|(\p{L}))?\}|\\([ij])(?![a-zA-Z])|(\p{L}))/uy;
const ACCENT_WORD =
  /\\([uvHcdkr])(?:[ \t]*\{(?:\\([ij])|(\p{L}))\}|[ \t]+(?:\\([ij])(?![a-zA-Z])|(\p{L})))/uy;
const WORD = /\\([a-zA-Z]+)/y;
const LIGATURE = /---|--|``|''|,,|<<|>>|!`|\?`|~|`/y;
const LIGATURES: Readonly<Record<string, string>> = {
  '---': '—',
  '--': '–',
  '``': '“',
  "''": '”',
  ',,': '„',
  '<<': '«',
  '>>': '»',
  '!`': '¡',
  '?`': '¿',
  '~': '\u00a0',
  '`': '‘',
};

/** The character that something other than itself stands for in TeX. */
export const readTexCharacter = (source: string, position: number): TexCharacter | undefined => {
  if (source[position] !== '\\') {
    const ligature = match(LIGATURE, source, position)?.[0];
    return ligature
      ? { text: LIGATURES[ligature] ?? ligature, length: ligature.length }
      : undefined;
  }
  const accented = match(ACCENT_SIGN, source, position) ?? match(ACCENT_WORD, source, position);
  if (accented) {
    const [whole, accent = '', ...letters] = accented;
    const letter = letters.find((found) => found !== undefined) ?? '';
    const text = letter === '' ? '' : `${letter}${ACCENTS[accent] ?? ''}`.normalize('NFC');
    return { text, length: whole.length };
  }
  const sign = SIGNS[source[position + 1] ?? ''];
  if (sign !== undefined) return { text: sign, length: 2 };
  const word = match(WORD, source, position);
  const character = CHARACTERS[word?.[1] ?? ''];
  if (!word || character === undefined) return undefined;
  // A control word takes the space behind it, or an empty group that keeps it from doing so.
  const after = position + word[0].length;
  const rest = match(/\{\}|[ \t]*(?:\n[ \t]*(?!\s))?/y, source, after)?.[0] ?? '';
  return { text: character, length: word[0].length + rest.length };
};

const match = (pattern: RegExp, source: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position;
  return pattern.exec(source);
};

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '\u00a0': '~',
  '\u202f': '\\,',
  '\u2009': '\\,',
  '…': '\\ldots{}',
  '—': '---',
  '–': '--',
  '“': '``',
  '”': "''",
  '„': ',,',
  '‘': '`',
  '’': "'",
};

/** Signs that would join to something else: `--` of two hyphens, an option of a command. */
const JOINING = /-(?=-)|,(?=,)|<(?=<)|>(?=>)|'(?=')|[!?](?=`)|`(?=`)/g;

/** Writes text so that every TeX reads it as text, with its own ways for quotation marks. */
export const encodeTex = (text: string): string =>
  onOneLine(
    text
      .replace(JOINING, '$&\u0000')
      .replace(/`/g, '\u0001')
      .replace(/[\\~^{}$&%#_\u00a0\u202f\u2009…—–“”„‘’]/g, (sign) => ESCAPES[sign] ?? sign)
      .replaceAll('\u0000', '{}')
      .replaceAll('\u0001', '\\textasciigrave{}'),
  ).replace(/^(\s*)([[*])/, '$1{$2}');

/** Writes text into an option in brackets. */
export const encodeTexOption = (text: string): string =>
  encodeTex(text).replace(/(?<!\{)\]/g, '{]}');

/** Which braces belong together, by their places. */
export const matchBraces = (source: string): ReadonlyMap<number, number> => {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of source.matchAll(/\\[\s\S]|%[^\r\n]*|[{}]/g)) {
    if (sign === '{') open.push(index);
    else if (sign === '}') {
      const partner = open.pop();
      if (partner !== undefined) partners.set(partner, index);
    }
  }
  return partners;
};
