import { DocumentError } from '../document-error.js';
import { escapeXml } from '../escape-xml.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Code, Filter, Inline, Part, Slot } from '../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../paragraph-collector.js';
import { readTextArchive } from '../text-archive.js';
import { countElements, forEachSubtree, type XmlNode } from '../xml-subtrees.js';

const DESIGN_MAP = 'designmap.xml';
const STORY = /^Stories\/[^/]+\.xml$/;
const STORY_REFERENCE = /<idPkg:Story\b[^<>]*\bsrc\s*=\s*"([^"]+)"/g;
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
  const collector = createParagraphCollector(limits);
  const inOrder = [...archive.text(DESIGN_MAP).matchAll(STORY_REFERENCE)].map(([, name]) => name);
  const stories = archive.names.filter((name) => STORY.test(name));
  const known = new Set(stories);
  const names = new Set([...inOrder.filter((name) => name && known.has(name)), ...stories]);
  const parts: Part[] = [...names].flatMap((name) =>
    name === undefined ? [] : [readStory(name, archive.text(name), { collector, limits })],
  );
  return { paragraphs: collector.paragraphs, parts, pack: (changed) => archive.pack(changed) };
};

interface StoryReading {
  readonly collector: ParagraphCollector;
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
interface StoryPiece {
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
  let pieces: StoryPiece[] = [];
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
  /** Reads the flows in something that is no text; each reads what is inside of it itself. */
  const readInside = (node: XmlNode, depth: number): void => {
    if (FLOWS.has(node.name)) {
      readFlow(node, source, reading, slots, level + depth);
      return;
    }
    for (const child of node.children) {
      if (child.name !== undefined) readInside(child, depth + 1);
    }
  };

