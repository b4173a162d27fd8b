import { CST, Parser } from 'yaml';
import { DocumentError } from '../document-error.js';
import { requireWithin } from '../limits.js';
import type { Edit, Filter, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector, isCode, plainText } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';

/** Words that YAML reads as something other than text. */
const NO_TEXT = /^(?:true|false|yes|no|on|off|null|y|n|\.inf|\.nan)$/i;

type ScalarToken = CST.FlowScalar | CST.BlockScalar;

/** A scalar's text with its place, and how to write another in the same style. */
interface ScalarPlace {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly write: (text: string) => string;
}

/** @returns undefined for aliases and what cannot be read */
const scalarPlace = (token: ScalarToken, source: string): ScalarPlace | undefined => {
  if (token.type === 'alias') return undefined;
  const resolved = CST.resolveAsScalar(token);
  if (!resolved) return undefined;
  if (token.type === 'block-scalar') return blockPlace(token, resolved.value, source);
  const start = token.offset;
  return {
    start,
    end: start + token.source.length,
    text: resolved.value,
    write:
      token.type === 'single-quoted-scalar'
        ? writeSingleQuoted
        : token.type === 'double-quoted-scalar'
          ? writeDoubleQuoted
          : writePlain,
  };
};

/** Not by a pattern, which would begin again at each break within the text. */
const withoutLastBreaks = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
};

const blockPlace = (
  token: CST.BlockScalar,
  text: string,
  source: string,
): ScalarPlace | undefined => {
  const style = token.props.find((prop) => prop.type === 'block-scalar-header');
  const content = source.indexOf(token.source, token.offset);
  const indent = /^[ ]*(?=[^\s])/m.exec(token.source)?.[0] ?? '';
  // An indentation that is given as a number belongs to a text that begins with spaces.
  if (content < 0 || indent === '' || !style) return undefined;
  const head = source.slice(style.offset, content);
  if (/^[|>][+-]?\d/.test(head)) return undefined;
  const lineEnd = /\r\n|\n/.exec(token.source)?.[0] ?? '\n';
  const blank = token.source.slice(token.source.trimEnd().length);
  const tail = blank.slice(0, blank.lastIndexOf('\n') + 1);
  return {
    start: style.offset,
    end: content + token.source.length,
    text: withoutLastBreaks(text),
    write: (words) => {
      const lines = words.trimEnd().split(/\r?\n/);
      // Lines that are indented further do not fold.
      const isFolded = head.startsWith('>') && !lines.some((line) => /^[ \t]/.test(line));
      const written = lines.map((line) => (line.trim() === '' ? '' : indent + line));
      const joined = written.join(isFolded ? lineEnd + lineEnd : lineEnd);
      return (isFolded ? head : head.replace('>', '|')) + joined + tail;
    },
  };
};

const writeSingleQuoted = (text: string): string =>
  /[\r\n]/.test(text) ? writeDoubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;

/** JSON is YAML in double quotes, apart from two line ends. */
const writeDoubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const writePlain = (text: string): string => {
  const isSafe =
    /^[\p{L}\p{N}]/u.test(text) &&
    !/[\r\n\t]|: | #|[:#,[\]{}]|\s$/.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text) &&
    !/^[\d.,:+-]+$/.test(text);
  return isSafe ? text : writeDoubleQuoted(text);
};

/** YAML: values that are words. Keys, comments, anchors and white space stay. */
export const readYaml: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createParagraphCollector(options.limits, { hasMnemonics: true });
  const slots: Slot[] = [];

  const readScalar = (token: CST.Token): void => {
    if (!CST.isScalar(token)) return;
    const place = scalarPlace(token, file.text);
    if (!place || isCode(place.text)) return;
    if (token.type === 'scalar' && NO_TEXT.test(place.text)) return;
    const { start, end, text, write } = place;
    const slot = collector.add({
      start,
      end,
      inlines: plainText(text),
      encode: (words) => words,
      finish: write,
    });
    if (slot) slots.push(slot);
  };

  const read = (token: CST.Token | null | undefined, depth: number): void => {
    if (!token) return;
    requireWithin(depth, options.limits, 'depth');
    if (token.type === 'error') throw new DocumentError('malformed', 'YAML cannot be read.');
    if (!CST.isCollection(token)) {
      readScalar(token);
      return;
    }
    for (const item of token.items) {
      const isTagged = item.sep?.some(({ type, source }) => type === 'tag' && source !== '!!str');
      if (!isTagged) read(item.value, depth + 1);
    }
  };

  const roots: (CST.Token | undefined)[] = [];
  for (const token of new Parser().parse(file.text)) {
    if (token.type === 'document') roots.push(token.value);
    if (token.type === 'document') read(token.value, 0);
    else if (token.type === 'error') throw new DocumentError('malformed', 'YAML cannot be read.');
  }
  const key = roots.length === 1 ? languageKey(roots[0], options.sourceLanguage) : undefined;
  const localize = ({ targetLanguage }: WriteOptions): readonly Edit[] =>
    key && targetLanguage ? [renameKey(key, targetLanguage)] : [];
  return textDocument(file, { text: file.text, slots, localize }, collector.paragraphs);
};

/** Languages that a key names where the language of the file is not said: others are words, too. */
const LANGUAGES = new Set(
  'ar bg cs da de el en es et fi fr he hu it ja ko lt lv nb nl pl pt ro ru sk sl sv tr uk zh'.split(
    ' ',
  ),
);

/** The only key of a file, if it is its language: all texts are below it, as Rails wants it. */
const languageKey = (
  root: CST.Token | undefined,
  sourceLanguage: string | undefined,
): CST.FlowScalar | undefined => {
  if (root?.type !== 'block-map') return undefined;
  const entries = root.items.filter(({ key }) => key);
  const [entry] = entries;
  const key = entry?.key;
  if (entries.length !== 1 || !CST.isScalar(key) || key.type === 'block-scalar') return undefined;
  if (key.type === 'alias' || entry?.value?.type !== 'block-map') return undefined;
  const [name = ''] = key.source.replace(/["']/g, '').toLowerCase().split(/[-_]/);
  const [source] = sourceLanguage?.toLowerCase().split('-') ?? [];
  return (source === undefined ? LANGUAGES.has(name) : name === source) ? key : undefined;
};

const renameKey = ({ offset, source, type }: CST.FlowScalar, language: string): Edit => {
  const name = source.includes('_') ? language.replaceAll('-', '_') : language;
  const isPlain = type === 'scalar' && !NO_TEXT.test(name);
  const quote = isPlain ? '' : source.startsWith("'") ? "'" : '"';
  return { start: offset, end: offset + source.length, text: `${quote}${name}${quote}` };
};
