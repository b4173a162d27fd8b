import { hasLetter } from '../characters.js';
import type { TranslationUnit } from '../engine.js';
import type { Work } from '../event-loop.js';
import { partsOf, unchanged } from '../protection/placed-spans.js';
import { allTogether } from '../request-signals.js';

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

/** The results of items; those with the same key are done together, and all keys at the same time. */
export const mapByKey = async <Item, Key, Result>(
  items: readonly Item[],
  keys: readonly Key[],
  signal: AbortSignal,
  work: (items: readonly Item[], key: Key, signal: AbortSignal) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const groups = new Map<Key, Item[]>();
  for (const [index, item] of items.entries()) {
    const key = keys[index] as Key;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const all = await allTogether(
    signal,
    [...groups].map(
      ([key, some]) =>
        (groupSignal) =>
          work(some, key, groupSignal),
    ),
  );
  const results = new Map([...groups.keys()].map((key, at) => [key, (all[at] ?? []).values()]));
  return keys.flatMap((key) => results.get(key)?.next().value ?? []);
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

/**
 * A cache key: equal for units that an engine cannot distinguish, that is, with the same text,
 * protected spans and terms; for no others, whatever signs their texts have.
 */
export const unitKey = ({ text, protectedSpans, terms }: TranslationUnit): string => {
  if (protectedSpans.length === 0 && !terms && !text.includes('\0')) return text;
  const spans = protectedSpans.map(({ start, end }) => `${start}:${end}`).join(' ');
  return `${text.length}\0${text}${spans}${terms ? JSON.stringify(terms) : ''}`;
};

/** Whether a unit has a letter to translate. */
export const hasWords = (unit: TranslationUnit): boolean =>
  unit.protectedSpans.length === 0
    ? hasLetter(unit.text)
    : partsOf(unchanged(unit)).some(({ text, span }) => span === undefined && hasLetter(text));
