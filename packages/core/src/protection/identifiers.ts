import {
  firstOf,
  isAsciiLetter,
  isForeignLetter,
  isIdentifierCode,
  isInsideToken,
  isInsideWord,
  type Matcher,
  NO_MATCH,
  skipWhile,
} from './matcher.js';

const MAX_UNITS = 128;
const EXTENSIONS = new Set(
  `txt md rst pdf doc docx odt xls xlsx ods csv tsv ppt pptx odp json jsonl yaml yml toml ini cfg conf xml html
  htm css scss less js mjs cjs ts mts cts tsx jsx vue svelte py rb rs go java kt swift c h cc cpp hpp cs php pl lua
  sh bash zsh bat ps1 sql db sqlite log lock env png jpg jpeg gif svg webp ico bmp tif tiff mp3 mp4 wav ogg
  flac avi mkv mov webm zip gz tgz bz2 xz zst tar rar 7z deb rpm dmg exe dll so jar war apk iso img bin wasm po pot
  mo xlf xliff srt vtt tex bib ipynb proto tf map`.split(/\s+/),
);
/** Ends of host names that a text may have without a scheme. */
export const DOMAINS: ReadonlySet<string> = new Set(
  'com org net io dev app edu gov info biz eu de fr es it pt nl uk ca us cat gal pl ru ch at be se no dk fi is ie jp cn br ar mx co ai me tv js'.split(
    ' ',
  ),
);
/** Eclipsis and prefixes of Irish put small letters before a capital: `bPáirc`, `tSeachtain`. */
const IRISH = /^(?:bP|bhF|dT|gC|mB|nD|nG|tS|h[AEIOU])[a-z]+$/;

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether a path or name ends in `.ts`, `.pdf` and the like. */
export const hasKnownExtension = (name: string): boolean =>
  name.includes('.') && EXTENSIONS.has(lastPart(name));

/** `fooBar`, `iPhone`, `PhoQP`, `KBps`, `XMLparser`; not `PDFs`, Dutch `IJsland` nor German `MwSt`. */
const isMixedCase = (word: string): boolean =>
  (/[a-z]\d*[A-Z]/.test(word) && !IRISH.test(word) && word !== 'MwSt') ||
  (/^[A-Z]{2,}[a-z]{2,}/.test(word) && !word.startsWith('IJ'));

/** `mp3`, `SHA256`, `x86`, `H2O`; `3f2a9c1`. Not `2nd`, `90s`, `5kg`. */
const isAlphanumericName = (word: string): boolean =>
  /^[A-Za-z]+\d/.test(word) || (word.length >= 7 && /^\d[0-9a-f]*[a-f][0-9a-f]*$/.test(word));

const isSnakeCase = (word: string): boolean =>
  /[A-Za-z0-9]_+[A-Za-z0-9]|^__?[A-Za-z]\w*$/.test(word);

const isName = (word: string): boolean =>
  isMixedCase(word) || isAlphanumericName(word) || isSnakeCase(word);

/** A number of thousands, and no address: `1.234.567`, not `10.123.100.200`. */
const isInThousands = (name: string): boolean => {
  if (!/^[1-9]\d{0,2}(?:\.\d{3})+$/.test(name)) return false;
  const parts = name.split('.');
  return parts.length !== 4 || parts.some((part) => Number(part) > 255);
};

/** `file.txt`, `example.com`, `foo.barBaz`, `1.2.3`, `10.0.0.1`; not `e.g`, `1.5`, `end.Next`. */
const isDottedName = (name: string): boolean => {
  const parts = name.split('.');
  if (parts.some((part) => part === '') || isInThousands(name)) return false;
  const last = parts.at(-1) ?? '';
  if (parts.length > 2 && /^v?\d+$/.test(parts[0] ?? ''))
    return parts.every((part) => /^v?\d+\w*$/.test(part));
  if (/^v\d+$/.test(parts[0] ?? '')) return true;
  if (/^\d+$/.test(last)) return false;
  const isFileOrHost = EXTENSIONS.has(last) || DOMAINS.has(last);
  return (isFileOrHost && (parts[0]?.length ?? 0) > 1) || parts.some(isName);
};

/** `foo.bar` before a bracket: no sentence has both signs without a space. */
const DOTTED_CALL = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

const isDottedCode = (code: number): boolean =>
  isIdentifierCode(code) || code === 0x2e || code === 0x2d;

/** Index after a dotted name at `index`, such as `file.txt`; NO_MATCH where there is none. */
const dottedName: Matcher = (text, index) => {
  if (isInsideToken(text, index)) return NO_MATCH;
  const runEnd = skipWhile(text, index, MAX_UNITS, isDottedCode);
  if (runEnd - index >= MAX_UNITS || isForeignLetter(text.charCodeAt(runEnd))) return NO_MATCH;
  let end = runEnd;
  while (text[end - 1] === '.' || text[end - 1] === '-') end--;
  const name = text.slice(index, end);
  const isCall = text[end] === '(' && end === runEnd && DOTTED_CALL.test(name);
  return name.includes('.') && (isCall || isDottedName(name)) ? end : NO_MATCH;
};

