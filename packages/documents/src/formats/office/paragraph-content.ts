import type { Code, Inline, Run } from '../../model.js';
import { createInlineBuilder } from '../../units/inline-builder.js';
import type { Atom, RunOfAtom } from './run-atoms.js';
import type { RunDialect } from './run-dialect.js';

/** A paragraph as the unit collector takes it. */
export interface ParagraphContent {
  readonly start: number;
  readonly end: number;
  readonly inlines: readonly Inline[];
  readonly codes: readonly Code[];
  readonly run: Run;
}

type TextAtom = Extract<Atom, { kind: 'text' }>;

/**
 * Merges runs that look the same. What most of the text looks like needs no code; other looks
 * become pairs around their text, and so do hyperlinks and the like.
 *
 * @param writeRun says what to write around text
 */
export const paragraphContent = (
  atoms: readonly Atom[],
  source: string,
  dialect: RunDialect,
  writeRun: (run: RunOfAtom | undefined) => Run,
): ParagraphContent | undefined => {
  const looks = looksOf(atoms);
  const builder = createInlineBuilder();
  const bases = [mainLook(atoms, looks, 0)];
  let current: string | undefined;
  let held: (() => void)[] = [];

  const firstRuns = new Map<string, RunOfAtom | undefined>();
  for (const atom of atoms) {
    const key = looks.get(atom);
    if (atom.kind === 'text' && key !== undefined && !firstRuns.has(key)) {
      firstRuns.set(key, atom.run);
    }
  }
  const runOf = (key: string | undefined): Run =>
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
  const addTag = (atom: Extract<Atom, { kind: 'open' | 'close' }>, index: number): void => {
    closeLook(atom.start);
    const { name, start, end, run } = atom;
    const written = source.slice(start, end);
    const around = run && { before: run.head, after: run.tail };
    if (atom.kind === 'open') {
      const base = mainLook(atoms, looks, index + 1);
      bases.push(base);
      builder.open(name, written, start, end, { ...(around && { around }), run: runOf(base) });
    } else {
      if (bases.length > 1) bases.pop();
      builder.close(name, around ? around.before + written + around.after : written, start, end);
    }
  };

  for (const [index, atom] of atoms.entries()) {
    const { start, end } = atom;
    if (atom.kind === 'text') addText(atom);
    else if (atom.kind === 'open' || atom.kind === 'close') addTag(atom, index);
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

/** The look of most of the text from an atom to the end of what it is in. */
const mainLook = (
  atoms: readonly Atom[],
  looks: ReadonlyMap<Atom, string>,
  first: number,
): string | undefined => {
  const lengths = new Map<string, number>();
  let depth = 0;
  for (let index = first; index < atoms.length; index++) {
    const atom = atoms[index] as Atom;
    if (atom.kind === 'open') depth++;
    else if (atom.kind === 'close' && --depth < 0) break;
    if (atom.kind !== 'text' || depth > 0) continue;
    const key = looks.get(atom) ?? '';
    lengths.set(key, (lengths.get(key) ?? 0) + atom.text.length);
  }
  return [...lengths].reduce<[string | undefined, number]>(
    (longest, [key, length]) => (length > longest[1] ? [key, length] : longest),
    [undefined, -1],
  )[0];
};

const codeOf = (atom: Extract<Atom, { kind: 'point' }>, source: string): Code => {
  const { run, shown, isBreak, start, end } = atom;
  return {
    tag: shown?.trim() ? 'n' : isBreak ? 'br' : 'x',
    open: source.slice(start, end),
    close: '',
    ...(shown !== undefined && { shown }),
    ...(run && { around: { before: run.head, after: run.tail } }),
  };
};
