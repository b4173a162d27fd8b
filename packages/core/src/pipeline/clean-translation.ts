import { baseOf, type LanguageTag } from '@dragoman/contract';
import { DIRECTION_MARKS } from '../characters.js';
import { withSoundSeparators } from '../checks/compare-numbers.js';
import type { TranslatedUnit } from '../engine.js';
import { mapOwnText } from '../protection/placed-spans.js';
import { withPossibleTimes } from '../times-of-day.js';

/**
 * Control characters but for tab and line breaks, with the colour of a terminal that they begin, and
 * marks that turn the direction of writing.
 */
const CONTROLS = new RegExp(
  `(?![\\t-\\r\\u0085])\\p{Cc}(?:\\[[\\d;]*[A-Za-z])?|[${DIRECTION_MARKS}]`,
  'gu',
);

/** A translation without the control characters that its source does not have. */
const withoutNewControls = (source: string, translated: TranslatedUnit): TranslatedUnit => {
  if (translated.text.search(CONTROLS) < 0) return translated;
  return mapOwnText(translated, (text) =>
    text.replace(CONTROLS, (found) => (source.includes(found.charAt(0)) ? found : '')),
  );
};

/** A translation with the separators of one language or those of the source, and times that there are. */
const withSoundNumbers = (
  source: string,
  translated: TranslatedUnit,
  target: LanguageTag,
): TranslatedUnit => {
  const repair = (text: string): string => {
    const sound = withSoundSeparators(source, text);
    return baseOf(target) === 'en' ? withPossibleTimes(sound) : sound;
  };
  return repair(translated.text) === translated.text ? translated : mapOwnText(translated, repair);
};

/** What an engine translated, without what is certainly wrong in it; checks look at the rest. */
export const cleanTranslation = (
  source: string,
  translated: TranslatedUnit,
  target: LanguageTag,
): TranslatedUnit => withSoundNumbers(source, withoutNewControls(source, translated), target);
