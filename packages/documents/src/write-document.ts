import { DocumentError } from './document-error.js';
import { FORMATS } from './formats.js';
import { directionOf } from './language.js';
import { requireWithin } from './limits.js';
import { countBefore } from './many-values.js';
import type {
  Code,
  Edit,
  Inline,
  Paragraph,
  Part,
  Slot,
  TextWrapper,
  TranslatableDocument,
  WriteOptions,
} from './model.js';
import { fallBackToText, inlinesOf, isSameParagraph } from './paragraph.js';

/** A translated document. */
export interface WrittenDocument {
  readonly bytes: Uint8Array;
  /** Paragraphs whose codes were lost, and which were written as plain text instead: indices. */
  readonly fallbacks: readonly number[];
  /** Names of the parts that are not what they were. */
  readonly changed: ReadonlySet<string>;
  /** What is to be known about the result, in sentences for people. */
  readonly notes: readonly string[];
}

/** What goes into a slot: undefined leaves it as it is. */
type FillSlot = (slot: Slot) => readonly Inline[] | undefined;

interface RenderOptions {
  readonly fill: FillSlot;
  /** Gives what was rendered for a slot its last form. */
  readonly finish: (slot: Slot, rendered: string) => string;
  readonly write: WriteOptions;
  /** Told how long everything is that is written into slots. @throws DocumentError too_large */
  readonly count: (length: number) => void;
  /** Other changes of the part. One inside a slot counts only in the source of a code. */
  readonly edits: readonly Edit[];
}

/**
 * Writes a part with its slots filled. Slots may lie inside one another, as a text box lies in a
 * line; everything outside keeps its characters.
 *
 * @throws RangeError when two changes overlap otherwise, which would be a mistake of the filter
 */
const renderPart = (part: Part, options: RenderOptions): string => {
  const renderRange = (start: number, end: number, nodes: readonly Node[]): string => {
    if (nodes.length === 0) return part.text.slice(start, end);
    const pieces: string[] = [];
    let position = start;
    for (const node of nodes) {
      pieces.push(part.text.slice(position, node.start), renderNode(node));
      position = node.end;
    }
    pieces.push(part.text.slice(position, end));
    return pieces.join('');
  };

  const renderNode = ({ start, end, change, inside }: Node): string => {
    if ('text' in change) return change.text;
    const inlines = options.fill(change);
    if (!inlines) return renderRange(start, end, inside);
    const sourceOf = ({ open, start: at, around, localized }: Code): string => {
      let source = localized?.(options.write) ?? open;
      if (at !== undefined) {
        const last = at + open.length;
        const nested = nodesWithin(inside, at, last);
        if (nested.length > 0) source = renderRange(at, last, nested);
      }
      return around ? around.before + source + around.after : source;
    };
    return options.finish(change, renderInlines(change, inlines, { ...options, sourceOf }));
  };

  return renderRange(0, part.text.length, nest([...part.slots, ...options.edits]));
};

interface Node {
  readonly start: number;
  readonly end: number;
  readonly change: Slot | Edit;
  readonly inside: Node[];
}

const nest = (changes: readonly (Slot | Edit)[]): readonly Node[] => {
  const sorted = [...changes].sort((a, b) => a.start - b.start || orderAtOnePlace(a, b));
  const root: Node[] = [];
  const around: Node[] = [];
  for (const change of sorted) {
    const { start, end } = change;
    while (around.length > 0 && (around.at(-1) as Node).end <= start) around.pop();
    const outer = around.at(-1);
    if (end < start || (outer && end > outer.end)) throw new RangeError('Changes overlap.');
    const node = { start, end, change, inside: [] };
    (outer ? outer.inside : root).push(node);
    if (!('text' in change) && end > start) around.push(node);
  }
  return root;
};

/** Those of sorted nodes that lie in a stretch. */
const nodesWithin = (nodes: readonly Node[], start: number, end: number): readonly Node[] => {
  const first = countBefore(nodes.length, (index) => (nodes[index] as Node).start < start);
  let last = first;
  while (last < nodes.length && (nodes[last] as Node).end <= end) last++;
  return nodes.slice(first, last);
};

/** What is inserted comes first; then the larger, which holds the smaller. */
const orderAtOnePlace = (a: Slot | Edit, b: Slot | Edit): number => {
  const isInsertedA = a.end === a.start;
  const isInsertedB = b.end === b.start;
  if (isInsertedA || isInsertedB) return Number(isInsertedB) - Number(isInsertedA);
  return b.end - a.end;
};

interface InlineRendering extends Pick<RenderOptions, 'write' | 'count'> {
  readonly sourceOf: (code: Code) => string;
}

