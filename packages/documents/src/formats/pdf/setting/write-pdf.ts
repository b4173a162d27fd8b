import type { WriteOptions } from '../../../model.js';
import type { Area, LetterRange } from '../layout/areas.js';
import { type DocumentLayout, inlineLink, type TextContainer } from '../layout/document-layout.js';
import { isUpright, levelShapes, turnedShape } from '../layout/level-shapes.js';
import type { Paragraph } from '../layout/paragraphs.js';
import {
  compressedStream,
  createAppender,
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
import { dropSignatures } from '../objects/signatures.js';
import { contentOf, type Shape } from '../text/interpret-content.js';
import { loadHyphenation } from './hyphenate.js';
import { type Room, type SetArea, setParagraph, spansOf } from './set-paragraph.js';
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
export type LinkBoxes = Map<number, Shape[]>;

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
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, bottom]) => bottom)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , top]) => top)),
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

/** What is free around the places of paragraphs, while they are set one after the other. */
export interface Rooms {
  readonly around: (area: Area) => Room;
  /** Takes the place of lines that were set. */
  readonly occupy: (set: SetArea) => void;
  /** Forgets what was set on a page that is done. */
  readonly leave: (container: number) => void;
}

/** In sizes of the type. */
const GAP = 0.35;
const ASCENT = 0.75;
const DESCENT = 0.22;
/** A place grows down by no more lines than this and a half of what it has. */
const MAX_ADDED_LINES = 2;

const createRooms = ({ containers, paragraphs }: DocumentLayout): Rooms => {
  const placed = new Map<number, Shape[]>();
  const areas = areaBoxes(paragraphs);
  const margins = marginsOf(paragraphs);
  /** A page with little text has as much room on the right as on the left. */
  const rightOf = (frame: string, [pageLeft, , pageRight]: Shape): number => {
    const [left, right] = margins.get(frame) ?? [pageLeft, pageRight];
    return Math.max(right, pageRight - Math.max(0, left - pageLeft));
  };
  const frames = new Map<string, Pick<TextContainer, 'box' | 'texts' | 'shapes'>>();
  /** A page as text of a direction has it. */
  const inFrame = ({ box, texts, shapes }: TextContainer, key: string, angle: number) => {
    const known = frames.get(key);
    if (known) return known;
    const made = {
      box: turnedShape(box, angle),
      texts: levelShapes(texts, angle),
      shapes: levelShapes(shapes, angle),
    };
    frames.set(key, made);
    return made;
  };

  return {
    around(area) {
      const page = containers[area.container];
      const { u, end, lines, size, leading, angle } = area;
      const top = (lines[0]?.v ?? 0) + size * ASCENT;
      const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
      if (!page || !isUpright(angle)) return { left: u, right: end, below: 0 };
      const frame = frameKey(area);
      const container = inFrame(page, frame, angle);
      const [pageLeft, pageBottom, pageRight] = container.box;
      const [marginLeft] = margins.get(frame) ?? [pageLeft, pageRight];
      const marginRight = rightOf(frame, container.box);
      let left = Math.min(u, Math.max(pageLeft + 2, marginLeft));
      let right = Math.max(end, Math.min(pageRight - 2, marginRight));
      let floor = Math.min(bottom, pageBottom + Math.min(36, size * 3));
      if (area.clip) {
        const clip = turnedShape(area.clip, angle);
        left = Math.max(left, Math.min(u, clip[0]));
        right = Math.min(right, Math.max(end, clip[2]));
        floor = Math.max(floor, Math.min(bottom, clip[1]));
      }
      const gap = size * GAP;
      const leaderEnd = area.leader.at(-1)?.end;
      const isLevel = (b: number, t: number): boolean =>
        t > bottom + size * 0.12 && b < top - size * 0.12;
      const avoid = ([l, b, r, t]: Shape, distance: number): void => {
        if (isLevel(b, t) && l >= end - 1 && !(leaderEnd !== undefined && r <= leaderEnd + 1)) {
          right = Math.min(right, Math.max(end, l - gap));
        }
        if (isLevel(b, t) && r <= u + 1) left = Math.max(left, Math.min(u, r + gap));
        const isBelow = r > u + 0.5 && l < end - 0.5 && t <= bottom + size * 0.3 && b < bottom;
        if (isBelow) floor = Math.max(floor, Math.min(bottom, t + distance));
      };
      for (const shape of container.shapes) {
        const [l, b, r, t] = shape;
        const isThin = r - l < 3 || t - b < 3;
        const isAround =
          l <= u + 1 && r >= end - 1 && b <= bottom + size * 0.3 && t >= top - size * 0.5;
        if (isAround && !isThin) {
          left = Math.max(left, Math.min(u, l + 2));
          right = Math.min(right, Math.max(end, r - 2));
          floor = Math.max(floor, Math.min(bottom, b + 1));
        } else avoid(shape, 1);
      }
      const apart = Math.max(0, leading - size) * 0.5 + size * 0.25;
      for (const shape of container.texts) avoid(shape, apart);
      for (const other of areas.get(area.container) ?? []) {
        if (other.area !== area) avoid(turnedShape(other.box, angle), apart);
      }
      for (const shape of placed.get(area.container) ?? []) avoid(turnedShape(shape, angle), apart);
      // What stands lower and to the right is in the way of a line that is both longer and lower.
      const below = Math.min(bottom - floor, leading * Math.max(MAX_ADDED_LINES, lines.length / 2));
      return { left, right, below: Math.max(0, below) };
    },
    occupy({ area, lines, scale }) {
      if (!isUpright(area.angle)) return;
      const size = area.size * scale;
      const boxes = lines.map(({ u, end, v }) =>
        turnedShape([u, v - size * DESCENT, end, v + size * ASCENT], -area.angle),
      );
      const known = placed.get(area.container);
      if (known) known.push(...boxes);
      else placed.set(area.container, boxes);
    },
    leave(container) {
      placed.delete(container);
      frames.clear();
    },
  };
};

