import type { WriteOptions } from '../../../model.js';
import type { DocumentLayout, TextContainer } from '../layout/document-layout.js';
import type { Area, LetterRange, Paragraph } from '../layout/paragraphs.js';
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
import { contentOf } from '../text/interpret-content.js';
import { type LinkBoxes, linkBoxesOf, updateLinks } from './links.js';
import { createRooms } from './rooms.js';
import { type SetArea, setParagraph, spansOf } from './set-paragraph.js';
import { createFaceShelf } from './type-faces.js';
import { rewriteContent } from './write-content.js';

/** A written file, and what there is to say about it. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** Numbers of pages, from 1, with text that had to be smaller than it should. */
  readonly crowdedPages: readonly number[];
  /** Letters that no font of this machine has, and which are left out. */
  readonly missingLetters: readonly string[];
}

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
  const faces = createFaceShelf(appender, targetLanguage);
  const { containers, paragraphs } = layout;
  for (const [index, written] of changed) {
    for (const span of spansOf(written, paragraphs[index] as Paragraph)) {
      if ('text' in span) faces.need(span.style.font, span.text);
    }
  }
  const rooms = createRooms(layout);
  const works = new Map<number, Work>();
  const crowded = new Set<number>();
  const workOf = (container: number): Work => {
    const known = works.get(container);
    if (known) return known;
    const made: Work = { removed: new Map(), inserted: new Map(), links: new Map() };
    works.set(container, made);
    return made;
  };
  const setOne = (index: number, written: string): void => {
    const paragraph = paragraphs[index] as Paragraph;
    const set = setParagraph(paragraph, spansOf(written, paragraph), {
      faces,
      direction,
      roomOf: rooms.around,
    });
    for (const placed of set.areas) {
      const { area } = placed;
      rooms.occupy(placed);
      if (set.isCrowded) crowded.add((containers[area.container]?.page ?? 0) + 1);
      const work = workOf(area.container);
      remove(work.removed, area, placed);
      linkBoxesOf(placed, work.links);
      const anchor = Math.min(...area.ranges.map(({ operator }) => operator));
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
    crowdedPages: [...crowded].sort((a, b) => a - b),
    missingLetters: [...faces.missing],
  };
};

const firstOf = (paragraph: Paragraph | undefined): number => paragraph?.areas[0]?.container ?? 0;

const remove = (
  removed: Map<number, LetterRange[]>,
  { ranges, leader, size, lines: original }: Area,
  { lines }: SetArea,
): void => {
  // Dots that lead to a page number give way to a longer text on their line.
  const base = original.at(-1)?.v ?? 0;
  const beside = lines.filter(({ v }) => Math.abs(v - base) < size * 0.6);
  const end = Math.max(...beside.map((line) => line.end), Number.NEGATIVE_INFINITY);
  const covered = leader.filter(({ u }) => u < end + 1).map(({ range }) => range);
  for (const range of [...ranges, ...covered]) {
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
  const stream = appender.addStream([], content);
  appender.set(
    container.reference,
    new Map<string, PdfValue>([...dictionary, ['Contents', stream], ['Resources', added]]),
  );
  updateLinks(file, appender, work.links);
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
