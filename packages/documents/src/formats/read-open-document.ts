import { DocumentError, MACROS_KEPT } from '../document-error.js';
import { escapeXml, openingTag, setAttributes } from '../escape-xml.js';
import { unwrapSpans } from '../inline-builder.js';
import { isComplexScript, isEastAsian, localeOf } from '../language.js';
import type { DocumentLimits } from '../limits.js';
import type { Edit, Filter, Part, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../paragraph-collector.js';
import { scanXml, type XmlElement } from '../scan-xml.js';
import { readTextArchive } from '../text-archive.js';
import {
  childOf,
  collapseSpaces,
  countElements,
  forEachSubtree,
  type InlineKind,
  nestedInlines,
  prefixOf,
  readSimpleTexts,
  type XmlNode,
} from '../xml-subtrees.js';

const META = new Set(['dc:title', 'dc:subject', 'dc:description', 'meta:keyword']);
const SIGNATURES = 'META-INF/documentsignatures.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** A chart is a document in a folder of its own. */
const OBJECT = /^[^/]+\/content\.xml$/;
const CHART = /<(?:[\w.-]+:)?chart[\s>]/;

/**
 * Automatic styles of characters that only note when a stretch was edited. Writer makes a span for
 * every one of them, in the middle of words.
 */
const idleStyles = (source: string): ReadonlySet<string> => {
  const idle = new Set<string>();
  const styles =
    /<style:style\s([^<>]*?)(?:\/>|>\s*(?:<style:text-properties((?:\s[^<>]*?)?)\/>\s*)?<\/style:style>)/g;
  for (const [, attributes = '', properties = ''] of source.matchAll(styles)) {
    if (!attributes.includes('style:family="text"')) continue;
    const name = /\sstyle:name="([^"]*)"|^style:name="([^"]*)"/.exec(attributes);
    const isNamed = /\bstyle:(?:parent-style-name|display-name)=/.test(attributes);
    const others = properties.replace(
      /\s(?:officeooo:[\w-]+|(?:fo|style):(?:language|country)[\w-]*)="[^"]*"/g,
      '',
    );
    if (name && !isNamed && others.trim() === '') idle.add(name[1] ?? name[2] ?? '');
  }
  return idle;
};

/** Spans are joined, spaces written as elements, and language and direction said. */
const ELASTIC = {
  names: new Set(['span', 's', 'text-properties', 'paragraph-properties']),
  withContent: new Set<string>(),
};

/** What has to be in a part of an OpenDocument file as often after the translation as before. */
const countOpenDocumentElements = (source: string): ReadonlyMap<string, number> =>
  countElements(source, ELASTIC);

interface TextPartOptions {
  readonly collector: ParagraphCollector;
  readonly limits: DocumentLimits;
  /** Names of character styles that mean nothing. */
  readonly idle: ReadonlySet<string>;
  /** Whether cells that are numbers, dates or formulas stay as they are. */
  readonly isSheet: boolean;
}

const PARAGRAPHS = new Set(['text:p', 'text:h']);
const PAIRS = new Set(['text:a', 'text:meta', 'text:ruby-base']);
const BREAKS = new Set(['text:line-break', 'text:tab']);
/** What was deleted, and what is generated from the headings. */
const LEFT_OUT = new Set(['text:tracked-changes', 'office:scripts', 'text:sequence-decls']);

/** Fields of a text that show something computed. */
const FIELD =
  /^text:(?:page-|date|time|sequence|chapter|file-name|author-|sender-|bookmark-ref|reference-ref|variable-|user-field|expression|database-|word-count|title|subject|creat|modif|initial-)/;

