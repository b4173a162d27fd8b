/** Forms cannot nest: `dictionaries[0].source_lang`, or `dictionaries[0][source_lang]`. */
const DICTIONARY_FIELD = /^dictionaries\[(\d{1,6})\](?:\.(\w+)|\[(\w+)\])$/;

/**
 * Puts the flat fields of dictionaries in a form together, in the order of their numbers. A JSON
 * body, which has the list already, is returned as it is.
 */
export const nestDictionaries = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = Object.create(null);
  const numbered = new Map<number, Record<string, unknown>>();
  for (const [name, value] of Object.entries(body)) {
    const [, number, afterDot, inBrackets] = DICTIONARY_FIELD.exec(name) ?? [];
    const member = afterDot ?? inBrackets;
    if (number === undefined || member === undefined) {
      rest[name] = value;
      continue;
    }
    const dictionary = numbered.get(Number(number)) ?? Object.create(null);
    dictionary[member] = value;
    numbered.set(Number(number), dictionary);
  }
  if (numbered.size === 0) return body;
  const inOrder = [...numbered].toSorted(([a], [b]) => a - b);
  return { ...rest, dictionaries: inOrder.map(([, dictionary]) => dictionary) };
};
