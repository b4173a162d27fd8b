import { DocumentError } from '../document-error.js';
import { escapeXml } from '../escape-xml.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Code, Filter, Inline, Part, Slot } from '../model.js';
import { readTextArchive } from '../text-archive.js';
import { createUnitCollector, type UnitCollector } from '../unit-collector.js';
import { countElements, forEachSubtree, type XmlNode } from '../xml-subtrees.js';

const DESIGN_MAP = 'designmap.xml';
const STORY = /^Stories\/[^/]+\.xml$/;
const STORY_REFERENCE = /<idPkg:Story\b[^>]*\bsrc\s*=\s*"([^"]+)"/g;
/** Elements that stand around characters of a paragraph. */
const LOOK = 'CharacterStyleRange';
const WRAPPERS = new Set([LOOK, 'HyperlinkTextSource', 'CrossReferenceSource', 'XMLElement']);
/** Elements with paragraphs of their own. */
const FLOWS = new Set(['Story', 'XmlStory', 'Cell', 'Footnote', 'Endnote']);
/** What stays as it is, with all text in it. */
const KEPT = new Set(['Note', 'HiddenText', 'Properties']);

/** InDesign's exchange format: the paragraphs of stories, tables and footnotes. */
export const readIdml: Filter = async (bytes, { limits }) => {
  const archive = await readTextArchive(bytes, limits);
  if (!archive.has(DESIGN_MAP)) {
    throw new DocumentError('format_mismatch', 'It is no IDML of InDesign.');
  }
  const collector = createUnitCollector(limits);
  const inOrder = [...archive.text(DESIGN_MAP).matchAll(STORY_REFERENCE)].map(([, name]) => name);
  const stories = archive.names.filter((name) => STORY.test(name));
  const known = new Set(stories);
  const names = new Set([...inOrder.filter((name) => name && known.has(name)), ...stories]);
  const parts: Part[] = [...names].flatMap((name) =>
    name === undefined ? [] : [readStory(name, archive.text(name), { collector, limits })],
  );
  return { units: collector.units, parts, pack: (changed) => archive.pack(changed) };
};

interface StoryReading {
  readonly collector: UnitCollector;
  readonly limits: DocumentLimits;
}

const ELASTIC = { names: new Set([LOOK, 'Content']), withContent: new Set(['Properties']) };

const readStory = (name: string, source: string, reading: StoryReading): Part => {
  const slots: Slot[] = [];
  forEachSubtree(
    source,
    (element) => element === 'Story' || element === 'XmlStory',
    (node) => readFlow(node, source, reading, slots),
    { limits: reading.limits },
  );
  return {
    name,
    text: source,
    slots: slots.sort((a, b) => a.start - b.start || b.end - a.end),
    inventory: (text) => countElements(text, ELASTIC),
  };
};

/** A piece of a paragraph: characters, a break, or something that is no text. */
interface Piece {
  readonly kind: 'text' | 'break' | 'point';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The elements around it within the paragraph, outermost first. */
  readonly around: readonly XmlNode[];
}

/** Cuts the content of a story, a cell or a footnote into paragraphs. */
const readFlow = (
  flow: XmlNode,
  source: string,
  reading: StoryReading,
  slots: Slot[],
  level = 0,
): void => {
  requireWithin(level, reading.limits, 'depth');
  let pieces: Piece[] = [];
  /** Wrappers that began before the paragraph, and so cannot be replaced with it. */
  let older = new Set<XmlNode>();
  const endParagraph = (around: readonly XmlNode[]): void => {
    const slot = addParagraph(pieces, older, around, source, reading.collector);
    if (slot) slots.push(slot);
    pieces = [];
    older = new Set(around);
  };

  const readContent = (node: XmlNode, around: readonly XmlNode[]): void => {
    const first = pieces.length;
    for (const child of node.children) {
      if (child.name !== undefined) continue;
      for (const piece of child.text.split(/(\u2028)/)) {
        if (piece === '') continue;
        const kind = piece === '\u2028' ? 'break' : 'text';
        pieces.push({ kind, text: piece, start: node.start, end: node.end, around });
      }
    }
    // Instructions for special characters, which are not among the children, keep the place.
    if (/<[?!]/.test(source.slice(node.innerStart, node.innerEnd))) {
      const { start, end } = node;
      pieces.splice(first, pieces.length - first, {
        kind: 'point',
        text: textIn(node),
        start,
        end,
        around,
      });
    }
  };
  const read = (node: XmlNode, around: readonly XmlNode[], depth: number): void => {
    for (const child of node.children) {
      if (child.name === undefined || KEPT.has(child.name)) continue;
      const { name, start, end } = child;
      if (name === 'Content') readContent(child, around);
      else if (name === 'Br') endParagraph(around);
      else if (name === 'ParagraphStyleRange') {
        endParagraph(around);
        read(child, [], depth + 1);
        endParagraph([]);
      } else if (WRAPPERS.has(name)) read(child, [...around, child], depth + 1);
      else if (name === 'Table') {
        endParagraph(around);
        readInside(child, depth + 1);
        endParagraph(around);
      } else {
        pieces.push({ kind: 'point', text: '', start, end, around });
        readInside(child, depth + 1);
      }
    }
  };
  const readInside = (node: XmlNode, depth: number): void => {
    for (const child of node.children) {
      if (child.name === undefined) continue;
      if (FLOWS.has(child.name)) readFlow(child, source, reading, slots, level + depth);
      else readInside(child, depth + 1);
    }
    if (FLOWS.has(node.name)) readFlow(node, source, reading, slots, level + depth);
  };

  read(flow, [], 0);
  endParagraph([]);
};