const renderInlines = (
  { codes, encode, run: outerRun }: Slot,
  inlines: readonly Inline[],
  { write, count, sourceOf }: InlineRendering,
): string => {
  const runs: (TextWrapper | undefined)[] = [outerRun];
  let written = '';
  let text = '';
  const add = (piece: string): void => {
    // What is around a run is written with every piece of it, and may be long.
    count(piece.length);
    written += piece;
  };
  const flush = (): void => {
    if (text === '') return;
    const run = runs.at(-1);
    add(run ? run.before(write) + encode(text) + run.after : encode(text));
    text = '';
  };
  for (const inline of inlines) {
    if (inline.kind === 'text') {
      text += inline.text;
      continue;
    }
    flush();
    const code = codes[inline.code] as Code;
    if (inline.kind === 'open') runs.push(code.run ?? runs.at(-1));
    else if (inline.kind === 'close') runs.pop();
    add(inline.kind === 'close' ? code.close : sourceOf(code));
  }
  flush();
  return written;
};

/**
 * Writes the translations into the document. What is not translated keeps its bytes; paragraphs
 * translated into themselves are left alone.
 *
 * @param translations one for every paragraph, in their order, with the codes of the paragraph
 * @throws DocumentError output_format_unsupported, too_large
 * @throws RangeError when the number of translations is not that of the paragraphs
 */
export const writeDocument = async (
  document: TranslatableDocument,
  translations: readonly Paragraph[],
  options: WriteOptions = {},
): Promise<WrittenDocument> => {
  if (translations.length !== document.paragraphs.length) {
    throw new RangeError(
      `Expected ${document.paragraphs.length} translations, got ${translations.length}.`,
    );
  }
  const { targetLanguage } = options;
  const [usualFormat] = FORMATS[document.format].outputFormats;
  const outputFormat = options.outputFormat ?? usualFormat;
  if (outputFormat && !FORMATS[document.format].outputFormats.includes(outputFormat)) {
    throw new DocumentError('output_format_unsupported');
  }
  const direction = options.direction ?? (targetLanguage && directionOf(targetLanguage));
  const resolved = {
    ...options,
    ...(direction && { direction }),
    ...(outputFormat && { outputFormat }),
  };
  const fallbacks = new Set<number>();
  const changed = new Map<string, string>();
  const filling: Filling = { document, translations, fallbacks, changedGroups: new Map() };
  let writtenLength = 0;
  for (const part of document.parts) {
    const text = renderPart(part, {
      fill: (slot) => fillSlot(slot, filling),
      count(length) {
        writtenLength += length;
        requireWithin(writtenLength, document.limits, 'inflatedBytes');
      },
      finish: (slot, rendered) => slot.finish?.(rendered, resolved) ?? rendered,
      write: resolved,
      edits: part.localize?.(resolved) ?? [],
    });
    if (text !== part.text) changed.set(part.name, text);
  }
  const packed = await document.pack(changed, resolved);
  const { bytes, notes } = 'notes' in packed ? packed : { bytes: packed, notes: [] };
  return {
    bytes,
    notes,
    fallbacks: [...fallbacks].sort((a, b) => a - b),
    changed: new Set(changed.keys()),
  };
};

interface Filling {
  readonly document: TranslatableDocument;
  readonly translations: readonly Paragraph[];
  readonly fallbacks: Set<number>;
  /** Whether any of the paragraphs written together has changed: all slots of a message ask. */
  readonly changedGroups: Map<readonly number[], boolean>;
}

const hasChanged = (
  group: readonly number[],
  { document, translations, changedGroups }: Filling,
): boolean => {
  const known = changedGroups.get(group);
  if (known !== undefined) return known;
  const isChanged = group.some((index) => {
    const [source, translated] = [document.paragraphs[index], translations[index]];
    return !source || !translated || !isSameParagraph(source, translated);
  });
  changedGroups.set(group, isChanged);
  return isChanged;
};

const fillSlot = (slot: Slot, filling: Filling): readonly Inline[] | undefined => {
  const { document, translations, fallbacks } = filling;
  const paragraph = document.paragraphs[slot.paragraph] as Paragraph;
  const translation = translations[slot.paragraph] as Paragraph;
  const isChanged = slot.together
    ? hasChanged(slot.together, filling)
    : !isSameParagraph(paragraph, translation);
  if (!slot.isAdded && !isChanged) return undefined;
  if (slot.isMoved) return [];
  const { before, core, after, codes } = slot;
  if (paragraph.codes.length === 0) {
    return [...before, { kind: 'text', text: translation.text }, ...after];
  }
  const inlines = inlinesOf(translation, core, codes);
  if (!inlines) fallbacks.add(slot.paragraph);
  return [...before, ...(inlines ?? fallBackToText(translation, core, codes)), ...after];
};
