import { DocumentError } from '../document-error.js';
import { escapeXml, escapeXmlAttribute, setAttributes, unescapeXml } from '../escape-xml.js';
import type { DocumentLimits } from '../limits.js';
import { append } from '../many-values.js';
import type { Edit, Filter, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector } from '../paragraph-collector.js';
import { readXmlFile, scanXml, XML_UNENCODABLE } from '../scan-xml.js';
import { textDocument } from '../text-part.js';
import {
  childOf,
  forEachSubtree,
  type InlineKind,
  nestedInlines,
  textOf,
  type XmlNode,
} from '../xml-subtrees.js';
import { createIcuMessages, mayHaveMessages } from './icu-messages.js';

/** Says the target language: on every file in 1.2, on the root in 2.x. */
const localizeXliff = (
  source: string,
  { targetLanguage }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const edits: Edit[] = [];
  let isVersion2 = false;
  scanXml(
    source,
    {
      open(element) {
        const { name, start, end } = element;
        if (name === 'xliff') isVersion2 = (element.attribute('version') ?? '').startsWith('2');
        const attribute = isVersion2 ? 'trgLang' : 'target-language';
        if (name !== (isVersion2 ? 'xliff' : 'file')) return;
        const text = setAttributes(
          source.slice(start, end),
          new Map([[attribute, targetLanguage]]),
        );
        edits.push({ start, end, text });
      },
    },
    { limits },
  );
  return edits;
};

/** Inline elements of XLIFF 1.2 (section 2.4) and 2.x (section 4.2.3). */
const xliffInlineKind = (node: XmlNode): InlineKind => {
  const id = node.attribute('rid') ?? node.attribute('id') ?? '';
  switch (node.name) {
    case 'g':
    case 'pc':
      return 'pair';
    case 'mrk':
      return isProtected(node) ? 'kept' : 'pair';
    case 'bx':
    case 'bpt':
      return `open:${id}`;
    case 'ex':
    case 'ept':
      return `close:${id}`;
    case 'sc':
      return `open:sc${node.attribute('id') ?? ''}`;
    case 'ec':
      return `close:sc${node.attribute('startRef') ?? ''}`;
    case 'sm':
      return `open:sm${node.attribute('id') ?? ''}`;
    case 'em':
      return `close:sm${node.attribute('startRef') ?? ''}`;
    default:
      // x, ph, it, cp, and what other namespaces bring.
      return 'point';
  }
};

const isProtected = (node: XmlNode): boolean =>
  node.attribute('mtype') === 'protected' || node.attribute('translate') === 'no';

/** What has `source` and `target`: a unit of 1.2, a segment of 2.x. */
interface Holder {
  readonly node: XmlNode;
  readonly isVersion2: boolean;
}

/**
 * Finds what may be translated: not what says that it is not, or that it is approved.
 *
 * @throws DocumentError format_mismatch
 */
const forEachHolder = (
  text: string,
  limits: DocumentLimits,
  visit: (holder: Holder) => void,
): void => {
  let isXliff = false;
  const fixed: string[] = [];
  forEachSubtree(
    text,
    (name, element) => {
      if (name === 'xliff') isXliff = true;
      // Units of a file or group that is not to be translated say so of themselves as a rule.
      if (name === 'file' && element.attribute('translate') === 'no') fixed.push('file');
      else if (name === 'file') fixed.length = 0;
      return name === 'trans-unit' || name === 'unit';
    },
    (unit) => {
      const isFixed = unit.attribute('translate') === 'no' || unit.attribute('approved') === 'yes';
      if (isFixed || fixed.length > 0) return;
      if (unit.name === 'trans-unit') visit({ node: unit, isVersion2: false });
      for (const child of unit.name === 'unit' ? unit.children : []) {
        if (child.name === 'segment') visit({ node: child, isVersion2: true });
      }
    },
    { limits },
  );
  if (!isXliff) throw new DocumentError('format_mismatch', 'It is no XLIFF.');
};

/** A source that waits for its translation, and where that goes. */
const openPlaceOf = ({ node }: Holder) => {
  const source = childOf(node, 'source');
  const target = childOf(node, 'target');
  if (!source || (target && !isOpen(target, source))) return undefined;
  const after = childOf(node, 'seg-source') ?? source;
  const start = target?.start ?? after.end;
  const end = target?.end ?? after.end;
  return { source, target, start, end, prefix: source.sourceName.slice(0, -'source'.length) };
};

