/** Elements that come and go without harm, by local name. */
export interface ElasticElements {
  readonly names: ReadonlySet<string>;
  /** Those that take their content with them. */
  readonly withContent: readonly string[];
}

/**
 * How often each element is in a text that is known to be well-formed XML, apart from elastic ones.
 * It is a count and no reading of XML, so that checking a document costs little.
 */
export const countElements = (
  source: string,
  { names, withContent }: ElasticElements,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const counted = withContent.reduce((text, name) => text.replace(contentOf(name), ''), source);
  for (const [, name = ''] of counted.matchAll(/<(?:[\w.-]+:)?([\w.-]+)/g)) {
    if (!names.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

const contentOf = (name: string): RegExp =>
  new RegExp(`<((?:[\\w.-]+:)?${name})(?:\\s[^>]*)?(?:/>|(?<!/)>[\\s\\S]*?</\\1>)`, 'g');
