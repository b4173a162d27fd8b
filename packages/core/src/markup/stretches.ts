import type { Run, Stretch } from './run.js';

/** The last stretch that begins at or before an offset of the run's text. */
const stretchAt = ({ stretches }: Run, offset: number): Stretch | undefined => {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle] as Stretch).at <= offset) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
};

/** Where in the document the character at an offset of a run's text begins. */
export const sourceStart = (run: Run, offset: number): number => {
  const stretch = stretchAt(run, offset);
  if (!stretch) return run.start;
  return stretch.kind === 'plain' ? stretch.start + (offset - stretch.at) : stretch.start;
};

/** Where in the document the character before an offset of a run's text ends. */
export const sourceEnd = (run: Run, offset: number): number => {
  const stretch = stretchAt(run, offset - 1);
  if (!stretch || offset === 0) return run.start;
  return stretch.kind === 'plain' ? stretch.start + (offset - stretch.at) : stretch.end;
};

const NO_OBJECTS: ReadonlyMap<number, Stretch> = new Map();

/** What was read as objects, by offset in the run's text. */
export const objectsOf = ({ stretches }: Run): ReadonlyMap<number, Stretch> => {
  const objects = stretches.filter((stretch) => stretch.kind === 'object');
  return objects.length === 0 ? NO_OBJECTS : new Map(objects.map((object) => [object.at, object]));
};
