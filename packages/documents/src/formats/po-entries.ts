import { decodePo } from './po-text.js';

/** A keyword with its strings: `msgid "a"` and the lines that go on with it. */
export interface PoField {
  readonly text: string;
  readonly start: number;
  end: number;
  readonly lineEnd: string;
}

export interface PoEntry {
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
  /^[ \t]*(?:(#.*)|(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]*"(.*)"|"(.*)")?[ \t]*(\r\n|\r|\n|$)/;

/** Reads the messages of a catalogue. Obsolete ones, which are comments, are passed over. */
export const readPoEntries = (source: string): readonly PoEntry[] => {
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
