import { append, largest, smallest } from '../../../many-values.js';
import type { WriteOptions } from '../../../model.js';
import { addToGroup } from '../add-to-group.js';
import type { Area, LetterRange } from '../layout/areas.js';
import { type DocumentLayout, inlineLink, type TextContainer } from '../layout/document-layout.js';
import type { PdfParagraph } from '../layout/paragraphs.js';
import {
  compressedStream,
  createAppender,
  dropSignatures,
  type ObjectAppender,
} from '../objects/append-objects.js';
import type { PdfFile } from '../objects/pdf-file.js';
import {
  isReference,
  isStream,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from '../objects/pdf-values.js';
import { contentOf, type Shape } from '../text/interpret-content.js';
import { loadHyphenation } from './hyphenate.js';
import { createRooms, type Rooms } from './rooms.js';
import {
  type PreparedParagraph,
  prepareParagraph,
  type SetArea,
  setParagraph,
  spansOf,
} from './set-paragraph.js';
import type { Span } from './shape-words.js';
import { createFaceShelf, type FaceShelf } from './type-faces.js';
import { rewriteContent } from './write-content.js';

/** A written file, and what there is to say about it. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** Numbers of pages, from 1, with text that had to be smaller than it should. */
  readonly crowdedPages: readonly number[];
  /** Letters that no font of this machine has, and the pages on which a sign stands for them. */
  readonly missingLetters: readonly string[];
  readonly signPages: readonly number[];
  /** Pages with text that stays, because no font has the letters of its translation. */
  readonly keptPages: readonly number[];
}

/** Where the words of links are, line by line, by the number of the annotation. */
type LinkBoxes = Map<number, Shape[]>;

/** In sizes of the type, below and above the base line. */
const DEPTH = 0.25;
const HEIGHT = 0.8;

/** Notes where the words of links have come to stand. */
const linkBoxesOf = ({ area, lines, scale }: SetArea, links: LinkBoxes): void => {
  if (area.angle !== 0) return;
  for (const { u, v, pieces, stretch } of lines) {
    let at = u;
    for (const { style, kept, width, isSpace } of pieces) {
      const end = at + width * scale + (isSpace ? stretch : 0);
      const link = kept?.link ?? style.link;
      if (link !== undefined && !isSpace) {
        const size = style.size * scale;
        addBox(links, link, [at, v - size * DEPTH, end, v + size * HEIGHT]);
      }
      at = end;
    }
  }
};

const addBox = (links: LinkBoxes, link: number, box: Shape): void => {
  const boxes = links.get(link);
  const last = boxes?.at(-1);
  // Words of one line share a box.
  if (boxes && last && Math.abs(last[1] - box[1]) < 1 && box[0] - last[2] < (box[3] - box[1]) * 2) {
    boxes[boxes.length - 1] = [
      Math.min(last[0], box[0]),
      last[1],
      Math.max(last[2], box[2]),
      Math.max(last[3], box[3]),
    ];
  } else if (boxes) boxes.push(box);
  else links.set(link, [box]);
};

/**
 * Moves links to their words. Where they lead to stays.
 *
 * @returns the annotations of the page, where links among them have no objects of their own
 */
const updateLinks = (
  file: PdfFile,
  appender: ObjectAppender,
  { page, annotations }: { readonly page: number; readonly annotations: readonly PdfValue[] },
  links: LinkBoxes,
): readonly PdfValue[] | undefined => {
  for (const [number, boxes] of links) {
    if (number < 0) continue;
    const reference: PdfReference = { kind: 'reference', number, generation: 0 };
    const moved = movedLink(file.dictionary(reference), boxes);
    if (moved) appender.set(reference, moved);
  }
  const updated = annotations.map((annotation, index) => {
    const boxes = links.get(inlineLink(page, index));
    return (boxes && movedLink(file.dictionary(annotation), boxes)) ?? annotation;
  });
  return updated.some((annotation, index) => annotation !== annotations[index])
    ? updated
    : undefined;
};

const movedLink = (link: PdfDictionary, boxes: readonly Shape[]): PdfDictionary | undefined => {
  if (!link.has('Rect') || boxes.length === 0) return undefined;
  const moved = new Map<string, PdfValue>(link);
  moved.set('Rect', [
    smallest(boxes.map(([left]) => left)),
    smallest(boxes.map(([, bottom]) => bottom)),
    largest(boxes.map(([, , right]) => right)),
    largest(boxes.map(([, , , top]) => top)),
  ]);
  if (boxes.length > 1 || moved.has('QuadPoints')) {
    // From the left to the right, above and then below.
    const corners = boxes.map(([l, b, r, t]) => [l, t, r, t, l, b, r, b]);
    moved.set('QuadPoints', corners.flat());
  }
  return moved;
};