/** Paragraphs of the content or the styles of an OpenDocument file. */
const readTextPart = (
  name: string,
  source: string,
  { collector, limits, idle, isSheet }: TextPartOptions,
): Pick<Part, 'name' | 'text' | 'slots'> => {
  const slots: Slot[] = [];

  const kindOf = (node: XmlNode): InlineKind => {
    if (node.name === 'text:span') {
      return idle.has(node.attribute('text:style-name') ?? '') ? 'bare' : 'pair';
    }
    if (PAIRS.has(node.name)) return 'pair';
    if (BREAKS.has(node.name)) return 'break';
    return FIELD.test(node.name) ? 'kept' : 'point';
  };

  const readParagraph = (node: XmlNode): void => {
    const builder = nestedInlines(node, source, { kindOf, decode: collapseSpaces });
    if (!builder.isEmpty) {
      const { start, end } = builder;
      const encode = encoderFor(prefixOf(node));
      const { inlines, codes } = builder.take();
      const content = unwrapSpans(inlines, codes, ({ open }) => open.startsWith('<text:span'));
      const slot = collector.add({ start, end, ...content, encode, isCopy: isSheet });
      if (slot) slots.push(slot);
    }
    for (const child of node.children) if (child.name !== undefined) readInside(child);
  };

  /** Notes, remarks and text boxes: paragraphs inside a paragraph. */
  const readInside = (node: XmlNode): void => {
    if (LEFT_OUT.has(node.name)) return;
    if (isSheet && isComputedCell(node)) {
      // A remark about a number is text all the same.
      const remark = childOf(node, 'office:annotation');
      if (remark) readInside(remark);
    } else if (PARAGRAPHS.has(node.name)) readParagraph(node);
    else for (const child of node.children) if (child.name !== undefined) readInside(child);
  };

  forEachSubtree(
    source,
    (element) => PARAGRAPHS.has(element) || (isSheet && element === 'table:table-cell'),
    (node, ancestors) => {
      if (!ancestors.some((ancestor) => LEFT_OUT.has(ancestor))) readInside(node);
    },
    { limits },
  );
  return { name, text: source, slots };
};

const isComputedCell = (node: XmlNode): boolean => {
  if (node.name !== 'table:table-cell') return false;
  const type = node.attribute('office:value-type');
  const isString = type === undefined || type === 'string';
  return !isString || node.attribute('table:formula') !== undefined;
};

/** A second space, tabs and line ends are elements. */
const encoderFor =
  (prefix: string) =>
  (text: string): string =>
    escapeXml(text)
      .replace(/\t/g, `<${prefix}tab/>`)
      .replace(/\r\n?|\n/g, `<${prefix}line-break/>`)
      .replace(/(?<= ) +/g, (spaces) => `<${prefix}s ${prefix}c="${spaces.length}"/>`);

/** What text in complex scripts has in place of these. */
const COMPLEX_TWINS = new Map([
  ['fo:font-weight', 'style:font-weight-complex'],
  ['fo:font-style', 'style:font-style-complex'],
  ['fo:font-size', 'style:font-size-complex'],
]);

/** `start` is the left for some programs whatever the direction, so sides are named. */
const TURNED = new Map([
  ['start', 'right'],
  ['left', 'right'],
  ['end', 'left'],
  ['right', 'left'],
]);

