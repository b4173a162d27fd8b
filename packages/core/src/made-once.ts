/**
 * What is made of the sources of keys, each when it is first asked for: most processes need the patterns
 * of a few languages, and making those of all takes a tenth of the time that a server takes to start.
 *
 * @returns undefined for a key without a source
 */
export const madeOnce = <Source, Made>(
  sources: Readonly<Record<string, Source>>,
  make: (source: Source) => Made,
): ((key: string) => Made | undefined) => {
  const made = new Map<string, Made>();
  return (key) => {
    if (!made.has(key) && Object.hasOwn(sources, key)) made.set(key, make(sources[key] as Source));
    return made.get(key);
  };
};
