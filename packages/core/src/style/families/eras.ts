import { rowsOf, type StyleFamily } from './family.js';

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
