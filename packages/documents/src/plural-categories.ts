const ALL = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

type PluralCategory = (typeof ALL)[number];

/** Whether a key of a message is one of CLDR's plural categories. */
export const isPluralCategory = (key: string): boolean => (ALL as readonly string[]).includes(key);

/**
 * The plural categories of CLDR that the whole numbers of interfaces use in a language, in the
 * usual order, and `other`. What only millions or fractions use is left out: there `other` is right.
 *
 * @param language BCP 47 tag
 */
export const pluralCategories = (
  language: string | undefined,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): readonly PluralCategory[] => {
  const used = numbersByCategory(language, type);
  return used.size === 0 ? [] : ALL.filter((name) => used.has(name) || name === 'other');
};

/** How many forms of a noun stand beside whole numbers; undefined for unknown languages. */
export const countPluralForms = (language: string | undefined): number | undefined =>
  numbersByCategory(language, 'cardinal').size || undefined;

/** How a message counts already. */
interface ExactForms {
  /** Its keys; `=1` is the form of that number alone, whatever its category. */
  readonly keys: Iterable<string>;
  /** What is taken off a number before its category is looked up. */
  readonly offset?: number | undefined;
  readonly type?: 'cardinal' | 'ordinal';
}

/**
 * The categories of a language that a message has no form for. One whose numbers all have forms of
 * their own would never be read, and programs that take `=1` for `one` would read it instead.
 */
export const missingCategories = (
  language: string | undefined,
  { keys, offset = 0, type = 'cardinal' }: ExactForms,
): readonly PluralCategory[] => {
  const own = new Set(keys);
  const numbersOf = numbersByCategory(language, type);
  return pluralCategories(language, type).filter((name) => {
    const numbers = numbersOf.get(name) ?? [];
    const isCovered =
      numbers.length > 0 && numbers.every((number) => own.has(`=${number + offset}`));
    return !own.has(name) && !isCovered;
  });
};

const MAX_NUMBER = 200;

const numbersByCategory = (
  language: string | undefined,
  type: 'cardinal' | 'ordinal',
): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  const rules = rulesOf(language, type);
  for (let number = 0; rules && number <= MAX_NUMBER; number++) {
    const category = rules.select(number);
    const numbers = found.get(category);
    if (numbers) numbers.push(number);
    else found.set(category, [number]);
  }
  return found;
};

const rulesOf = (
  language: string | undefined,
  type: 'cardinal' | 'ordinal',
): Intl.PluralRules | undefined => {
  try {
    return language === undefined ? undefined : new Intl.PluralRules(language, { type });
  } catch {
    return undefined;
  }
};

/** A number that is of a category in English or else anywhere, to show where a number stands. */
export const sampleNumber = (category: string): string => {
  const exact = /^=(\d+)$/.exec(category)?.[1];
  return exact ?? SAMPLES[category] ?? '5';
};

const SAMPLES: Readonly<Record<string, string>> = { zero: '0', one: '1', two: '2', few: '3' };

const inOrder = (categories: Iterable<string>): string =>
  ALL.filter((category) => new Set(categories).has(category)).join(', ');

/** What to tell the user about forms that only the target language has. */
export const pluralNote = (categories: Iterable<string>): string =>
  `Plural forms that only the target language has were added with the translation of “other”: ${inOrder(categories)}. Check them.`;

/** What to tell about those that nothing could be written for. */
export const lackingNote = (categories: Iterable<string>): string =>
  `Some messages lack plural forms of the target language: ${inOrder(categories)}.`;