const plainName: Matcher = (text, index) => {
  if (text[index - 1] === '.' && isInsideToken(text, index)) return NO_MATCH;
  const end = skipWhile(text, index, MAX_UNITS, isIdentifierCode);
  if (end === index || end - index >= MAX_UNITS || isForeignLetter(text.charCodeAt(end)))
    return NO_MATCH;
  const isCall = text.startsWith('()', end) && isAsciiLetter(text.charCodeAt(index));
  return isCall || isName(text.slice(index, end)) ? end : NO_MATCH;
};

const name = firstOf(dottedName, plainName);

/**
 * Names of things in programs, files, hosts and versions, and calls such as `getName()`. Words with
 * letters outside ASCII are never taken for one.
 */
export const identifier: Matcher = (text, index) => {
  if (isInsideWord(text, index)) return NO_MATCH;
  const end = name(text, index);
  return end > index && text.startsWith('()', end) ? end + 2 : end;
};

const BACKTICK = 0x60;
const MAX_CODE_UNITS = 1000;

/** `#!/bin/sh` at the start of a line, with all that follows on it. */
export const shebang: Matcher = (text, index) => {
  if (!text.startsWith('#!/', index) || (index > 0 && text[index - 1] !== '\n')) return NO_MATCH;
  return skipWhile(text, index, MAX_CODE_UNITS, (code) => code !== 0x0a && code !== 0x0d);
};

const ATTRIBUTE = /^[A-Za-z_][\w:.-]{0,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')/;
const SCOPED = /^[A-Za-z_]\w{0,60}(?:::~?[A-Za-z_]\w{0,60}){1,8}(?![\w:])(?:\(\))?/;
const MAX_ATTRIBUTE_UNITS = 280;

const isScopedCode = (code: number): boolean =>
  isIdentifierCode(code) || code === 0x3a || code === 0x2e || code === 0x2d;

/** `size="medium"`, `std::vector`. */
export const assignment: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const nameEnd = skipWhile(text, index, 61, isScopedCode);
  if (text[nameEnd] !== '=' && !text.slice(index, nameEnd).includes('::')) return NO_MATCH;
  const ahead = text.slice(index, index + MAX_ATTRIBUTE_UNITS);
  const found = (ATTRIBUTE.exec(ahead) ?? SCOPED.exec(ahead))?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};

/** Code between as many backticks as it began with, up to 1,000 units. */
export const backticks: Matcher = (text, index) => {
  if (text[index - 1] === '`') return NO_MATCH;
  const open = skipWhile(text, index, MAX_CODE_UNITS, (code) => code === BACKTICK);
  const count = open - index;
  const limit = Math.min(text.length, open + MAX_CODE_UNITS);
  let run = 0;
  for (let position = open; position <= limit; position++) {
    if (position < text.length && text.charCodeAt(position) === BACKTICK) run++;
    else if (run === count) return position;
    else run = 0;
  }
  return NO_MATCH;
};

const MAX_FORMULA_UNITS = 120;
const MAX_DEPTH = 4;
// A number, perhaps with a letter (`3x`) or an exponent (`1e-5`), or one letter, perhaps with an
// index (`x1`) or arguments (`f(x)`); brackets around it belong to the formula.
const OPERAND =
  /([-−]?\({0,4})(\d{1,12}(?:[.,]\d{1,12})?(?:([eE][-+]?\d{1,4})|[A-Za-z])?|[A-Za-z\u0370-\u03ff](?:[A-Za-z]{0,2}\d{1,4}|\([A-Za-z0-9 ,+*-]{1,20}\))?)(\){0,4})(?![\p{L}\p{N}_'’(])/uy;
// An operator has spaces on both sides or on none; `<` and `>` without spaces may be a tag.
const OPERATOR =
  /(?:[ \u00a0](?:([=+*^≤≥≠≈×÷±·<>]|[<>=!:]=)|[−/-])[ \u00a0]|([=+*^×÷·≤≥≠])|[−/-])/uy;

/**
 * Formulas such as `y = 3x + 2`, `(a + b) * c`, `i < n` and `f(x) = x^2`, and numbers with an exponent.
 * Every operand is a number or one letter, so that no word is taken for one.
 */
export const formula: Matcher = (text, index) => {
  const isWord = isAsciiLetter(text.charCodeAt(index)) && isAsciiLetter(text.charCodeAt(index + 1));
  if (isWord || isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const limit = index + MAX_FORMULA_UNITS;
  let end = NO_MATCH;
  let depth = 0;
  let isFormula = false;
  let position = index;
  while (position < limit && depth <= MAX_DEPTH) {
    OPERAND.lastIndex = position;
    const [found, opened, core = '', exponent, closed] = OPERAND.exec(text) ?? [];
    if (found === undefined) break;
    depth += countOf(opened, '(');
    const open = Math.min(depth, closed?.length ?? 0);
    depth -= open;
    const stop = position + (opened?.length ?? 0) + core.length + open;
    if (depth === 0 && (isFormula || exponent !== undefined)) end = stop;
    // A bracket that is not the formula's own ends it.
    if (stop < position + found.length) break;
    OPERATOR.lastIndex = stop;
    const [operator, spaced, tight] = OPERATOR.exec(text) ?? [];
    if (operator === undefined) break;
    isFormula ||= spaced !== undefined || tight !== undefined;
    position = stop + operator.length;
  }
  return end;
};

const countOf = (text: string | undefined, sign: string): number =>
  text === undefined ? 0 : text.split(sign).length - 1;
