import { escapeXml } from '../../escape-xml.js';
import { createInlineBuilder } from '../../inline-builder.js';
import { type DocumentLimits, requireWithin } from '../../limits.js';
import { append } from '../../many-values.js';
import type { Code, Inline, Part, Slot, TextWrapper } from '../../model.js';
import type { ParagraphCollector } from '../../paragraph-collector.js';
import { forEachSubtree, prefixOf, type XmlNode } from '../../xml-subtrees.js';
import {
  type Atom,
  isTranslatedField,
  type RunDialect,
  type RunOfAtom,
  readAtoms,
} from './run-dialect.js';

interface ReadRunPartOptions {
  readonly collector: ParagraphCollector;
  readonly limits: DocumentLimits;
  /** Vocabularies to look for; those inside paragraphs of another as well. */
  readonly dialects: readonly RunDialect[];
  /** The text is in the document once more, in a part that has been read. */
  readonly isCopy?: boolean;
  /** Names of elements around a paragraph that keep it as it is. */
  readonly isLeftOut?: (ancestors: readonly string[]) => boolean;
  /** Elements to look at as a whole, and which of them to pass over. */
  readonly wholes?: { readonly names: ReadonlySet<string>; isPassedOver(node: XmlNode): boolean };
  /** Decides about a text: undefined leaves it as it is. Default: escaped as XML. */
  readonly encoderOf?: (paragraph: {
    readonly index: number;
    readonly inlines: readonly Inline[];
  }) => ((text: string) => string) | undefined;
}

/** Content that is gone, or that is no text. */
const NOT_LOOKED_INTO = new Set(['w:del', 'w:moveFrom', 'm:oMath', 'm:oMathPara', 'x:rPh']);

/** Says what to write around text that looks like that of a run. */
type WriteRun = (
  run: RunOfAtom | undefined,
  dialect: RunDialect,
  /** Of the namespace in this file, with colon. */
  prefix: string,
) => TextWrapper;

/** Runs that look the same share one answer: a large document has few looks and many paragraphs. */
const createRunWriter = (): WriteRun => {
  const written = new Map<string, TextWrapper>();
  return (run, dialect, prefix) => {
    const properties = run?.properties;
    const look = properties?.children.map(({ source }) => source).join('') ?? '';
    const key = [dialect.run, prefix, run !== undefined, properties?.tag, look].join('\0');
    const known = written.get(key) ?? writeRun(run, dialect, prefix);
    written.set(key, known);
    return known;
  };
};

const writeRun = (run: RunOfAtom | undefined, dialect: RunDialect, prefix: string): TextWrapper => {
  const { text, textAttributes } = dialect;
  const textName = prefix + text.slice(text.indexOf(':') + 1);
  const runName = prefix + dialect.run.slice(dialect.run.indexOf(':') + 1);
  if (!run && dialect.keepsLines) {
    // A string of a sheet without runs is its text alone.
    return { before: () => `<${textName}${textAttributes}>`, after: `</${textName}>` };
  }
  return {
    before: (options) =>
      `<${runName}>${dialect.writeProperties(run?.properties, prefix, options)}<${textName}${textAttributes}>`,
    after: `</${textName}></${runName}>`,
  };
};

/** Complex fields that are open, over the paragraphs of a part. */
interface FieldState {
  /** Whether what comes now is computed by the program that opens the document. */
  readonly isOpaque: boolean;
  follow(atom: Atom): void;
}

interface OpenField {
  /** What comes before `separate`. */
  instruction: string;
  /** Until its result begins, and then where that, or one around it, is computed. */
  isOpaque: boolean;
}

const createFieldState = (limits: DocumentLimits): FieldState => {
  const open: OpenField[] = [];
  const isOpaqueAt = (depth: number): boolean => open[depth - 1]?.isOpaque === true;
  return {
    get isOpaque() {
      return isOpaqueAt(open.length);
    },
    follow(atom) {
      const innermost = open.at(-1);
      if (atom.kind === 'instruction' && innermost) innermost.instruction += atom.text;
      if (atom.kind !== 'field') return;
      if (atom.step === 'begin') {
        requireWithin(open.length + 1, limits, 'depth');
        open.push({ instruction: '', isOpaque: true });
      } else if (atom.step === 'separate' && innermost) {
        innermost.isOpaque =
          isOpaqueAt(open.length - 1) || !isTranslatedField(innermost.instruction);
      } else if (atom.step === 'end') open.pop();
    },
  };
};

/**
 * Makes points of fields: their instructions always, and their results unless these are a text of
 * the author. What belongs to one field within a paragraph becomes one point, so that it stays
 * together.
 */
