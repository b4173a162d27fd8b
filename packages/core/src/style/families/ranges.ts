import { rowsOf, type StyleFamily } from './family.js';

/** Two small numbers, or two years. Longer ones may be a telephone number, more than two a date. */
const RANGE =
  /(?<![\p{L}\p{N}]|[-–/.,:] ?)(\d{1,3}|\d{4})( ?)[-–]\2(\d{1,3}|\d{4})(?! ?[-–/=+:]|[.,]?\d|\p{L})/gu;

const RULE = {
  use_en_dash_with_spaces: { range: ' – ' },
  use_en_dash_without_spaces: { range: '–' },
  use_en_dash_without_space_on_either_side: { range: '–' },
  use_hyphen: { range: '-' },
  use_hyphen_with_spaces: { range: ' - ' },
  use_hyphen_with_space_on_either_side: { range: ' - ' },
  use_hyphen_without_spaces: { range: '-' },
  use_hyphen_without_space_on_either_side: { range: '-' },
} as const;

/** Ranges of numbers whose first number is the smaller one. */
export const ranges: StyleFamily = {
  options: rowsOf('punctuation.range_indicator', RULE),
  edit: (text, { range }) =>
    range === undefined
      ? text
      : text.replace(RANGE, (found, from: string, _space, to: string) =>
          Number(from) < Number(to) && (from.length === 4) === (to.length === 4)
            ? from + range + to
            : found,
        ),
};
