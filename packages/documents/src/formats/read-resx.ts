import { DocumentError } from '../document-error.js';
import { textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';
import { escapeXml } from '../xml/escape-xml.js';
import { XML_UNENCODABLE } from '../xml/scan-xml.js';
import { childOf, forEachSubtree, textOf } from '../xml/xml-subtrees.js';
import { readXmlFile } from './read-xml-file.js';

/** .NET resources: strings, without what is typed, binary or about the designer's controls. */
export const readResx: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];
  let isResources = false;
  forEachSubtree(
    file.text,
    (name) => {
      if (name === 'root') isResources = true;
      return name === 'data';
    },
    (entry) => {
      const value = childOf(entry, 'value');
      const isString = !entry.attribute('type') && !entry.attribute('mimetype');
      // The designer keeps names and types of controls as `>>label1.Name`.
      if (!value || value.isEmpty || !isString || entry.attribute('name')?.startsWith('>>')) return;
      if (value.children.some((child) => child.name !== undefined)) return;
      const slot = collector.add({
        start: value.innerStart,
        end: value.innerEnd,
        inlines: plainText(textOf(value)),
        encode: escapeXml,
      });
      if (slot) slots.push(slot);
    },
    { limits },
  );
  if (!isResources) throw new DocumentError('format_mismatch', 'It is no .resx file.');
  return textDocument(file, { text: file.text, slots }, collector.units, XML_UNENCODABLE);
};