  read(flow, [], 0);
  endParagraph([]);
};

const textIn = (node: XmlNode): string =>
  node.children.map((child) => (child.name === undefined ? child.text : '')).join('');

/** What can be there only once, such as a link, is cut out with its tags. */
const isOnce = (node: XmlNode): boolean => node.name !== LOOK;
const oncesOf = ({ around }: StoryPiece): readonly XmlNode[] => around.filter(isOnce);
const looksOf = ({ around }: StoryPiece): readonly XmlNode[] =>
  around.filter((node) => !isOnce(node));
const isText = ({ kind }: StoryPiece): boolean => kind === 'text';

const closingOf = (nodes: readonly XmlNode[]): string =>
  nodes
    .map((node) => `</${node.sourceName}>`)
    .reverse()
    .join('');

/** Whether what is around the pieces begins and ends among them, and can be written again. */
const isReplaceable = (
  pieces: readonly StoryPiece[],
  older: ReadonlySet<XmlNode>,
  open: readonly XmlNode[],
): boolean => {
  const onces = new Set(pieces.flatMap(oncesOf));
  const isSplit = [...onces].some((node) => older.has(node) || open.includes(node));
  const isNested = pieces.some(({ around }) => {
    const at = around.findIndex(isOnce);
    return at >= 0 && around.slice(at).some((node) => !isOnce(node));
  });
  const levels = new Set(pieces.map((piece) => looksOf(piece).length));
  return !isSplit && !isNested && levels.size === 1;
};

/** Kept, because many paragraphs may stand in one wrapper, which may have many children. */
const openings = new WeakMap<XmlNode, string>();

/** The tag that begins a wrapper, with the properties that belong to it. */
const openingOf = (node: XmlNode, source: string): string => {
  const known = openings.get(node);
  if (known !== undefined) return known;
  const properties = node.children.find((child) => child.name === 'Properties');
  const tag = source.slice(node.start, node.innerStart);
  const opening = properties ? tag + source.slice(properties.start, properties.end) : tag;
  openings.set(node, opening);
  return opening;
};

/** How the pieces of a paragraph differ from its first text, which has the look of the paragraph. */
const createLooks = (first: StoryPiece, source: string) => {
  const openingsOf = (nodes: readonly XmlNode[]): string =>
    nodes.map((node) => openingOf(node, source)).join('');
  const base = looksOf(first);
  const baseLook = openingsOf(base);
  return {
    /** The same for all pieces of one look and one link; empty for the look of the paragraph. */
    keyOf(piece: StoryPiece): string {
      const look = openingsOf(looksOf(piece));
      const onces = oncesOf(piece);
      if (look === baseLook && onces.length === 0) return '';
      return `${look}\0${onces.map(({ start }) => start).join()}`;
    },
    /** Leaves the look of the paragraph for that of a piece, and comes back to it. */
    between(piece: StoryPiece): { readonly before: string; readonly after: string } {
      const onces = oncesOf(piece);
      const look = openingsOf(looksOf(piece));
      const isOther = look !== baseLook;
      return {
        before: (isOther ? closingOf(base) + look : '') + openingsOf(onces),
        after: closingOf(onces) + (isOther ? closingOf(base) + baseLook : ''),
      };
    },
  };
};

/** Text with codes where the look changes, and for what is no text. */
const inlinesOf = (
  pieces: readonly StoryPiece[],
  first: StoryPiece,
  source: string,
): { readonly inlines: readonly Inline[]; readonly codes: readonly Code[] } => {
  const looks = createLooks(first, source);
  const inlines: Inline[] = [];
  const codes: Code[] = [];
  let current: { readonly key: string; readonly code: number } | undefined;
  const addPoint = (code: Code): void => {
    inlines.push({ kind: 'point', code: codes.push(code) - 1 });
  };
  const leave = (): void => {
    if (current) inlines.push({ kind: 'close', code: current.code });
    current = undefined;
  };
  const enter = (piece: StoryPiece): void => {
    const key = looks.keyOf(piece);
    if ((current?.key ?? '') === key) return;
    leave();
    if (key === '') return;
    const { before, after } = looks.between(piece);
    const code = codes.push({
      kind: 'pair',
      open: `</Content>${before}<Content>`,
      close: `</Content>${after}<Content>`,
      isDroppable: oncesOf(piece).length === 0,
    });
    current = { key, code: code - 1 };
    inlines.push({ kind: 'open', code: code - 1 });
  };
  const addOther = (piece: StoryPiece): void => {
    const isInside = current !== undefined && looks.keyOf(piece) === current.key;
    if (!isInside) leave();
    const { before, after } = isInside ? { before: '', after: '' } : looks.between(piece);
    const { text, start, end } = piece;
    addPoint({
      ...(text.trim() ? { kind: 'kept', shown: text } : { kind: 'point' }),
      open: source.slice(start, end),
      close: '',
      start,
      around: { before: `</Content>${before}`, after: `${after}<Content>` },
    });
  };
  for (const piece of pieces) {
    if (piece.kind === 'point') {
      addOther(piece);
      continue;
    }
    enter(piece);
    if (piece.kind === 'text') inlines.push({ kind: 'text', text: piece.text });
    else addPoint({ kind: 'break', open: '\u2028', close: '' });
  }
  leave();
  return { inlines, codes };
};

/** Adds a paragraph whose pieces may look different and be links. */
const addParagraph = (
  pieces: readonly StoryPiece[],
  older: ReadonlySet<XmlNode>,
  open: readonly XmlNode[],
  source: string,
  collector: ParagraphCollector,
): Slot | undefined => {
  const first = pieces.find(isText);
  const last = pieces.findLast(isText);
  if (!first || !last) return undefined;
  const stretch = pieces.slice(pieces.indexOf(first), pieces.lastIndexOf(last) + 1);
  if (!isReplaceable(stretch, older, open)) return undefined;
  return collector.add({
    start: first.around.find(isOnce)?.start ?? first.start,
    end: last.around.find(isOnce)?.end ?? last.end,
    ...inlinesOf(stretch, first, source),
    encode: escapeXml,
    finish: (rendered) => `<Content>${rendered}</Content>`.replaceAll('<Content></Content>', ''),
  });
};