interface AreaBox {
  readonly area: Area;
  readonly box: Shape;
}

/** Where lines of several lengths are, others may come to stand. */
const areaBoxes = (
  paragraphs: DocumentLayout['paragraphs'],
): ReadonlyMap<number, readonly AreaBox[]> => {
  const boxes = new Map<number, AreaBox[]>();
  for (const area of paragraphs.flatMap((paragraph) => paragraph.areas)) {
    const { container, u, end, lines, size, angle } = area;
    if (!isUpright(angle) || lines.length < 2) continue;
    const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
    const box = turnedShape([u, bottom, end, (lines[0]?.v ?? 0) + size * ASCENT], -angle);
    const known = boxes.get(container);
    if (known) known.push({ area, box });
    else boxes.set(container, [{ area, box }]);
  }
  return boxes;
};

/** Texts of one page in one direction. */
const frameKey = ({ container, angle }: Area): string => `${container} ${angle}`;

/** How far text goes to the left and right on a page: beyond are its margins. */
const marginsOf = (
  paragraphs: DocumentLayout['paragraphs'],
): ReadonlyMap<string, readonly [number, number]> => {
  const margins = new Map<string, readonly [number, number]>();
  for (const area of paragraphs.flatMap(({ areas }) => areas)) {
    if (!isUpright(area.angle)) continue;
    const key = frameKey(area);
    const [left, right] = margins.get(key) ?? [area.u, area.end];
    margins.set(key, [Math.min(left, area.u), Math.max(right, area.end)]);
  }
  return margins;
};

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
    for (const span of spansOf(written, paragraphs[index] as Paragraph)) {
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
  const setOne = (index: number, written: string): void => {
    const paragraph = paragraphs[index] as Paragraph;
    const { spans, lost, isUnreadable } = shownSpans(spansOf(written, paragraph), faces);
    if (lost.length > 0) {
      const page = (containers[firstOf(paragraph)]?.page ?? 0) + 1;
      (isUnreadable ? kept : withSigns).add(page);
      if (isUnreadable) return;
      for (const letter of lost) missing.add(letter);
    }
    const set = setParagraph(paragraph, spans, {
      faces,
      direction,
      hyphenate,
      roomOf: rooms.around,
    });
    for (const placed of set.areas) {
      const { area } = placed;
      rooms.occupy(placed);
      if (set.isCrowded) crowded.add((containers[area.container]?.page ?? 0) + 1);
      const work = workOf(area.container);
      remove(work.removed, area, placed);
      linkBoxesOf(placed, work.links);
      // Above all backgrounds of its lines.
      const anchor = Math.max(...area.ranges.map(({ operator }) => operator));
      const before = work.inserted.get(anchor);
      if (before) before.push(placed);
      else work.inserted.set(anchor, [placed]);
    }
  };

  const waiting = [...changed].sort(
    ([a], [b]) => firstOf(paragraphs[a]) - firstOf(paragraphs[b]) || a - b,
  );
  let next = 0;
  for (const [index, container] of containers.entries()) {
    for (; next < waiting.length; next++) {
      const [number, written] = waiting[next] as readonly [number, string];
      if (firstOf(paragraphs[number]) > index) break;
      setOne(number, written);
    }
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
    lost.push(...missing);
    return { ...span, text };
  });
  return { spans: shown, lost, isUnreadable: lost.length > letters * MAX_MISSING };
};

const firstOf = (paragraph: Paragraph | undefined): number => paragraph?.areas[0]?.container ?? 0;

const remove = (
  removed: Map<number, LetterRange[]>,
  { ranges, leader, size, lines: original, marker }: Area,
  { lines, marker: moved }: SetArea,
): void => {
  // Dots that lead to a page number give way to a longer text on their line.
  const base = original.at(-1)?.v ?? 0;
  const beside = lines.filter(({ v }) => Math.abs(v - base) < size * 0.6);
  const end = Math.max(...beside.map((line) => line.end), Number.NEGATIVE_INFINITY);
  const covered = leader.filter(({ u }) => u < end + 1).map(({ range }) => range);
  for (const range of [...ranges, ...covered, ...(moved && marker ? marker.ranges : [])]) {
    const same = removed.get(range.operator);
    if (same) same.push(range);
    else removed.set(range.operator, [range]);
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