const foldFields = (atoms: readonly Atom[], fields: FieldState): readonly Atom[] => {
  const folded: Atom[] = [];
  let held: Atom[] = [];
  let run: RunOfAtom | undefined;

  const release = (): void => {
    const [first] = held;
    const last = held.at(-1);
    const isWhole =
      run &&
      last?.kind === 'field' &&
      held.every(({ kind }) => kind !== 'open' && kind !== 'close');
    if (first && isWhole) {
      const place = { run, start: first.start, end: last.end };
      const shown = held.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
      if (last.step === 'separate') folded.push({ kind: 'open', name: 'field', ...place });
      else if (first === last) folded.push({ kind: 'close', name: 'field', ...place });
      else folded.push({ kind: 'point', isBreak: false, ...(shown.trim() && { shown }), ...place });
    } else append(folded, held.map(asPoint));
    held = [];
  };

  for (const atom of atoms) {
    const wasOpaque = fields.isOpaque;
    fields.follow(atom);
    const belongs =
      wasOpaque || fields.isOpaque || atom.kind === 'field' || atom.kind === 'instruction';
    if (!belongs) {
      release();
      folded.push(atom);
      continue;
    }
    if (held.length === 0) {
      // Tags of runs before a field are none of it.
      if (atom.kind === 'dropped') {
        folded.push(atom);
        continue;
      }
      run = 'run' in atom ? atom.run : undefined;
    }
    held.push(atom);
    if (!fields.isOpaque && atom.kind === 'field') release();
  }
  // Tags of runs after it are none of it, either.
  const last = held.findLastIndex(({ kind }) => kind !== 'dropped');
  const tail = held.splice(last + 1);
  release();
  return [...folded, ...tail];
};

const asPoint = (atom: Atom): Atom =>
  atom.kind === 'text' || atom.kind === 'field' || atom.kind === 'instruction'
    ? {
        kind: 'point',
        isBreak: false,
        run: 'run' in atom ? atom.run : undefined,
        start: atom.start,
        end: atom.end,
      }
    : atom;

/** What the collector takes of a paragraph. */
interface ParagraphContent {
  readonly start: number;
  readonly end: number;
  readonly inlines: readonly Inline[];
  readonly codes: readonly Code[];
  readonly run: TextWrapper;
}

type TextAtom = Extract<Atom, { kind: 'text' }>;

/**
 * Merges runs that look the same. What most of the text looks like needs no code; other looks
 * become pairs around their text, and so do hyperlinks and the like.
 *
 * @param writeRun says what to write around text
 */
const paragraphContent = (
  atoms: readonly Atom[],
  source: string,
  dialect: RunDialect,
  writeRun: (run: RunOfAtom | undefined) => TextWrapper,
): ParagraphContent | undefined => {
  const looks = looksOf(atoms);
  const builder = createInlineBuilder();
  const main = mainLooks(atoms, looks);
  const bases = [main.outer];
  let current: string | undefined;
  let held: (() => void)[] = [];

  const firstRuns = new Map<string, RunOfAtom | undefined>();
  for (const atom of atoms) {
    const key = looks.get(atom);
    if (atom.kind === 'text' && key !== undefined && !firstRuns.has(key)) {
      firstRuns.set(key, atom.run);
    }
  }
  const runOf = (key: string | undefined): TextWrapper =>
    writeRun(key === undefined ? undefined : firstRuns.get(key));
  const release = (): void => {
    for (const add of held) add();
    held = [];
  };
  const closeLook = (at: number): void => {
    if (current !== undefined) builder.close('look', '', at, at);
    current = undefined;
    release();
  };
  const addText = (atom: TextAtom): void => {
    const key = looks.get(atom);
    const isBase = key === bases.at(-1);
    if (current !== undefined && current !== key) closeLook(atom.start);
    release();
    if (!isBase && current === undefined) {
      current = key;
      const more = { run: runOf(key), isDroppable: true, start: undefined };
      builder.open('look', '', atom.start, atom.start, more);
    }
    const text = dialect.keepsLines ? atom.text : atom.text.replace(/[\t\r\n]+/g, ' ');
    if (text !== '') builder.text(text, atom.start, atom.end);
    else builder.skip(atom.start, atom.end);
  };
  const addTag = (atom: Extract<Atom, { kind: 'open' | 'close' }>): void => {
    closeLook(atom.start);
    const { name, start, end, run } = atom;
    const written = source.slice(start, end);
    const around = run && { before: run.head, after: run.tail };
    if (atom.kind === 'open') {
      const base = main.inside.get(atom);
      bases.push(base);
      builder.open(name, written, start, end, { ...(around && { around }), run: runOf(base) });
    } else {
      if (bases.length > 1) bases.pop();
      builder.close(name, around ? around.before + written + around.after : written, start, end);
    }
  };

  for (const atom of atoms) {
    const { start, end } = atom;
    if (atom.kind === 'text') addText(atom);
    else if (atom.kind === 'open' || atom.kind === 'close') addTag(atom);
    else if (atom.kind === 'point')
      held.push(() => builder.point(codeOf(atom, source), start, end));
    // What is dropped between points must not reach beyond them before they are added.
    else held.push(() => builder.skip(start, end));
  }
  closeLook(atoms.at(-1)?.end ?? 0);
  if (builder.isEmpty) return undefined;
  const { start, end } = builder;
  return { start, end, ...builder.take(), run: runOf(bases[0]) };
};

