import type { DocumentLimits } from '../../../limits.js';
import { addToGroup } from '../add-to-group.js';
import { boxOf, type PdfPage, pagesOf } from '../objects/page-tree.js';
import type { PdfFile } from '../objects/pdf-file.js';
import {
  isReference,
  nameOf,
  type PdfDictionary,
  type PdfReference,
} from '../objects/pdf-values.js';
import type { Matrix } from '../text/content-stream.js';
import { boundsOfPoints, contentOf, type Shape } from '../text/interpret-content.js';
import { createFontShelf, type FontShelf } from '../text/page-fonts.js';
import { type Block, blocksOf } from './page-blocks.js';
import { readPageContent } from './page-letters.js';
import { type Line, linesOf } from './page-lines.js';
import {
  isLost,
  isReadable,
  joinParagraphs,
  type LinkPlace,
  type ParagraphPart,
  type PdfParagraph,
  paragraphOf,
  withoutLetters,
} from './paragraphs.js';

/** A place with text: a page, or a form that pages show. */
export interface TextContainer {
  readonly reference: PdfReference;
  readonly isForm: boolean;
  /** Index of the page, or of the first that shows the form. */
  readonly page: number;
  readonly box: Shape;
  readonly toPage: Matrix;
  readonly resources: PdfDictionary;
  /** Rectangles around lines of text, and around drawings and pictures. */
  readonly texts: readonly Shape[];
  readonly shapes: readonly Shape[];
}

export interface DocumentLayout {
  readonly pages: number;
  readonly fonts: FontShelf;
  readonly containers: readonly TextContainer[];
  readonly paragraphs: readonly PdfParagraph[];
  /** Numbers of pages, from 1, on which text stays because nobody can tell its letters. */
  readonly unreadablePages: readonly number[];
  /** With vertical or mirrored text. */
  readonly turnedPages: readonly number[];
  /** Numbers of pages, from 1, that are pictures: without text, or with text that is not seen. */
  readonly picturePages: readonly number[];
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MAX_FORM_DEPTH = 12;
/** In a page's height: where headers and footers are. */
const MARGIN = 0.13;
const MIN_REPEATS = 3;
const MAX_OBSTACLES = 3000;

interface ReadContainer {
  readonly index: number;
  readonly container: TextContainer;
  /** Without their letters, and what was made of these. */
  readonly blocks: readonly Block[];
  readonly paragraphs: readonly PdfParagraph[];
}

/** Reads all pages into paragraphs. */
export const readLayout = (file: PdfFile, limits: DocumentLimits): DocumentLayout => {
  const fonts = createFontShelf(file);
  const pages = pagesOf(file, limits);
  const read: ReadContainer[] = [];
  const seenForms = new Set<number>();
  const unreadable = new Set<number>();
  const turned = new Set<number>();
  const pictures = new Set<number>();
  const compounds = new Set<string>();

  const readContainer = (
    content: Uint8Array,
    place: Omit<TextContainer, 'texts' | 'shapes'>,
    { links, fields }: Annotations,
    depth: number,
  ): number => {
    const found = readPageContent(content, {
      file,
      fonts,
      resources: place.resources,
      toPage: place.toPage,
    });
    let seen = found.glyphs - found.hidden;
    const lines = linesOf(found.pieces, found.shapes);
    noteCompounds(lines, compounds);
    const blocks = blocksOf(lines, found.shapes);
    const readable = blocks.filter(isReadable);
    const isUnknown = found.unknown > Math.max(20, found.glyphs * 0.2);
    if (isUnknown || blocks.some(isLost)) unreadable.add(place.page + 1);
    if (found.turned > 0) turned.add(place.page + 1);
    const shapes = [...fields, ...found.forms.map(({ box }) => box), ...found.shapes].slice(
      0,
      MAX_OBSTACLES,
    );
    const container = { ...place, texts: lines.map(boxOfLine), shapes };
    const index = read.length;
    read.push({
      index,
      container,
      blocks: readable.map(withoutLetters),
      paragraphs: readable.map((block) =>
        paragraphOf({ block, container: index, links, isRunning: false }, compounds),
      ),
    });
    for (const form of found.forms) {
      if (depth >= MAX_FORM_DEPTH || seenForms.has(form.reference.number)) continue;
      seenForms.add(form.reference.number);
      const bytes = file.decode(form.stream);
      if (!bytes) continue;
      const own = file.resolve(form.stream.dictionary.get('Resources'));
      const resources = own instanceof Map ? own : place.resources;
      const box = clip(form.box, place.box);
      seen += readContainer(
        bytes,
        {
          reference: form.reference,
          isForm: true,
          page: place.page,
          box,
          toPage: form.toPage,
          resources,
        },
        { links: [], fields: [] },
        depth + 1,
      );
    }
    return seen;
  };

  for (const [index, page] of pages.entries()) {
    if (!page.reference) continue;
    const place = {
      reference: page.reference,
      isForm: false,
      page: index,
      box: page.box,
      toPage: IDENTITY,
      resources: file.dictionary(page.resources),
    };
    const seen = readContainer(
      contentOf(file, page.dictionary),
      place,
      annotationsOf(file, page, index),
      0,
    );
    if (seen === 0) pictures.add(index + 1);
  }

  const running = runningBlocks(read);
  return {
    pages: pages.length,
    fonts,
    containers: read.map(({ container }) => container),
    paragraphs: chainsOf(read, running).map((chain) => ({
      ...joinParagraphs(chain, compounds),
      isRunning: chain[0]?.isRunning === true,
    })),
    unreadablePages: [...unreadable],
    turnedPages: [...turned],
    picturePages: [...pictures],
  };
};

const MAX_COMPOUNDS = 10_000;

/** Words that keep their hyphen: they have one in the middle of a line. */
const noteCompounds = (lines: readonly Line[], compounds: Set<string>): void => {
  for (const { text } of lines) {
    if (compounds.size > MAX_COMPOUNDS) return;
    if (!text.includes('-')) continue;
    for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)+/gu)) compounds.add(word.toLowerCase());
  }
};