const UNTRANSLATED = ' state="new"';

/** Puts copies of ICU messages where their translations go: their branches are written in place. */
const withMessageTargets = (text: string, limits: DocumentLimits): string => {
  if (!mayHaveMessages(text)) return text;
  let written = '';
  let position = 0;
  forEachHolder(text, limits, (holder) => {
    const place = openPlaceOf(holder);
    if (!place || !mayHaveMessages(textOf(place.source))) return;
    const { source, start, end, prefix } = place;
    const message = text.slice(source.innerStart, source.innerEnd);
    const state = holder.isVersion2 ? '' : UNTRANSLATED;
    written += `${text.slice(position, start)}<${prefix}target${state}>${message}</${prefix}target>`;
    position = end;
  });
  return written + text.slice(position);
};

/** What stands for a value in a message is a word; other tags are none. */
const decodeMessage = (source: string): string =>
  unescapeXml(
    source.replace(/<[^<>]*>/g, (tag) => {
      const name = /\bid="((?:INTERPOLATION|ICU|PH)\w*)"/.exec(tag)?.[1];
      return name === undefined ? '' : `{${name}}`;
    }),
  );

/** XLIFF 1.2 and 2.x: units that have no translation yet, or only a copy of their source. */
export const readXliff: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const text = withMessageTargets(file.text, limits);
  const collector = createParagraphCollector(limits, { hasMnemonics: true });
  const messages = createIcuMessages();
  const slots: Slot[] = [];

  /** @returns whether it is a message with branches */
  const addMessage = (target: XmlNode, isVersion2: boolean): boolean => {
    const branches = messages.slots(
      text.slice(target.innerStart, target.innerEnd),
      target.innerStart,
      {
        collector,
        decode: decodeMessage,
        encode: escapeXml,
        doublesApostrophes: false,
        hasTags: true,
      },
    );
    const [first] = branches ?? [];
    if (!branches || !first) return false;
    append(slots, branches);
    const state = text.slice(target.start, target.innerStart).indexOf(UNTRANSLATED);
    if (isVersion2 || state < 0) return true;
    const start = target.start + state;
    slots.push({
      ...first,
      start,
      end: start + UNTRANSLATED.length,
      together: branches.map(({ paragraph }) => paragraph),
      isMoved: true,
      finish: () => REVIEW,
    });
    return true;
  };

  forEachHolder(text, limits, (holder) => {
    const place = openPlaceOf(holder);
    if (!place) return;
    const { source, target, start, end, prefix } = place;
    const { isVersion2 } = holder;
    const isMessage = target && mayHaveMessages(textOf(source));
    if (isMessage && addMessage(target, isVersion2)) return;
    const builder = nestedInlines(source, text, {
      kindOf: xliffInlineKind,
      decode: (written) => written,
    });
    if (builder.isEmpty) return;
    const state = isVersion2 ? '' : REVIEW;
    const slot = collector.add({
      start,
      end,
      ...builder.take(),
      encode: escapeXml,
      isAdded: true,
      finish: (rendered) => `<${prefix}target${state}>${rendered}</${prefix}target>`,
    });
    if (slot) slots.push(slot);
  });
  return textDocument(
    file,
    { text, slots, localize: (write) => localizeXliff(text, write, limits) },
    collector.paragraphs,
    { ...XML_UNENCODABLE, notes: messages.notes },
  );
};

const REVIEW = ' state="needs-review-translation"';

const OPEN_STATES = new Set(['new', 'needs-translation', 'initial']);

/** Whether a target waits for its translation. */
const isOpen = (target: XmlNode, source: XmlNode): boolean => {
  const text = textOf(target).trim();
  return (
    text === '' ||
    text === textOf(source).trim() ||
    OPEN_STATES.has(target.attribute('state') ?? '')
  );
};

/** Translation memories: every unit gets the target language if it does not have it. */
export const readTmx: Filter = (bytes, options) => {
  const { limits, sourceLanguage, targetLanguage } = options;
  const file = readXmlFile(bytes, options);
  const collector = createParagraphCollector(limits);
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
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, XML_UNENCODABLE);
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
