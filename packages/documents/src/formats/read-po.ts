import { DocumentError } from '../document-error.js';
import type { Edit, Filter, Slot } from '../model.js';
import { createParagraphCollector, plainText } from '../paragraph-collector.js';
import { encodingLabel } from '../text-encoding.js';
import { encodeQuoted, readTextFile, textDocument } from '../text-part.js';

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2';

/** Plural rules as the gettext manual and the Translation Project have them. */
const RULES: readonly (readonly [languages: string, count: number, rule: string])[] = [
  ['ja zh ko vi th id ms lo my dz bo jv su', 1, '0'],
  ['fr pt-BR oc wa mg ln ti fil', 2, 'n > 1'],
  ['ru uk be sr hr bs', 3, SLAVIC],
  ['pl', 3, 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2'],
  ['cs sk', 3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2'],
  ['lt', 3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2'],
  ['lv', 3, 'n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2'],
  ['ro', 3, 'n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2'],
  ['sl', 4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  ['gd', 4, '(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n > 2 && n < 20) ? 2 : 3'],
  ['cy', 4, '(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3'],
  [
    'mt',
    4,
    'n==1 ? 0 : n==0 || (n%100 > 1 && n%100 < 11) ? 1 : (n%100 > 10 && n%100 < 20) ? 2 : 3',
  ],
  ['ga', 5, 'n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4'],
  ['ar', 6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5'],
];

const ruleOf = (language: string): { readonly count: number; readonly rule: string } => {
  const tags = [language.toLowerCase(), language.toLowerCase().split('-')[0] ?? ''];
  for (const tag of tags) {
    const found = RULES.find(([languages]) => languages.toLowerCase().split(' ').includes(tag));
    if (found) return { count: found[1], rule: found[2] };
  }
  return { count: 2, rule: 'n != 1' };
};

/** The value of the header `Plural-Forms`. @param language BCP 47 tag */
const pluralFormsOf = (language: string): string => {
  const { count, rule } = ruleOf(language);
  return `nplurals=${count}; plural=(${rule});`;
};

/** How many forms a plural has by a header. */
const pluralCountOf = (header: string): number => {
  const count = Number(/nplurals\s*=\s*(\d)/.exec(header)?.[1] ?? 2);
  return Math.min(Math.max(count, 1), 6);
};

/**
 * The language whose plurals follow the catalogue's own rule: where some are translated, another one
 * would give their forms another meaning.
 */
const languageOfPlurals = (header: string, entries: readonly PoEntry[]): string | undefined => {
  const isSaid = /^Plural-Forms:.*nplurals/im.test(header);
  const isUsed = entries.some(
    ({ plural, strings }) => plural && strings.some(({ text }) => text !== ''),
  );
  const named = /^Language:[ \t]*([a-z]+)/im.exec(header)?.[1];
  return isSaid && isUsed ? named?.toLowerCase() : undefined;
};

/** A keyword with its strings: `msgid "a"` and the lines that go on with it. */
interface PoField {
  readonly text: string;
  readonly start: number;
  end: number;
  readonly lineEnd: string;
}

interface PoEntry {
  readonly id: PoField;
  readonly plural: PoField | undefined;
  readonly strings: readonly PoField[];
}

interface DraftEntry {
  id?: Draft;
  plural?: Draft;
  strings: Draft[];
}

type Draft = { text: string; start: number; end: number; lineEnd: string };

const LINE =
  /^[ \t]*(?:(#.*)|(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]*"(.*)"|"(.*)")?(?<![ \t])[ \t]*(\r\n|\r|\n|$)/;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Text of one quoted string of a catalogue, without its quotation marks. */
const decodePo = (source: string): string =>
  source.replace(
    /\\(?:x([\da-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g,
    (_whole, hex, octal, character) => {
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return ESCAPES[character] ?? character;
    },
  );

/** Writes a keyword with its text, a line of the file for every line of the text. */
const writePoField = (keyword: string, encoded: string, lineEnd: string): string => {
  const lines = encoded.match(/(?:\\[^n]|[^\\])*(?:\\n|$)/g)?.filter((line) => line !== '') ?? [];
  if (lines.length < 2) return `${keyword} "${encoded}"`;
  return [`${keyword} ""`, ...lines.map((line) => `"${line}"`)].join(lineEnd);
};

/** Reads the messages of a catalogue. Obsolete ones, which are comments, are passed over. */
const readPoEntries = (source: string): readonly PoEntry[] => {
  const entries: DraftEntry[] = [];
  let entry: DraftEntry = { strings: [] };
  let field: Draft | undefined;
  const begin = (): void => {
    if (entry.id) entries.push(entry);
    entry = { strings: [] };
    field = undefined;
  };
  for (const { 0: whole, index } of source.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (whole === '') continue;
    const match = LINE.exec(whole);
    if (!match) continue;
    const [, comment, keyword, text, more, lineEnd = ''] = match;
    const end = index + whole.trimEnd().length;
    if (comment !== undefined) {
      if (entry.strings.length > 0) begin();
    } else if (more !== undefined && field) {
      field.text += decodePo(more);
      field.end = end;
    } else if (keyword !== undefined && text !== undefined) {
      const isNew = keyword === 'msgctxt' || keyword === 'msgid';
      if (isNew && entry.strings.length > 0) begin();
      const start = index + whole.indexOf(keyword);
      field = { text: decodePo(text), start, end, lineEnd: lineEnd || '\n' };
      if (keyword === 'msgid') entry.id = field;
      else if (keyword === 'msgid_plural') entry.plural = field;
      else if (keyword !== 'msgctxt') entry.strings.push(field);
    } else begin();
  }
  begin();
  return entries.flatMap(({ id, plural, strings }) => (id ? [{ id, plural, strings }] : []));
};

/** Sets language and plural forms in the header of a catalogue. */
const localizePoHeader = (
  header: PoEntry,
  language: string,
  keepsRule: boolean,
): readonly Edit[] => {
  const [field] = header.strings;
  if (!field) return [];
  const set = (text: string, name: string, value: string): string => {
    const line = new RegExp(`^${name}:.*$`, 'm');
    if (line.test(text)) return text.replace(line, () => `${name}: ${value}`);
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${name}: ${value}\n`;
  };
  const named = set(field.text, 'Language', language.replaceAll('-', '_'));
  const text = keepsRule ? named : set(named, 'Plural-Forms', pluralFormsOf(language));
  if (text === field.text) return [];
  const { start, end, lineEnd } = field;
  return [{ start, end, text: writePoField('msgstr', encodeQuoted(text), lineEnd) }];
};

/** gettext catalogues: messages that have no translation yet. */
export const readPo: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const charset = /"Content-Type:[^"\n]*charset=([\w-]+)/i.exec(head)?.[1];
  const declared = charset && /^(?:charset|ascii|us-ascii)$/i.test(charset) ? 'utf-8' : charset;
  const file = readTextFile(bytes, options, declared && encodingLabel(declared));
  const collector = createParagraphCollector(options.limits, { hasMnemonics: true });
  const slots: Slot[] = [];
  const entries = readPoEntries(file.text);
  if (entries.length === 0) throw new DocumentError('malformed', 'No message was found.');
  const header = entries.find(({ id }) => id.text === '');
  const rule = header?.strings[0]?.text ?? '';
  const ruled = languageOfPlurals(rule, entries);
  const keepsRule = (language: string): boolean => language.toLowerCase().split('-')[0] === ruled;
  const pluralCount = (language: string | undefined): number =>
    language === undefined || keepsRule(language) ? pluralCountOf(rule) : ruleOf(language).count;

  for (const entry of entries) {
    const { id, plural, strings } = entry;
    const first = strings[0];
    if (id.text === '' || !first || strings.some(({ text }) => text !== '')) continue;
    const common = { encode: encodeQuoted, isAdded: true };
    if (!plural) {
      const slot = collector.add({
        ...common,
        start: first.start,
        end: first.end,
        inlines: plainText(id.text),
        finish: (written) => writePoField('msgstr', written, first.lineEnd),
      });
      if (slot) slots.push(slot);
      continue;
    }
    const forms = pluralSlots(entry, plural).flatMap(({ start, end, text, finish }) => {
      const slot = collector.add({
        ...common,
        start,
        end,
        inlines: plainText(text),
        finish: (written, { targetLanguage }) => finish(written, pluralCount(targetLanguage)),
      });
      return slot ? [slot] : [];
    });
    // One form without words and one with them would make half an entry.
    if (forms.length === 2) slots.push(...forms);
  }
  return textDocument(
    file,
    {
      text: file.text,
      slots,
      localize: ({ targetLanguage }) =>
        header && targetLanguage
          ? localizePoHeader(header, targetLanguage, keepsRule(targetLanguage))
          : [],
    },
    collector.paragraphs,
    { declareUtf8: (text) => text.replace(/(charset=)[\w-]+/i, '$1UTF-8') },
  );
};

interface PluralSlot {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  finish(written: string, count: number): string;
}

/** The first form is that of one thing, all others that of many; languages with one form take that of many. */
const pluralSlots = ({ id, strings }: PoEntry, plural: PoField): readonly PluralSlot[] => {
  const first = strings[0] as PoField;
  const last = strings.at(-1) as PoField;
  const { lineEnd } = first;
  return [
    {
      start: first.start,
      end: first.start,
      text: id.text,
      finish: (written, count) =>
        count === 1 ? '' : writePoField('msgstr[0]', written, lineEnd) + lineEnd,
    },
    {
      start: first.start,
      end: last.end,
      text: plural.text,
      finish: (written, count) =>
        Array.from({ length: count }, (_, index) => index)
          .slice(count === 1 ? 0 : 1)
          .map((index) => writePoField(`msgstr[${index}]`, written, lineEnd))
          .join(lineEnd),
    },
  ];
};
