import { CommandError } from '../command-error.js';

/** Something that is selected by its id or its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds something by id, or else by name, or else by the beginning of its id; undefined if there is
 * none.
 *
 * @param noun in plural, such as `glossaries`
 * @throws CommandError when there is more than one
 */
export const findOwned = <Item>(
  items: readonly Item[],
  selector: string,
  { noun, named }: { readonly noun: string; readonly named: (item: Item) => Named },
): Item | undefined => {
  const id = selector.toLowerCase();
  const candidates = [
    items.filter((item) => named(item).id === selector),
    items.filter((item) => named(item).name === selector),
    items.filter((item) => id.length >= 4 && named(item).id.startsWith(id)),
  ].find((found) => found.length > 0);
  const [item, ...more] = candidates ?? [];
  if (item && more.length > 0) {
    const ids = [item, ...more].map((each) => named(each).id).join(', ');
    throw new CommandError(`'${selector}' matches several ${noun}; use an id: ${ids}`);
  }
  return item;
};
