import { textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector } from '../units/unit-collector.js';
import { escapeXml, escapeXmlAttribute } from '../xml/escape-xml.js';
import { type InlineKind, nestedInlines } from '../xml/nested-inlines.js';
import { XML_UNENCODABLE } from '../xml/scan-xml.js';
import { childOf, forEachSubtree, type XmlNode } from '../xml/xml-subtrees.js';
import { readXmlFile } from './read-xml-file.js';

/** Translation memories: every unit gets the target language if it does not have it. */
export const readTmx: Filter = (bytes, options) => {
  const { limits, sourceLanguage, targetLanguage } = options;
  const file = readXmlFile(bytes, options);
  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];
  let headerLanguage = '';

  const add = (unit: XmlNode): void => {
    const variants = unit.children.filter((child): child is XmlNode => child.name === 'tuv');
    const wanted = sourceLanguage ?? unit.attribute('srclang') ?? headerLanguage;
    const source = variants.find((variant) => isSameLanguage(languageOf(variant), wanted));
    const isThere = variants.some((variant) => isSameLanguage(languageOf(variant), targetLanguage));
    const segment = source && childOf(source, 'seg');
    if (!segment || isThere) return;
    const builder = nestedInlines(segment, file.text, { kindOf, decode: (text) => text });
    if (builder.isEmpty) return;
    const slot = collector.add({
      start: unit.innerEnd,
      end: unit.innerEnd,
      ...builder.take(),
      encode: escapeXml,
      isAdded: true,
      finish: (rendered, write) => {
        const language = escapeXmlAttribute(write.targetLanguage ?? targetLanguage ?? 'und');
        return `<tuv xml:lang="${language}"><seg>${rendered}</seg></tuv>`;
      },
    });
    if (slot) slots.push(slot);
  };

  forEachSubtree(
    file.text,
    (name, element) => {
      if (name === 'header') headerLanguage = element.attribute('srclang') ?? '';
      return name === 'tu';
    },
    add,
    { limits, allowsDoctype: true },
  );
  return textDocument(file, { text: file.text, slots }, collector.units, XML_UNENCODABLE);
};

const languageOf = (variant: XmlNode): string =>
  variant.attribute('xml:lang') ?? variant.attribute('lang') ?? '';

/** `en-US` is `en`; `*all*` and nothing are none. */
const isSameLanguage = (one: string, other: string | undefined): boolean => {
  const base = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return one !== '' && other !== undefined && base(one) === base(other);
};

const kindOf = (node: XmlNode): InlineKind => {
  const number = node.attribute('i') ?? '';
  if (node.name === 'bpt') return `open:${number}`;
  if (node.name === 'ept') return `close:${number}`;
  return node.name === 'hi' ? 'pair' : 'point';
};
