import { recallChoices } from '../choices.js';
import { ownName } from '../messages/language-names.js';
import { message } from '../messages/messages.js';
import type { Addable } from '../service/additions.js';
import { showBytes } from '../service/show-size.js';
import type { LanguageItem, LanguageSection } from './search-languages.js';

/** Short lists need no other order. */
const SHORT_LIST = 8;

export interface OfferedLanguage {
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
    const size = message('addSize', { size: showBytes(estimatedBytes) });
    const hint = mayAdd ? `${message('download')} · ${size}` : command;
    return itemOf({ base: code, name, englishName }, { state: 'missing', hint });
  }),
});
