/**
 * Builds the value for a key on first use and keeps it. Building the patterns of all languages would take
 * a tenth of the time that a server takes to start, and most processes need a few.
 *
 * @returns undefined for a key without a source
 */
export const lazyByKey = <Source, Made>(
  sources: Readonly<Record<string, Source>>,
  make: (source: Source, key: string) => Made,
): ((key: string) => Made | undefined) => {
  const made = new Map<string, Made>();
  return (key) => {
    if (!made.has(key) && Object.hasOwn(sources, key)) {
      made.set(key, make(sources[key] as Source, key));
    }
    return made.get(key);
  };
};
