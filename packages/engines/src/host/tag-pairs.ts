/** A tag of a text, or whatever else stands between its words. */
export interface TextTag {
  /** Names this occurrence. */
  readonly key: string;
  /** As it is written; what is no tag belongs to no pair. */
  readonly text: string;
}

const TAG = /^<(\/?)([A-Za-z][\w:.-]*)(?:\s[^>]*)?>$/;

/** Whether a text is one tag: opening, closing or empty. */
export const isTag = (text: string): boolean => TAG.test(text) || /^<[A-Za-z][^<>]*\/>$/.test(text);

/**
 * Finds the tags that belong together: the key of each opening tag with that of its closing one, in
 * order of opening. What was opened inside a pair and never closed, such as `<br>`, is in none.
 */
export const pairTags = (tags: Iterable<TextTag>): ReadonlyMap<string, string> => {
  const open: { readonly name: string; readonly key: string }[] = [];
  const found = new Map<string, string | undefined>();
  for (const { key, text } of tags) {
    const [, slash, name = ''] = TAG.exec(text) ?? [];
    if (slash === undefined || text.endsWith('/>')) continue;
    if (slash === '') {
      open.push({ name, key });
      found.set(key, undefined);
      continue;
    }
    const at = open.findLastIndex((tag) => tag.name === name);
    if (at < 0) continue;
    found.set(open[at]?.key ?? '', key);
    open.length = at;
  }
  return new Map([...found].flatMap(([key, close]) => (close === undefined ? [] : [[key, close]])));
};
