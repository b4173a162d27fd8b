/** A change of a reading, `house<n><sg>` to `house<n><pl>`. */
export interface Inflection {
  /** Of `pl`, `def`, `f`, `acc`, `dat` and `gen`, those that differ from the given form, in this order. */
  readonly name: string;
  inflect(reading: string): string;
}

type Change = readonly [feature: string, inflect: Inflection['inflect']];

const to = (feature: string, from: string): Change => [
  feature,
  (reading) => reading.replace(`<${from}>`, `<${feature}>`),
];

/** In the Scandinavian dictionaries, the genitive is a tag more: `hus<n><nt><sg><ind><gen>`. */
const GENITIVE: Change = ['gen', (reading) => `${reading}<gen>`];

const changesOf = (reading: string): readonly (readonly Change[])[] => {
  const has = (tag: string): boolean => reading.includes(`<${tag}>`);
  const isAdjective = has('adj');
  const cases = ['acc', 'dat', 'gen'].map((name) => to(name, 'nom'));
  return [
    has('sg') ? [to('pl', 'sg')] : [],
    has('ind') && !isAdjective ? [to('def', 'ind')] : [],
    has('m') && isAdjective ? [to('f', 'm')] : [],
    has('nom') ? cases : has('ind') && !isAdjective ? [GENITIVE] : [],
  ];
};

/** The forms that a reading may have besides its own, the plainest first; a dictionary may not make all of them. */
export const inflectionsOf = (reading: string): readonly Inflection[] =>
  changesOf(reading)
    .reduce<readonly (readonly Change[])[]>(
      (combined, changes) =>
        combined.flatMap((before) => [before, ...changes.map((change) => [...before, change])]),
      [[]],
    )
    .filter((changes) => changes.length > 0)
    .toSorted((one, two) => one.length - two.length)
    .map((changes) => ({
      name: changes.map(([feature]) => feature).join(' '),
      inflect: (own) => changes.reduce((changed, [, inflect]) => inflect(changed), own),
    }));