/** The look of every text. White space that shows none takes that of the text before. */
const looksOf = (atoms: readonly Atom[]): ReadonlyMap<Atom, string> => {
  const looks = new Map<Atom, string>();
  let previous: string | undefined;
  for (const atom of atoms) {
    if (atom.kind !== 'text') continue;
    const properties = atom.run?.properties;
    const isBlank = atom.text.trim() === '' && !properties?.showsOnSpaces;
    const key = isBlank && previous !== undefined ? previous : (properties?.key ?? '');
    looks.set(atom, key);
    previous = properties?.showsOnSpaces && atom.text.trim() === '' ? undefined : key;
  }
  return looks;
};

interface MainLooks {
  /** The look of most of the text that is in no tag. */
  readonly outer: string | undefined;
  /** The same for what is directly in a tag, by its opening one. */
  readonly inside: ReadonlyMap<Atom, string | undefined>;
}

/** What most of the text of a paragraph looks like, and of everything in it that has tags. */
const mainLooks = (atoms: readonly Atom[], looks: ReadonlyMap<Atom, string>): MainLooks => {
  const inside = new Map<Atom, string | undefined>();
  const outer = new Map<string, number>();
  const open: { readonly atom: Atom; readonly lengths: Map<string, number> }[] = [];
  let isEnded = false;
  const leave = (): void => {
    const left = open.pop();
    if (left) inside.set(left.atom, longestOf(left.lengths));
  };
  for (const atom of atoms) {
    if (atom.kind === 'open') open.push({ atom, lengths: new Map() });
    else if (atom.kind === 'close') {
      // A tag that closes nothing here ends what is outside.
      isEnded ||= open.length === 0;
      leave();
    } else if (atom.kind === 'text') {
      const lengths = open.at(-1)?.lengths ?? (isEnded ? undefined : outer);
      const key = looks.get(atom) ?? '';
      lengths?.set(key, (lengths.get(key) ?? 0) + atom.text.length);
    }
  }
  while (open.length > 0) leave();
  return { outer: longestOf(outer), inside };
};

const longestOf = (lengths: ReadonlyMap<string, number>): string | undefined =>
  [...lengths].reduce<[string | undefined, number]>(
    (longest, [key, length]) => (length > longest[1] ? [key, length] : longest),
    [undefined, -1],
  )[0];

const codeOf = (atom: Extract<Atom, { kind: 'point' }>, source: string): Code => {
  const { run, shown, isBreak, start, end } = atom;
  return {
    kind: shown?.trim() ? 'kept' : isBreak ? 'break' : 'point',
    open: source.slice(start, end),
    close: '',
    ...(shown !== undefined && { shown }),
    ...(run && { around: { before: run.head, after: run.tail } }),
  };
};

/** Finds the paragraphs of a part of an office file. */
export const readRunPart = (
  name: string,
  source: string,
  {
    collector,
    limits,
    dialects,
    isCopy = false,
    isLeftOut,
    wholes,
    encoderOf = () => escapeXml,
  }: ReadRunPartOptions,
): Pick<Part, 'name' | 'text' | 'slots'> => {
  const slots: Slot[] = [];
  const fields = createFieldState(limits);
  const writeRun = createRunWriter();
  let count = 0;
  const dialectOf = new Map(
    dialects.flatMap((dialect) => [...dialect.paragraphs].map((paragraph) => [paragraph, dialect])),
  );

  const readParagraph = (node: XmlNode, dialect: RunDialect, isInCopy: boolean): void => {
    const atoms = foldFields(readAtoms(node, source, dialect), fields);
    const content = paragraphContent(atoms, source, dialect, (run) =>
      writeRun(run, dialect, prefixOf(node)),
    );
    const encode = encoderOf({ index: count++, inlines: content?.inlines ?? [] });
    const slot = content && encode && collector.add({ ...content, encode, isCopy: isInCopy });
    if (slot) slots.push(slot);
    for (const child of node.children) if (child.name !== undefined) readInside(child, isInCopy);
  };

  /** Text boxes and the like: paragraphs inside a paragraph. */
  const readInside = (node: XmlNode, isInCopy: boolean): void => {
    if (NOT_LOOKED_INTO.has(node.name)) return;
    const dialect = dialectOf.get(node.name);
    const isInFallback = isInCopy || node.name === 'mc:Fallback';
    if (dialect) readParagraph(node, dialect, isInFallback);
    else
      for (const child of node.children)
        if (child.name !== undefined) readInside(child, isInFallback);
  };

  forEachSubtree(
    source,
    (element) => dialectOf.has(element) || (wholes?.names.has(element) ?? false),
    (node, ancestors) => {
      if (isLeftOut?.(ancestors) || wholes?.isPassedOver(node)) return;
      readInside(node, isCopy || ancestors.includes('mc:Fallback'));
    },
    { limits },
  );
  return { name, text: source, slots };
};
