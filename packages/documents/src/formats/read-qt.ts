import { DocumentError } from '../document-error.js';
import { textDocument } from '../encoding/text-part.js';
import type { Edit, Filter, Slot, WriteOptions } from '../model.js';
import { countPluralForms } from '../plural-categories.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';
import { escapeXml, setAttributes } from '../xml/escape-xml.js';
import { XML_UNENCODABLE, type XmlElement } from '../xml/scan-xml.js';
import { childOf, forEachSubtree, textOf, type XmlNode } from '../xml/xml-subtrees.js';
import { readXmlFile } from './read-xml-file.js';

/** Catalogues of Qt Linguist: messages without a translation. They stay marked as unfinished. */
export const readQt: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];
  let root: Pick<XmlElement, 'start' | 'end'> | undefined;
  let plurals = 0;
  forEachSubtree(
    file.text,
    (name, element) => {
      if (name === 'TS') root = element;
      return name === 'message';
    },
    (message) => {
      const source = childOf(message, 'source');
      const translation = childOf(message, 'translation');
      if (!source || !isOpen(translation)) return;
      // A character that XML does not have stands as an element.
      if (source.children.some((child) => child.name !== undefined)) return;
      const place = translation ?? { start: message.innerEnd, end: message.innerEnd };
      const isPlural = message.attribute('numerus') === 'yes';
      const slot = collector.add({
        start: place.start,
        end: place.end,
        inlines: plainText(textOf(source)),
        encode: escapeXml,
        isAdded: true,
        finish: (text, { targetLanguage = options.targetLanguage }) => {
          if (isPlural) plurals++;
          const written = isPlural
            ? `<numerusform>${text}</numerusform>`.repeat(formCount(targetLanguage))
            : text;
          return `<translation type="unfinished">${written}</translation>`;
        },
      });
      if (slot) slots.push(slot);
    },
    { limits, allowsDoctype: true },
  );
  if (!root) throw new DocumentError('format_mismatch', 'It is no catalogue of Qt Linguist.');
  const { start, end } = root;
  const localize = ({ targetLanguage }: WriteOptions): readonly Edit[] => {
    if (!targetLanguage) return [];
    const language = targetLanguage.replaceAll('-', '_');
    const text = setAttributes(file.text.slice(start, end), new Map([['language', language]]));
    return [{ start, end, text }];
  };
  return textDocument(file, { text: file.text, slots, localize }, collector.units, {
    ...XML_UNENCODABLE,
    notes: () => (plurals > 0 ? [PLURAL_NOTE] : []),
  });
};

const PLURAL_NOTE =
  'All plural forms of a message got the same translation, because its source has only one. Check them.';

const isOpen = (translation: XmlNode | undefined): boolean => {
  const type = translation?.attribute('type');
  if (type === 'vanished' || type === 'obsolete') return false;
  return !translation || textOf(translation).trim() === '';
};

/** Languages for which Qt counts otherwise than CLDR. */
const FORMS_OF_QT: Readonly<Record<string, number>> = { ga: 3, mk: 3 };

const formCount = (language: string | undefined): number =>
  FORMS_OF_QT[language?.split('-')[0] ?? ''] ?? countPluralForms(language) ?? 2;