/** What was set for a page or form. */
interface Work {
  readonly removed: Map<number, LetterRange[]>;
  readonly inserted: Map<number, SetArea[]>;
  readonly links: LinkBoxes;
}

/**
 * Writes translated paragraphs into their places. What else is in the file stays as it is; the
 * changes stand behind it.
 *
 * @param changed written paragraphs with their codes, by index
 */
export const writePdf = async (
  file: PdfFile,
  layout: DocumentLayout,
  changed: ReadonlyMap<number, string>,
  { targetLanguage = '', direction }: WriteOptions,
): Promise<WrittenPdf> => {
  const appender = createAppender(file);
  const faces = createFaceShelf(appender, layout.fonts, targetLanguage);
  const hyphenate = await loadHyphenation(targetLanguage);
  const { containers, paragraphs } = layout;
  for (const [index, written] of changed) {
    for (const span of spansOf(written, paragraphs[index] as PdfParagraph)) {
      if ('text' in span) faces.need(span.style.font, span.text);
    }
  }
  const rooms = createRooms(layout);
  const works = new Map<number, Work>();
  const crowded = new Set<number>();
  const missing = new Set<string>();
  const withSigns = new Set<number>();
  const kept = new Set<number>();
  const workOf = (container: number): Work => {
    const known = works.get(container);
    if (known) return known;
    const made: Work = { removed: new Map(), inserted: new Map(), links: new Map() };
    works.set(container, made);
    return made;
  };
  const prepare = (index: number, written: string): PreparedParagraph | undefined => {
    const paragraph = paragraphs[index] as PdfParagraph;
    const { spans, lost, isUnreadable } = shownSpans(spansOf(written, paragraph), faces);
    if (lost.length > 0) {
      const page = (containers[firstOf(paragraph)]?.page ?? 0) + 1;
      (isUnreadable ? kept : withSigns).add(page);
      if (isUnreadable) return undefined;
      for (const letter of lost) missing.add(letter);
    }
    return prepareParagraph(paragraph, spans, { faces, direction, hyphenate });
  };
  const setOne = (prepared: PreparedParagraph, mostScale: number): void => {
    const set = setParagraph(prepared, rooms.around, mostScale);
    for (const placed of set.areas) {
      const { area } = placed;
      rooms.occupy(placed);
      if (set.isCrowded) crowded.add((containers[area.container]?.page ?? 0) + 1);
      const work = workOf(area.container);
      remove(work.removed, area, placed);
      linkBoxesOf(placed, work.links);
      // Above all backgrounds of its lines.
      const anchor = largest(area.ranges.map(({ operator }) => operator));
      addToGroup(work.inserted, anchor, placed);
    }
  };

  const waiting = [...changed].sort(
    ([a], [b]) => firstOf(paragraphs[a]) - firstOf(paragraphs[b]) || a - b,
  );
  let next = 0;
  for (const [index, container] of containers.entries()) {
    const onPage: PreparedParagraph[] = [];
    for (; next < waiting.length; next++) {
      const [number, written] = waiting[next] as readonly [number, string];
      if (firstOf(paragraphs[number]) > index) break;
      const prepared = prepare(number, written);
      if (prepared) onPage.push(prepared);
    }
    const scales = sharedScales(onPage, rooms);
    for (const prepared of onPage) setOne(prepared, scales.get(sizeKey(prepared)) ?? 1);
    const work = works.get(index);
    works.delete(index);
    if (work) writeContainer({ file, layout, appender, container, work });
    rooms.leave(index);
  }
  dropSignatures(file, appender);
  setLanguage(file, appender, targetLanguage);
  await faces.finish();
  return {
    bytes: appender.finish(),
    crowdedPages: inOrder(crowded),
    missingLetters: [...missing],
    signPages: inOrder(withSigns),
    keptPages: inOrder(kept),
  };
};

const inOrder = (pages: ReadonlySet<number>): readonly number[] => [...pages].sort((a, b) => a - b);

/** How much of a text may be letters that no font has before it stays as it was. */
const MAX_MISSING = 0.2;

/** Puts what can be shown in place of letters that no font has. */
const shownSpans = (spans: readonly Span[], faces: FaceShelf) => {
  const lost: string[] = [];
  let letters = 0;
  const shown = spans.map((span): Span => {
    if (!('text' in span)) return span;
    const { text, missing } = faces.shown(span.text, span.style.font);
    letters += [...text].filter((letter) => /\S/.test(letter)).length;
    append(lost, missing);
    return { ...span, text };
  });
  return { spans: shown, lost, isUnreadable: lost.length > letters * MAX_MISSING };
};

