import { DocumentError } from '../document-error.js';
import { encodingLabel } from '../encoding/text-encoding.js';
import { readTextFile, textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';
import { localizePoHeader, pluralCount } from './plural-forms.js';
import { type PoEntry, type PoField, readPoEntries } from './po-entries.js';
import { encodePo, writePoField } from './po-text.js';

/** gettext catalogues: messages that have no translation yet. */
export const readPo: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const charset = /"Content-Type:[^"\n]*charset=([\w-]+)/i.exec(head)?.[1];
  const declared = charset && /^(?:charset|ascii|us-ascii)$/i.test(charset) ? 'utf-8' : charset;
  const file = readTextFile(bytes, options, declared && encodingLabel(declared));
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];
  const entries = readPoEntries(file.text);
  if (entries.length === 0) throw new DocumentError('malformed', 'No message was found.');
  const header = entries.find(({ id }) => id.text === '');
  const rule = header?.strings[0]?.text ?? '';

  for (const entry of entries) {
    const { id, plural, strings } = entry;
    const first = strings[0];
    if (id.text === '' || !first || strings.some(({ text }) => text !== '')) continue;
    const common = { encode: encodePo, isAdded: true };
    if (!plural) {
      const slot = collector.add({
        ...common,
        ...{ start: first.start, end: first.end, inlines: plainText(id.text) },
        finish: (written) => writePoField('msgstr', written, first.lineEnd),
      });
      if (slot) slots.push(slot);
      continue;
    }
    const forms = pluralSlots(entry, plural).flatMap(({ start, end, text, finish }) => {
      const slot = collector.add({
        ...{ ...common, start, end, inlines: plainText(text) },
        finish: (written, { targetLanguage }) => finish(written, pluralCount(targetLanguage, rule)),
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
        header && targetLanguage ? localizePoHeader(header, targetLanguage) : [],
    },
    collector.units,
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
