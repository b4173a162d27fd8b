import { rowsOf, type StyleFamily } from './family.js';

const PERCENT = /(?<=\d)[ \u00a0\u202f]?%(?![\p{L}\p{N}])/gu;
/** Units that are no words and no other abbreviations. */
const UNIT =
  /(?<=\d)[ \u00a0\u202f]?(km\/h|km|cm|mm|kg|mg|ml|kB|MB|GB|TB|kW|MW|kWh|MWh|Hz|kHz|MHz|GHz|°C|°F)(?![\p{L}\p{N}])/gu;
/** Not `0x20`, which is a number of programs. */
const DIMENSIONS = /(?<![\p{L}\p{N}.,])(?!0+[x×])\d+(?: ?[x×] ?\d+)+/gu;
const BETWEEN_DIMENSIONS = / ?[x×] ?/g;

/** Signs and units after numbers. */
export const spacing: StyleFamily = {
  options: [
    ...rowsOf('numbers.percentage_format', {
      use_numerals_followed_by_percent_symbol: { percentSpace: '' },
      use_arabic_numerals_followed_by_percent_symbol_without_space: { percentSpace: '' },
      use_numerals_followed_by_space_then_percent_symbol: { percentSpace: '\u00a0' },
      use_numerals_followed_by_space_then_half_width_percent_symbol: { percentSpace: '\u00a0' },
    }),
    ...rowsOf('numbers.units_of_measure_spacing', {
      do_not_use_space_between_numeral_and_unit_of_measure: { unitSpace: '' },
      use_space_between_numeral_and_unit_of_measure: { unitSpace: '\u00a0' },
    }),
    ...rowsOf('formatting.space_between_arabic_numerals_and_unit', {
      do_not_use: { unitSpace: '' },
    }),
    ...rowsOf('numbers.dimensions_separator', {
      use_x_between_dimensions_with_space_on_either_side: { dimensions: ' x ' },
      use_x_between_dimensions_without_space_on_either_side: { dimensions: 'x' },
      use_multiplication_sign_between_dimensions_with_space_on_either_side: { dimensions: ' × ' },
      use_multiplication_sign_between_dimensions_without_space_on_either_side: {
        dimensions: '×',
      },
    }),
  ],
  edit(text, { percentSpace, unitSpace, dimensions }) {
    let edited = text;
    if (percentSpace !== undefined) edited = edited.replace(PERCENT, `${percentSpace}%`);
    if (unitSpace !== undefined) edited = edited.replace(UNIT, `${unitSpace}$1`);
    if (dimensions !== undefined) {
      edited = edited.replace(DIMENSIONS, (found) => found.replace(BETWEEN_DIMENSIONS, dimensions));
    }
    return edited;
  },
};