const MAX_ANNOTATIONS = 2000;

/** What lies over a page. Fields and notes hide what is below them. */
interface Annotations {
  readonly links: readonly LinkPlace[];
  readonly fields: readonly Shape[];
}

/** Names a link that stands in the list of its page rather than in an object of its own. */
export const inlineLink = (page: number, index: number): number =>
  -1 - page * MAX_ANNOTATIONS - index;

const annotationsOf = (file: PdfFile, { dictionary }: PdfPage, page: number): Annotations => {
  const links: LinkPlace[] = [];
  const fields: Shape[] = [];
  const entries = file.list(dictionary.get('Annots')).slice(0, MAX_ANNOTATIONS);
  for (const [index, entry] of entries.entries()) {
    const annotation = file.dictionary(entry);
    const kind = nameOf(file.resolve(annotation.get('Subtype')));
    const box = boxOf(file, annotation.get('Rect'));
    if (!box || kind === 'Popup') continue;
    if (kind !== 'Link') fields.push(box);
    else {
      links.push({ number: isReference(entry) ? entry.number : inlineLink(page, index), box });
    }
  }
  return { links, fields };
};

const clip = (a: Shape, b: Shape): Shape => {
  const box: Shape = [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ];
  return box[2] > box[0] && box[3] > box[1] ? box : b;
};

const boxOfLine = ({ angle, u, end, v, size }: Line): Shape => {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners = [u, end].flatMap((along) =>
    [v - size * 0.22, v + size * 0.75].map(
      (up) => [along * cos - up * sin, along * sin + up * cos] as const,
    ),
  );
  return boundsOfPoints(corners);
};

/** Blocks near the edge of a page that many pages have in the same place, but for their numbers. */
const runningBlocks = (read: readonly ReadContainer[]): ReadonlySet<Block> => {
  const pages = new Set(read.map(({ container }) => container.page)).size;
  const needed = pages < 5 ? 2 : MIN_REPEATS;
  const places = new Map<string, Block[]>();
  const running = new Set<Block>();
  for (const { container, blocks } of read) {
    const [, bottom, , top] = container.box;
    const margin = (top - bottom) * MARGIN;
    for (const block of blocks) {
      const [first] = block.lines;
      if (!first || block.angle !== 0 || block.lines.length > 3) continue;
      if (first.v < top - margin && first.v > bottom + margin) continue;
      if (/^[^\p{L}\p{N}]*\p{Nd}{1,4}[^\p{L}\p{N}]*$/u.test(first.text)) running.add(block);
      // A running title changes with the chapter, so its place and type tell as much as its words.
      const key = `${Math.round(first.v)}|${Math.round(block.size)}|${block.lines.length}`;
      addToGroup(places, key, block);
    }
  }
  for (const same of places.values()) {
    if (same.length < needed || pages < 2) continue;
    const byPattern = new Map<string, Block[]>();
    for (const block of same) addToGroup(byPattern, patternOf(block), block);
    for (const alike of byPattern.values()) {
      for (const block of alike)
        if (block.lines.length === 1 || alike.length > 1) running.add(block);
    }
  }
  return running;
};