const textIn = (node: XmlNode): string =>
  node.children.map((child) => (child.name === undefined ? child.text : '')).join('');

/** The tags that begin a wrapper, with the properties that belong to it. */
const openingOf = (node: XmlNode, source: string): string => {
  const properties = node.children.find((child) => child.name === 'Properties');
  const tag = source.slice(node.start, node.innerStart);
  return properties ? tag + source.slice(properties.start, properties.end) : tag;
};

/** Makes a unit of a paragraph whose pieces may look different and be links. */
const addParagraph = (
  pieces: readonly Piece[],
  older: ReadonlySet<XmlNode>,
  open: readonly XmlNode[],
  source: string,
  collector: UnitCollector,
): Slot | undefined => {
  const texts = pieces.filter(({ kind }) => kind === 'text');
  const [first] = texts;
  const lastText = texts.at(-1);
  if (!first || !lastText) return undefined;
  const from = pieces.indexOf(first);
  const stretch = pieces.slice(from, pieces.lastIndexOf(lastText) + 1);
  // What can be there only once, such as a link, is cut out with its tags.
  const isOnce = (node: XmlNode): boolean => node.name !== LOOK;
  const onces = new Set(stretch.flatMap(({ around }) => around.filter(isOnce)));
  const isSplit = [...onces].some((node) => older.has(node) || open.includes(node));
  const levels = new Set(
    stretch.map(({ around }) => around.filter((node) => !isOnce(node)).length),
  );
  const outerFirst = first.around.find(isOnce);
  const outerLast = lastText.around.find(isOnce);
  const isNested = stretch.some(({ around }) => {
    const at = around.findIndex(isOnce);
    return at >= 0 && around.slice(at).some((node) => !isOnce(node));
  });
  if (isSplit || isNested || levels.size !== 1) return undefined;

  const lookOf = (around: readonly XmlNode[]): string =>
    around
      .filter((node) => !isOnce(node))
      .map((node) => openingOf(node, source))
      .join('');
  const closingOf = (nodes: readonly XmlNode[]): string =>
    nodes
      .map((node) => `</${node.sourceName}>`)
      .reverse()
      .join('');
  const base = first.around.filter((node) => !isOnce(node));
  const baseLook = lookOf(base);
  const inlines: Inline[] = [];
  const codes: Code[] = [];
  let current: { readonly key: string; readonly code: number } | undefined;
  const keyOf = ({ around }: Piece): string => {
    const look = lookOf(around);
    const once = around
      .filter(isOnce)
      .map(({ start }) => start)
      .join();
    return look === baseLook && once === '' ? '' : `${look}\0${once}`;
  };
  /** Leaves the look of most of the paragraph for another one, and comes back to it. */
  const between = (piece: Piece): { readonly before: string; readonly after: string } => {
    const onceNodes = piece.around.filter(isOnce);
    const look = lookOf(piece.around);
    const isOther = look !== baseLook;
    const [opening, closing] = [
      onceNodes.map((node) => openingOf(node, source)).join(''),
      closingOf(onceNodes),
    ];
    return {
      before: (isOther ? closingOf(base) + look : '') + opening,
      after: closing + (isOther ? closingOf(base) + baseLook : ''),
    };
  };
  const leave = (): void => {
    if (current) inlines.push({ kind: 'close', code: current.code });
    current = undefined;
  };
  const enter = (piece: Piece): void => {
    const key = keyOf(piece);
    if (current?.key === key || (!current && key === '')) return;
    leave();
    if (key === '') return;
    const { before, after } = between(piece);
    const isDroppable = !piece.around.some(isOnce);
    const code = codes.push({
      kind: 'pair',
      open: `</Content>${before}<Content>`,
      close: `</Content>${after}<Content>`,
      isDroppable,
    });
    current = { key, code: code - 1 };
    inlines.push({ kind: 'open', code: code - 1 });
  };
  for (const piece of stretch) {
    const { kind, text, start, end } = piece;
    if (kind === 'point') {
      const isInLink = current && keyOf(piece) === current.key;
      if (!isInLink) leave();
      const { before, after } = isInLink ? { before: '', after: '' } : between(piece);
      const around = { before: `</Content>${before}`, after: `${after}<Content>` };
      const shown = text.trim()
        ? { kind: 'kept' as const, shown: text }
        : { kind: 'point' as const };
      const code = codes.push({
        ...shown,
        open: source.slice(start, end),
        close: '',
        start,
        around,
      });
      inlines.push({ kind: 'point', code: code - 1 });
      continue;
    }
    enter(piece);
    if (kind === 'text') inlines.push({ kind: 'text', text });
    else {
      const code = codes.push({ kind: 'break', open: '\u2028', close: '' });
      inlines.push({ kind: 'point', code: code - 1 });
    }
  }
  leave();
  return collector.add({
    start: outerFirst?.start ?? first.start,
    end: outerLast?.end ?? lastText.end,
    inlines,
    codes,
    encode: escapeXml,
    finish: (rendered) => `<Content>${rendered}</Content>`.replaceAll('<Content></Content>', ''),
  });
};
