import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { partsOf, unchanged } from '../protection/placed-spans.js';
import { hasLetter } from '../segmentation/characters.js';
import { nextTurn } from '../turns.js';

/** Does a piece of work for many items at once; one result for each, in order. */
export type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * The results of the chosen items, each in its item's place; undefined for the others. Without any,
 * no work is done.
 */
export const mapWhere = async <Item, Result>(
  items: readonly Item[],
  isChosen: (item: Item, index: number) => boolean,
  work: Work<Item, Result>,
): Promise<(Result | undefined)[]> => {
  const areChosen = items.map(isChosen);
  if (!areChosen.includes(true)) return items.map(() => undefined);
  const results = (await work(items.filter((_, index) => areChosen[index]))).values();
  return areChosen.map((isOne) => (isOne ? results.next().value : undefined));
};

/** The results of the items of all groups, done together, in groups again. */
export const mapGroups = async <Item, Result>(
  groups: readonly (readonly Item[])[],
  work: Work<Item, Result>,
): Promise<readonly (readonly Result[])[]> => {
  const items = groups.flat();
  const results = items.length === 0 ? [] : await work(items);
  let next = 0;
  return groups.map(({ length }) => {
    next += length;
    return results.slice(next - length, next);
  });
};

/** Characters of text that are worked on before other requests have their turn: some milliseconds. */
const CHARACTERS_PER_TURN = 4000;
/** An item without any text costs as much as this many characters. */
const CHARACTERS_PER_ITEM = 40;

/**
 * The results of work that is done for one item after the other, with turns for other requests
 * between them.
 *
 * @param lengthOf how much text an item has, in UTF-16 code units
 * @throws the signal's reason once it aborts
 */
export const mapInTurns = async <Item, Result>(
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
    if (characters < CHARACTERS_PER_TURN) continue;
    characters = 0;
    await nextTurn();
    signal?.throwIfAborted();
  }
  return results;
};

/**
 * The same work, begun for a portion of the items in each turn, so that other requests have theirs;
 * the portions run together.
 *
 * @param lengthOf how much text an item has, in UTF-16 code units
 */
export const inPortions =
  <Item, Result>(
    signal: AbortSignal,
    lengthOf: (item: Item) => number,
    work: Work<Item, Result>,
  ): Work<Item, Result> =>
  async (items) => {
    const portions = await Promise.all(await beginPortions(items, signal, lengthOf, work));
    if (portions.length > 1) await nextTurn();
    return portions.flat();
  };

const beginPortions = async <Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  lengthOf: (item: Item) => number,
  work: Work<Item, Result>,
): Promise<readonly Promise<readonly Result[]>[]> => {
  const begun: Promise<readonly Result[]>[] = [];
  let [start, characters] = [0, 0];
  for (const [index, item] of items.entries()) {
    characters += lengthOf(item) + CHARACTERS_PER_ITEM;
    const isLast = index === items.length - 1;
    if (characters < CHARACTERS_PER_TURN && !isLast) continue;
    const portion = work(items.slice(start, index + 1));
    begun.push(portion);
    if (isLast) break;
    // One that fails meanwhile is noticed when all of them are awaited.
    portion.catch(() => {});
    [start, characters] = [index + 1, 0];
    await nextTurn();
    signal.throwIfAborted();
  }
  return begun;
};

/**
 * A cache key: equal for units that an engine cannot distinguish, that is, with the same text,
 * protected spans and terms.
 */
export const unitKey = ({ text, protectedSpans, terms }: TranslationUnit): string =>
  protectedSpans.length === 0 && !terms
    ? text
    : `${text}\0${protectedSpans.map(({ start, end }) => `${start}:${end}`).join(' ')}${terms ? JSON.stringify(terms) : ''}`;

/** Whether a unit has a letter to translate. */
export const hasWords = (unit: TranslationUnit): boolean =>
  unit.protectedSpans.length === 0
    ? hasLetter(unit.text)
    : partsOf(unchanged(unit)).some(({ text, span }) => span === undefined && hasLetter(text));

/** The same work with each unit once. */
export const onceEach =
  (translate: Work<TranslationUnit, TranslatedUnit>): Work<TranslationUnit, TranslatedUnit> =>
  async (units) => {
    const asked = new Map<string, TranslationUnit>();
    for (const unit of units) {
      const key = unitKey(unit);
      if (!asked.has(key)) asked.set(key, unit);
    }
    if (asked.size === units.length) return translate(units);
    const answers = await translate([...asked.values()]);
    const results = new Map([...asked.keys()].map((key, index) => [key, answers[index]]));
    return units.map((unit) => results.get(unitKey(unit)) ?? unchanged(unit));
  };

/** The same work with each unit once, and without those that have no words: they stay as they are. */
export const distinctly = (
  translate: Work<TranslationUnit, TranslatedUnit>,
): Work<TranslationUnit, TranslatedUnit> =>
  onceEach(async (units) => {
    const translated = await mapWhere(units, hasWords, translate);
    return units.map((unit, index) => translated[index] ?? unchanged(unit));
  });
