import { recallChoices } from '../choices.js';
import { formatFileSize, message, ownName } from '../messages.js';
import type { Addable } from '../service/fetch-additions.js';

/** A language in a list. */
export interface LanguageItem {
  /** Upper-case base code; empty for detection. */
  readonly base: string;
  /** As the page's language writes it. */
  readonly name: string;
  /** Other names to find it by: the English one, and its own. */
  readonly otherNames: readonly string[];
  /** `unreachable` from the chosen source; `missing` on this server. */
  readonly state: 'usable' | 'unreachable' | 'missing';
  /** Said after the name, such as how to install it; empty for nothing. */
  readonly hint: string;
}

/** Languages below one heading, which may be empty. */
export interface LanguageSection {
  readonly heading: string;
  readonly items: readonly LanguageItem[];
}

/**
 * The languages that a search means: first those whose name begins with it, then those with a word
 * that does, then those that contain it; languages that can be used come first. Marks and letter
 * case do not matter.
 */
export const searchLanguages = (
  items: readonly LanguageItem[],
  query: string,
): readonly LanguageItem[] => {
  const wanted = plain(query);
  return items
    .map((item) => ({
      item,
      rank: rankOf(item, wanted) + (item.state === 'usable' ? 0 : NO_MATCH),
    }))
    .filter(({ item, rank }) => rank < (item.state === 'usable' ? NO_MATCH : 2 * NO_MATCH))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
};

const NO_MATCH = 4;

const rankOf = ({ base, name, otherNames }: LanguageItem, wanted: string): number =>
  Math.min(
    base !== '' && plain(base) === wanted ? 0 : NO_MATCH,
    ...[name, ...otherNames].map((one) => rankIn(plain(one), wanted)),
  );

const rankIn = (name: string, wanted: string): number => {
  const at = name.indexOf(wanted);
  if (at < 0) return NO_MATCH;
  if (at === 0) return 1;
  return /[\s(（]/.test(name.charAt(at - 1)) ? 2 : 3;
};

const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Short lists need no other order. */
const SHORT_LIST = 8;

interface OfferedLanguage {
  readonly base: string;
  readonly name: string;
  readonly englishName?: string | undefined;
}

/** A language of the list. */
export const itemOf = (
  { base, name, englishName = name }: OfferedLanguage,
  { state = 'usable', hint = '' }: Partial<Pick<LanguageItem, 'state' | 'hint'>> = {},
): LanguageItem => ({
  base,
  name,
  otherNames: [englishName, ownName(base) ?? englishName],
  state,
  hint,
});

/** The languages that can be used: first those chosen last, then all. */
export const usableSections = (items: readonly LanguageItem[]): readonly LanguageSection[] => {
  const recent = recallChoices().recent.flatMap((base) => items.filter((one) => one.base === base));
  return items.length <= SHORT_LIST || recent.length === 0
    ? [{ heading: '', items }]
    : [
        { heading: message('recentlyUsed'), items: recent },
        { heading: message('allLanguages'), items },
      ];
};

/** The languages that this server does not have, each with the way to install it. */
export const missingSection = (addable: readonly Addable[], mayAdd: boolean): LanguageSection => ({
  heading: message('notInstalled'),
  items: addable.map(({ code, name, englishName, estimatedBytes, command }) => {
    const size = message('addSize', { size: formatFileSize(estimatedBytes) });
    const hint = mayAdd ? `${message('download')} · ${size}` : command;
    return itemOf({ base: code, name, englishName }, { state: 'missing', hint });
  }),
});
