import type { FieldState } from './field-state.js';
import type { Atom, RunOfAtom } from './run-atoms.js';

/**
 * Makes points of fields: their instructions always, and their results unless these are a text of
 * the author. What belongs to one field within a paragraph becomes one point, so that it stays
 * together.
 */
export const foldFields = (atoms: readonly Atom[], fields: FieldState): readonly Atom[] => {
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
    } else folded.push(...held.map(asPoint));
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
  const tail: Atom[] = [];
  while (held.at(-1)?.kind === 'dropped') tail.unshift(held.pop() as Atom);
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
