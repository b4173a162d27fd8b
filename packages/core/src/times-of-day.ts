/** An English time of twelve hours, such as `3 pm` or `11:30 p.m.`. */
interface TimeOfDay {
  /** As it is written, from 1 to 12. */
  readonly hour: string;
  readonly minutes: string | undefined;
  readonly isAfternoon: boolean;
  /** From 0 to 23. */
  readonly hourOf24: number;
  /** Whether its last period ends the sentence as well. */
  readonly endsSentence: boolean;
  /** Where it stands in the text, without a period that ends the sentence. */
  readonly start: number;
  readonly end: number;
}

const TIME_OF_DAY =
  /(?<![\p{L}\p{N}:.,/])(1[0-2]|0?[1-9])(?::([0-5]\d))?[ \u00a0\u202f]?([ap])(\.?)[ \u00a0\u202f]?m(\.?)(?![\p{L}\p{N}])/giu;
/** What follows the end of a sentence. */
const SENTENCE_END = /^(?:["”»)\]]|$|\s+\p{Lu})/u;

const readTime = (match: RegExpExecArray): TimeOfDay => {
  const [found, hour = '', minutes, half, inner, final] = match;
  const isAfternoon = half?.toLowerCase() === 'p';
  const foundEnd = match.index + found.length;
  const rest = match.input.slice(foundEnd);
  const endsSentence = final === '.' && (inner === '' || SENTENCE_END.test(rest));
  return {
    hour,
    minutes,
    isAfternoon,
    hourOf24: (Number(hour) % 12) + (isAfternoon ? 12 : 0),
    endsSentence,
    start: match.index,
    end: endsSentence ? foundEnd - 1 : foundEnd,
  };
};

/** The times of twelve hours in an English text, in order. */
export const timesOf12Hours = (text: string): readonly TimeOfDay[] =>
  Array.from(text.matchAll(TIME_OF_DAY), readTime);

/** Writes the times of an English text in another way. A period that ends a sentence stays. */
export const rewriteTimes = (text: string, write: (time: TimeOfDay) => string): string => {
  let rewritten = '';
  let position = 0;
  for (const time of timesOf12Hours(text)) {
    const written = write(time);
    rewritten += text.slice(position, time.start) + written;
    position = time.endsSentence && written.endsWith('.') ? time.end + 1 : time.end;
  }
  return rewritten + text.slice(position);
};

/** `15:00` for `3 pm`. */
export const in24Hours = ({ hourOf24, minutes = '00' }: TimeOfDay): string =>
  `${hourOf24}:${minutes}`;

const MIXED_TIME =
  /(?<![\p{L}\p{N}:.,/])(?:(\d{1,2})( ?[-–] ?))?(1[3-9]|2[0-3])(:[0-5]\d)?[ \u00a0\u202f]?[AaPp]\.? ?[Mm](?:\.(?!\s*$|\s+\p{Lu}))?(?![\p{L}\p{N}])/gu;

/**
 * English with no time that no clock shows: `15:00` for `15 pm`, which models write where the source has
 * 24 hours.
 */
export const withPossibleTimes = (text: string): string =>
  text.replace(
    MIXED_TIME,
    (_time, from?: string, dash?: string, hour?: string, minutes = ':00') =>
      `${from === undefined ? '' : `${from}:00${dash}`}${hour}${minutes}`,
  );

/** A time of 24 hours where those are written: `9 h`, `9 Uhr`, `9:30`, `9.30 uur`, `ore 9`. */
const TIME_OF_24 =
  /(?<![\d.,:])(?:[01]?\d|2[0-3])(?::[0-5]\d|(?:\.[0-5]\d)?[ \u00a0\u202f]?(?:h|Uhr|uur)(?:[ \u00a0\u202f]?[0-5]\d)?)(?![\p{L}\d])|(?:ore|godz\.|godzin[iy]e?) \d/u;
/** With one of these, a small hour is one of the afternoon: `9 Uhr abends`. */
const LATE =
  /abend|nachm|mittag|nacht|soir|après-midi|nuit|(?:di |della |sta)sera|pomeriggio|notte|avond|middag|wiecz|po poł|popoł|noc|вечер|дня|ноч/iu;
/** Their writers count 24 hours, also without minutes. */
const WITH_24_HOURS = new Set(['de', 'fr', 'it', 'nl', 'pl', 'ru']);
/** Smaller ones are often said of the afternoon, where everybody knows: coffee is at 4. */
const SURE_HOURS = { first: 7, last: 11 };

/**
 * The hours of a source of 24 hours that are before noon for certain, and 12 where it is noon; undefined where
 * nothing is certain.
 */
export const morningHoursOf = (
  source: string,
  language: string,
): ReadonlySet<number> | undefined => {
  if (!WITH_24_HOURS.has(language) || !TIME_OF_24.test(source) || LATE.test(source))
    return undefined;
  const numbers = new Set((source.match(/\d+/g) ?? []).map(Number));
  const hours = [...numbers].filter(
    (hour) => hour >= SURE_HOURS.first && hour <= SURE_HOURS.last && !numbers.has(hour + 12),
  );
  const isNoon = numbers.has(12) && !numbers.has(0) && !numbers.has(24);
  return new Set(isNoon ? [...hours, 12] : hours);
};

const OTHER_HALF: Readonly<Record<string, string>> = { a: 'p', p: 'a', A: 'P', P: 'A' };

/**
 * English whose hours before noon are those of its source: `9 am` for a `9 pm` that was `9 h`, and `12 pm` for a
 * `12 am` that was `12 h`.
 *
 * @param morning see {@link morningHoursOf}
 */
export const withMorningHours = (text: string, morning: ReadonlySet<number>): string =>
  rewriteTimes(text, (time) => {
    const written = text.slice(time.start, time.end);
    if (!morning.has(Number(time.hour))) return written;
    const isNoon = Number(time.hour) === 12;
    if (time.isAfternoon === isNoon) return written;
    return written.replace(/[ap](?=\.?\s?m)/i, (half) => OTHER_HALF[half] ?? half);
  });
