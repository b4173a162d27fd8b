import { baseOf, type LanguageTag } from '@dragoman/contract';
import {
  ABBREVIATIONS,
  type Abbreviations,
  MONTHS,
  ORDINAL_DOT,
  STARTERS,
} from './abbreviations.js';

/** What a language's punctuation means. All words in lower case without the final full stop. */
export interface LanguageRules {
  readonly language: LanguageTag;
  /** Always followed by the rest of the sentence: `mr`, `p.ej`. */
  readonly before: ReadonlySet<string>;
  /** Goes on when a number follows: `no`, `fig`. */
  readonly number: ReadonlySet<string>;
  /** Goes on unless a usual first word of a sentence follows: `inc`, `st`. */
  readonly either: ReadonlySet<string>;
  readonly starters: ReadonlySet<string>;
  /** Whether `5.` may mean "fifth". */
  readonly ordinalDot: boolean;
  /** Whether nouns are capitalised, so that a capital after `5.` says nothing. */
  readonly capitalNouns: boolean;
  /** Whether text begins with the name of a month. */
  readonly isMonth: (text: string) => boolean;
}

const wordSet = (...lists: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list?.split(/\s+/) ?? []));

const compile = (language: LanguageTag): LanguageRules => {
  const common: Abbreviations = ABBREVIATIONS['*'] ?? {};
  const own: Abbreviations = ABBREVIATIONS[language] ?? {};
  const months = MONTHS[language]?.split(' ') ?? [];
  return {
    language,
    before: wordSet(common.before, own.before),
    number: wordSet(common.number, own.number),
    either: wordSet(common.either, own.either),
    starters: wordSet(STARTERS[language]),
    ordinalDot: ORDINAL_DOT.has(language),
    capitalNouns: language === 'de' || language === 'lb',
    isMonth: (text) => {
      const start = text.toLowerCase();
      return months.some((month) => start.startsWith(month));
    },
  };
};

const cache = new Map<LanguageTag, LanguageRules>();

/** The rules for a language or variant; for one without rules of its own, those all share. */
export const rulesFor = (tag: LanguageTag): LanguageRules => {
  const language = baseOf(tag);
  const known = cache.get(language);
  if (known) return known;
  const rules = compile(language);
  // Only languages with rules are kept, so that odd tags cannot fill the memory.
  if (language in ABBREVIATIONS || ORDINAL_DOT.has(language)) cache.set(language, rules);
  return rules;
};
