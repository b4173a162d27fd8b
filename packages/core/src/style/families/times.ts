import { rowsOf, type StyleFamily, type StyleSettings } from './family.js';

const TIME =
  /(?<![\p{L}\p{N}:.,/])([01]?\d|2[0-4])(?::|[ \u00a0\u202f]?h[ \u00a0\u202f]?)([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d)/gu;
const MERIDIEM =
  /(?<![\p{L}\p{N}:.,/])(1[0-2]|0?[1-9])(?::([0-5]\d))?[ \u00a0\u202f]?([ap])(\.?) ?m(\.?)(?![\p{L}\p{N}])/giu;
/** What follows the end of a sentence. */
const SENTENCE_END = /^(?:["”»)\]]|$|\s+\p{Lu})/u;

/** Times of day. */
export const times: StyleFamily = {
  options: [
    ...rowsOf('dates_and_times.hours_minutes_separator', {
      use_colon_without_spaces: { hoursMinutes: ':' },
      use_letter_h_without_spaces: { hoursMinutes: 'h' },
      use_letter_h_with_regular_space_on_either_side: { hoursMinutes: ' h ' },
    }),
    ...rowsOf(
      'dates_and_times.time_format',
      {
        use_24_hour_clock: { clock: '24 hours' },
        use_24_hour_clock_with_colon_as_separator: { clock: '24 hours' },
        use_12_hour_clock_and_lowercase_am_or_pm_with_periods: { meridiem: 'a.m.' },
        use_12_hour_clock_and_lowercase_am_or_pm_without_periods: { meridiem: 'am' },
        use_12_hour_clock_and_uppercase_am_or_pm_with_periods: { meridiem: 'A.M.' },
        use_12_hour_clock_and_uppercase_am_or_pm_without_periods: { meridiem: 'AM' },
      },
      ['en'],
    ),
  ],
  edit(text, settings) {
    const { hoursMinutes, clock, meridiem } = settings;
    const edited = hoursMinutes === undefined ? text : text.replace(TIME, `$1${hoursMinutes}$2`);
    return clock === undefined && meridiem === undefined
      ? edited
      : writeMeridiems(edited, settings);
  },
};

/** Writes English times of twelve hours in another way. */
const writeMeridiems = (
  text: string,
  { clock, meridiem }: Pick<StyleSettings, 'clock' | 'meridiem'>,
): string =>
  text.replace(MERIDIEM, (found, ...groups: unknown[]) => {
    const [hour, minutes, half, inner, final] = groups as (string | undefined)[];
    const index = groups.find((group) => typeof group === 'number') ?? 0;
    const rest = text.slice(index + found.length);
    // The last period of `5 p.m.` may end the sentence as well.
    const endsSentence = final === '.' && (inner === '' || SENTENCE_END.test(rest));
    const isAfternoon = half?.toLowerCase() === 'p';
    if (clock !== undefined) {
      const hours = (Number(hour) % 12) + (isAfternoon ? 12 : 0);
      return `${hours}:${minutes ?? '00'}${endsSentence ? '.' : ''}`;
    }
    const written = isAfternoon
      ? meridiem?.replace(/a/i, (a) => (a === 'a' ? 'p' : 'P'))
      : meridiem;
    const time = `${hour}${minutes === undefined ? '' : `:${minutes}`} ${written}`;
    return endsSentence && !time.endsWith('.') ? `${time}.` : time;
  });

/** An English text with its times of day in 24 hours: `15:00` for `3 pm`. */
export const in24Hours = (text: string): string => writeMeridiems(text, { clock: '24 hours' });

/** Before and after our era, in English. */
export const eras: StyleFamily = {
  options: rowsOf(
    'dates_and_times.calendar_era',
    {
      use_bc_and_ad: { era: 'BC and AD' },
      use_bce_and_ce: { era: 'BCE and CE' },
    },
    ['en'],
  ),
  edit(text, { era }) {
    if (era === undefined) return text;
    return era === 'BC and AD'
      ? text
          .replace(/(?<=\d )BCE(?![\p{L}\p{N}])/gu, 'BC')
          .replace(/(?<![\p{L}\p{N}.,])(\d+) CE(?![\p{L}\p{N}])/gu, 'AD $1')
      : text
          .replace(/(?<=\d )BC(?![\p{L}\p{N}])/gu, 'BCE')
          .replace(/(?<![\p{L}\p{N}])AD (\d+)(?![\p{L}\p{N}]|[.,]\d)/gu, '$1 CE')
          .replace(/(?<=\d )AD(?![\p{L}\p{N}])(?! \d)/gu, 'CE');
  },
};