const patternOf = ({ lines }: Block): string =>
  lines.map(({ text }) => text.replace(/\p{Nd}+/gu, '#')).join('|');

interface ReadPart extends ParagraphPart {
  readonly isRunning: boolean;
}

/** Puts blocks together that are one paragraph over columns and pages. */
const chainsOf = (
  read: readonly ReadContainer[],
  running: ReadonlySet<Block>,
): readonly (readonly ReadPart[])[] => {
  const chains: ReadPart[][] = [];
  /** The last chain of each kind of type, which the next block of the kind may continue. */
  const open = new Map<string, { readonly chain: ReadPart[]; readonly page: number }>();
  for (const { container, blocks, paragraphs } of read) {
    for (const [at, block] of blocks.entries()) {
      const part = {
        block,
        paragraph: paragraphs[at] as PdfParagraph,
        isRunning: running.has(block),
      };
      const key = `${Math.round(block.size * 2)}|${block.lines[0]?.isMono}|${container.isForm}`;
      const last = open.get(key);
      const pages = last ? container.page - last.page : 0;
      const before = last?.chain.at(-1);
      const isNext = before && pages <= 1 && !container.isForm && !part.isRunning;
      if (last && isNext && continues(before, part, pages)) {
        last.chain.push(part);
        open.set(key, { chain: last.chain, page: container.page });
        continue;
      }
      const chain = [part];
      chains.push(chain);
      const isText = block.lines.length > 1 || block.end - block.u > block.size * 20;
      if (!part.isRunning && isText) open.set(key, { chain, page: container.page });
    }
  }
  return chains;
};

const continues = (before: ReadPart, after: ReadPart, pages: number): boolean => {
  const [a, b] = [before.block, after.block];
  const last = a.lines.at(-1) as Line;
  const first = b.lines[0] as Line;
  if (before.isRunning || a.angle !== 0 || b.angle !== 0 || first.isMono) return false;
  if (
    last.isBold !== first.isBold ||
    first.marker !== '' ||
    last.isRightToLeft !== first.isRightToLeft
  ) {
    return false;
  }
  const isRightToLeft = first.isRightToLeft;
  const isBeside = isRightToLeft ? b.end < a.end - a.size * 4 : b.u > a.u + a.size * 4;
  if (pages === 0 && !(first.v > last.v + a.size && isBeside)) return false;
  if (pages === 1 && first.v < last.v) return false;
  if (a.alignment === 'center' || b.alignment === 'center') return false;
  const text = last.text.trimEnd();
  if (/[.!?:;…。！？]["”’»)\]]*$/.test(text) || text.length < 8) return false;
  const isFull = isRightToLeft
    ? last.u < a.columnEnd + a.size * 4
    : last.end > a.columnEnd - a.size * 4;
  if (/\p{L}[-\u00ad\u2010]$/u.test(text)) return /^\p{Ll}/u.test(first.text);
  // A line alone fills its column by itself, so that others must tell how wide that is.
  if (a.lines.length === 1 && Math.abs(widthOf(a) - widthOf(b)) > widthOf(b) * SAME_WIDTH) {
    return false;
  }
  if (/^\p{Ll}/u.test(first.text)) return isFull;
  return (
    isFull &&
    a.lines.length > 1 &&
    b.lines.length > 1 &&
    b.indent < b.size * 0.5 &&
    /^[\p{L}\p{N}“"(]/u.test(first.text) &&
    b.alignment === a.alignment
  );
};

/** How much the widths of two columns may differ, of the second. */
const SAME_WIDTH = 0.2;

/** Of the column of a block. */
const widthOf = ({ u, end, columnEnd, lines }: Block): number =>
  lines[0]?.isRightToLeft ? end - Math.min(u, columnEnd) : Math.max(end, columnEnd) - u;
