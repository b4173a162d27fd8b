/** Adds an item to the others of its key. */
export const addToGroup = <Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void => {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
};
