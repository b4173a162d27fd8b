import { baseOf, type LanguagePair } from '@dragoman/contract';
import { timesOf12Hours } from '../times-of-day.js';
import { takeFrom } from './compare-numbers.js';

/** How languages with a clock of 24 hours say that one of twelve is meant, and which half of it. */
const SAYS_HALF: Readonly<Record<string, RegExp>> = {
  de: /nachmittag|(?<!\p{L})(?:abends?|mittags?|nachts?)(?!\p{L})/iu,
  es: /(?:de|por|en) la (?:tarde|noche)|p\.? ?m\b/iu,
  fr: /(?<!\p{L})(?:midi|soir|nuit)(?!\p{L})/iu,
  it: /pomeriggio|(?<!\p{L})(?:sera|notte)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:(?:na)?middags?|avonds?|nachts?)(?!\p{L})/iu,
  pl: /po południu|wiecz[oó]r|w nocy/iu,
  pt: /(?:da|de|à) (?:tarde|noite)/iu,
  ru: /(?<!\p{L})(?:дня|вечер(?:а|ом)|ноч(?:и|ью)|пополудни)(?!\p{L})/iu,
};

/**
 * Whether what an English text says is after noon is so in its translation: `3 pm` is `15 Uhr` or
 * `drei Uhr nachmittags`, but not `3 Uhr`. Other languages are not looked at.
 */
export const keepsAfternoons = (
  source: string,
  translated: string,
  { source: from, target: to }: LanguagePair,
): boolean => {
  const saysHalf = baseOf(from) === 'en' ? SAYS_HALF[baseOf(to)] : undefined;
  if (!saysHalf) return true;
  // Noon is 12 in both clocks.
  const hours = timesOf12Hours(source)
    .map(({ hourOf24 }) => hourOf24)
    .filter((hour) => hour > 12);
  if (hours.length === 0 || saysHalf.test(translated)) return true;
  const numbers = numbersOf(translated);
  // Those that the source has, too, such as the day of a date, say no hour.
  for (const number of numbersOf(source)) takeFrom(numbers, number);
  return hours.every((hour) => numbers.includes(hour));
};

const numbersOf = (text: string): number[] => text.match(/\p{Nd}+/gu)?.map(Number) ?? [];