/** Says language and direction in the styles that others are made from. */
const localizeStyles = (
  source: string,
  { targetLanguage, direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const language = languageAttributes(targetLanguage);
  const [languageName = ''] = language.keys();
  const mode = new Map([['style:writing-mode', direction === 'rtl' ? 'rl-tb' : 'lr-tb']]);
  const edits: Edit[] = [];
  /** The paragraph style around that others are made from, until it says its direction. */
  let root: XmlElement | undefined;
  let isDefault = false;

  const set = (element: XmlElement, attributes: ReadonlyMap<string, string>): void => {
    const { start, end } = element;
    const tag = source.slice(start, end);
    const text = setAttributes(tag, attributes);
    if (text !== tag) edits.push({ start, end, text });
  };
  /** Properties of paragraphs come first in a style; one without any gets some. */
  const addProperties = (style: XmlElement): void => {
    const { start, end, isEmpty, sourceName } = style;
    const attributes = 'fo:text-align="right" style:writing-mode="rl-tb"';
    const properties = `<${prefixOf(style)}paragraph-properties ${attributes}/>`;
    if (!isEmpty) edits.push({ start: end, end, text: properties });
    else {
      const tag = openingTag(source.slice(start, end));
      edits.push({ start, end, text: `${tag}${properties}</${sourceName}>` });
    }
  };
  const readText = (element: XmlElement): void => {
    const attributes = new Map<string, string>();
    if (isDefault || element.attribute(languageName) !== undefined) {
      for (const [name, value] of language) attributes.set(name, value);
    }
    if (isComplexScript(targetLanguage)) {
      for (const [name, twin] of COMPLEX_TWINS) {
        const value = element.attribute(name);
        if (value !== undefined && element.attribute(twin) === undefined)
          attributes.set(twin, value);
      }
    }
    set(element, attributes);
  };

  scanXml(
    source,
    {
      open(element) {
        const { name } = element;
        if (root && name !== 'style:paragraph-properties') {
          addProperties(root);
          root = undefined;
        }
        if (name === 'style:default-style') isDefault = true;
        const isRoot = name === 'style:style' && direction === 'rtl' && isRootStyle(element);
        if (isRoot && element.isEmpty) addProperties(element);
        else if (isRoot) root = element;
        const saysMode = element.attribute('style:writing-mode') !== undefined;
        if (name === 'style:text-properties') readText(element);
        else if (name === 'style:paragraph-properties') {
          const isBase = direction === 'rtl' && (isDefault || root !== undefined);
          const attributes = new Map(saysMode || isBase ? mode : []);
          const align = element.attribute('fo:text-align') ?? (isBase ? 'left' : '');
          const turned = direction === 'rtl' ? TURNED.get(align) : undefined;
          if (turned) attributes.set('fo:text-align', turned);
          set(element, attributes);
          root = undefined;
        } else if (name === 'style:page-layout-properties' && saysMode) set(element, mode);
      },
      close(name) {
        if (name === 'style:default-style') isDefault = false;
        if (name === 'style:style') root = undefined;
      },
    },
    { limits },
  );
  return edits;
};

const isRootStyle = (style: XmlElement): boolean =>
  style.attribute('style:family') === 'paragraph' &&
  style.attribute('style:parent-style-name') === undefined;

const languageAttributes = (tag: string): ReadonlyMap<string, string> => {
  const { language, region } = localeOf(tag);
  const suffix = isEastAsian(tag) ? '-asian' : isComplexScript(tag) ? '-complex' : '';
  const prefix = suffix === '' ? 'fo' : 'style';
  return new Map([
    [`${prefix}:language${suffix}`, language],
    [`${prefix}:country${suffix}`, region || 'none'],
  ]);
};

/** OpenDocument 1.3: text, sheets and slides. @param type end of the media type */
const openDocumentFilter =
  (type: 'text' | 'spreadsheet' | 'presentation'): Filter =>
  async (bytes, { limits }) => {
    const archive = await readTextArchive(bytes, limits);
    if (!archive.has('content.xml') || !archive.has('mimetype')) {
      throw new DocumentError('format_mismatch', 'It is no OpenDocument file.');
    }
    if (!archive.text('mimetype').includes(`opendocument.${type}`)) {
      throw new DocumentError('format_mismatch');
    }
    if (archive.has(MANIFEST) && /[:<]encryption-data\b/.test(archive.text(MANIFEST))) {
      throw new DocumentError('encrypted');
    }
    const hasMacros = archive.names.some((name) => /^(?:Basic|Scripts)\/./.test(name));

    const collector = createParagraphCollector(limits);
    const parts: Part[] = [];
    for (const name of ['content.xml', 'styles.xml'].filter(archive.has)) {
      const source = archive.text(name);
      const options = {
        collector,
        limits,
        idle: idleStyles(source),
        isSheet: type === 'spreadsheet',
      };
      parts.push({
        ...readTextPart(name, source, options),
        localize: (write) => localizeStyles(source, write, limits),
        inventory: countOpenDocumentElements,
      });
    }
    for (const name of archive.names.filter((found) => OBJECT.test(found))) {
      const source = archive.text(name);
      if (!CHART.test(source)) continue;
      const options = { collector, limits, idle: idleStyles(source), isSheet: true };
      parts.push({
        ...readTextPart(name, source, options),
        inventory: countOpenDocumentElements,
      });
    }
    if (archive.has('meta.xml')) {
      const source = archive.text('meta.xml');
      parts.push(readSimpleTexts('meta.xml', source, META, { collector, limits }));
    }
    return {
      paragraphs: collector.paragraphs,
      parts,
      pack: (changed) => ({
        bytes: archive.pack(changed, new Set([SIGNATURES])),
        notes: hasMacros ? [MACROS_KEPT] : [],
      }),
    };
  };

export const readOdt = openDocumentFilter('text');
export const readOds = openDocumentFilter('spreadsheet');
export const readOdp = openDocumentFilter('presentation');