/** Text of this many lines, and as wide in sizes of its type, tells how small that is on a page. */
const MIN_TEXT_LINES = 3;
const MIN_TEXT_WIDTH = 15;
/** What needs smaller type than this gets it by itself. */
const MIN_SHARED_SCALE = 0.84;

const sizeKey = ({ paragraph }: PreparedParagraph): number =>
  Math.round((paragraph.areas[0]?.size ?? 0) * 2);

/** Paragraphs of one size on a page stay alike: if some need smaller type, all have it. */
const sharedScales = (
  onPage: readonly PreparedParagraph[],
  rooms: Rooms,
): ReadonlyMap<number, number> => {
  const scales = new Map<number, number>();
  for (const prepared of onPage) {
    const { areas } = prepared.paragraph;
    const lines = areas.reduce((sum, area) => sum + area.lines.length, 0);
    const isWide = areas.some(({ u, end, size }) => end - u > size * MIN_TEXT_WIDTH);
    if (lines < MIN_TEXT_LINES || !isWide) continue;
    const { scale } = setParagraph(prepared, rooms.around, 1);
    const key = sizeKey(prepared);
    if (scale >= MIN_SHARED_SCALE) scales.set(key, Math.min(scale, scales.get(key) ?? 1));
  }
  return scales;
};

const firstOf = (paragraph: PdfParagraph | undefined): number =>
  paragraph?.areas[0]?.container ?? 0;

const remove = (
  removed: Map<number, LetterRange[]>,
  { ranges, leader, size, lines: original, marker }: Area,
  { lines, marker: moved }: SetArea,
): void => {
  // Dots that lead to a page number give way to a longer text on their line.
  const base = original.at(-1)?.v ?? 0;
  const beside = lines.filter(({ v }) => Math.abs(v - base) < size * 0.6);
  const end = largest(beside.map((line) => line.end));
  const covered = leader.filter(({ u }) => u < end + 1).map(({ range }) => range);
  for (const range of [...ranges, ...covered, ...(moved && marker ? marker.ranges : [])]) {
    addToGroup(removed, range.operator, range);
  }
};

const writeContainer = ({
  file,
  layout,
  appender,
  container,
  work,
}: {
  readonly file: PdfFile;
  readonly layout: DocumentLayout;
  readonly appender: ObjectAppender;
  readonly container: TextContainer;
  readonly work: Work;
}): void => {
  const object = file.resolve(container.reference);
  const dictionary = file.dictionary(object);
  const bytes = isStream(object) ? file.decode(object) : contentOf(file, dictionary);
  if (!bytes) return;
  const names = new Map<number, string>();
  const taken = file.dictionary(container.resources.get('Font'));
  const nameOf = ({ number }: { readonly number: number }): string => {
    const known = names.get(number);
    if (known !== undefined) return known;
    let name = `T${number}`;
    while (taken.has(name) && !isSame(taken.get(name), number)) name += 'x';
    names.set(number, name);
    return name;
  };
  const { resources, toPage } = container;
  const content = rewriteContent(bytes, { file, fonts: layout.fonts, resources, toPage }, work, {
    nameOf,
  });
  const added = withFonts(resources, taken, names);
  if (isStream(object)) {
    const entries = new Map<string, PdfValue>([...object.dictionary, ['Resources', added]]);
    appender.set(container.reference, compressedStream(entries, content));
    return;
  }
  const changed = new Map<string, PdfValue>(dictionary);
  changed.set('Contents', appender.addStream([], content));
  changed.set('Resources', added);
  const page = { page: container.page, annotations: file.list(dictionary.get('Annots')) };
  const annotations = updateLinks(file, appender, page, work.links);
  if (annotations) changed.set('Annots', annotations);
  appender.set(container.reference, changed);
};

const isSame = (value: PdfValue | undefined, number: number): boolean =>
  isReference(value) && value.number === number;

const withFonts = (
  resources: PdfDictionary,
  fonts: PdfDictionary,
  names: ReadonlyMap<number, string>,
): PdfDictionary => {
  const all = new Map<string, PdfValue>(fonts);
  for (const [number, name] of names) {
    const reference: PdfReference = { kind: 'reference', number, generation: 0 };
    all.set(name, reference);
  }
  return new Map<string, PdfValue>([...resources, ['Font', all]]);
};

/** Readers that speak a text look up its language. */
const setLanguage = (file: PdfFile, appender: ObjectAppender, language: string): void => {
  const root = file.trailer.get('Root');
  if (language === '' || !isReference(root)) return;
  const catalog = new Map<string, PdfValue>(file.dictionary(root));
  catalog.set('Lang', { kind: 'string', bytes: Buffer.from(language) });
  // Says which signatures are for; none is left.
  catalog.delete('Perms');
  appender.set(root, catalog);
};
