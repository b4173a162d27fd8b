import { in24Hours, rewriteTimes } from '../../times-of-day.js';
import { rowsOf, type StyleFamily } from './family.js';

const TIME =
  /(?<![\p{L}\p{N}:.,/])([01]?\d|2[0-4])(?::|[ \u00a0\u202f]?h[ \u00a0\u202f]?)([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d)/gu;
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
  edit(text, { hoursMinutes, clock, meridiem }) {
    const edited = hoursMinutes === undefined ? text : text.replace(TIME, `$1${hoursMinutes}$2`);
    if (clock !== undefined) return rewriteTimes(edited, in24Hours);
    if (meridiem === undefined) return edited;
    return rewriteTimes(edited, ({ hour, minutes, isAfternoon }) => {
      const half = isAfternoon ? meridiem.replace(/a/i, (a) => (a === 'a' ? 'p' : 'P')) : meridiem;
      return `${hour}${minutes === undefined ? '' : `:${minutes}`} ${half}`;
    });
  },
};

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
