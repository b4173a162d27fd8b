import { linkedController } from './request-signals.js';

/** Callers go on for so long before other events have their turn: longer, and short texts wait for long ones. */
const SLICE_MS = 1;

/**
 * A queue that resumes its callers in order, but for at most `sliceMs` per turn of the event loop, so that
 * other events are not held up.
 *
 * @param now milliseconds of a monotonic clock
 */
export const createYieldQueue = (
  sliceMs = SLICE_MS,
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  /** When the turn began in which callers go on; undefined outside of one. */
  let startedMs: number | undefined;
  const step = (): void => {
    if (startedMs !== undefined && now() - startedMs >= sliceMs) {
      setImmediate(step);
      return;
    }
    if (startedMs === undefined) {
      startedMs = now();
      // Runs in the next turn, before all steps that are put off until then.
      setImmediate(() => {
        startedMs = undefined;
      });
    }
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      // What follows from one caller without waiting is done before the next step.
      setImmediate(step);
    });
};

/**
 * Waits for a turn of the event loop. All long work of a thread takes its turns here: work that waits
 * for the next turn by itself shares that turn with everything else that does.
 */
export const yieldToLoop = createYieldQueue();

/** Does a piece of work for many items at once; one result for each, in order. */
export type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Characters of text that are worked on before other requests have their turn: some milliseconds. */
const CHARACTERS_PER_SLICE = 4000;
/** An item without any text costs as much as this many characters. */
const CHARACTERS_PER_ITEM = 40;

/**
 * The results of work that is done for one item after the other, with turns for other requests
 * between them.
 *
 * @param lengthOf how much text an item has, in UTF-16 code units
 * @throws the signal's reason once it aborts
 */
export const mapYielding = async <Item, Result>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  lengthOf: (item: Item) => number,
  work: (item: Item, index: number) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    characters += lengthOf(item) + CHARACTERS_PER_ITEM;
    if (characters < CHARACTERS_PER_SLICE) continue;
    characters = 0;
    await yieldToLoop();
    signal?.throwIfAborted();
  }
  return results;
};

/**
 * Work that is begun for a portion of the items in each turn, so that other requests have theirs;
 * the portions run together. When one of them fails, no more are begun, and the signal of those that
 * run aborts.
 *
 * @param lengthOf how much text an item has, in UTF-16 code units
 */
export const inPortions =
  <Item, Result>(
    caller: AbortSignal,
    lengthOf: (item: Item) => number,
    work: (items: readonly Item[], signal: AbortSignal) => Promise<readonly Result[]>,
    charactersPerPortion = CHARACTERS_PER_SLICE,
  ): Work<Item, Result> =>
  async (items) => {
    const portions = portionsOf(items, lengthOf, charactersPerPortion);
    if (portions.length <= 1) return work(items, caller);
    const { signal, abort, release } = linkedController(caller);
    try {
      const running: Promise<readonly Result[]>[] = [];
      for (const portion of portions) {
        if (running.length > 0) {
          await yieldToLoop();
          signal.throwIfAborted();
        }
        const result = work(portion, signal);
        result.catch(abort);
        running.push(result);
      }
      const results = await Promise.all(running);
      await yieldToLoop();
      return results.flat();
    } finally {
      release();
    }
  };

/** Neighbours, until they reach this length. */
const portionsOf = <Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  charactersPerPortion: number,
): readonly (readonly Item[])[] => {
  const portions: (readonly Item[])[] = [];
  let [start, characters] = [0, 0];
  for (const [index, item] of items.entries()) {
    characters += lengthOf(item) + CHARACTERS_PER_ITEM;
    if (characters < charactersPerPortion && index < items.length - 1) continue;
    portions.push(items.slice(start, index + 1));
    [start, characters] = [index + 1, 0];
  }
  return portions;
};
