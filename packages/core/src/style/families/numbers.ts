import { type NumberFormat, rowsOf, type StyleFamily, type StyleSettings } from './family.js';
import { readNumbers, readsAs, type WrittenNumber } from './number-readings.js';

const both = (format: NumberFormat): StyleSettings => ({
  shortNumbers: format,
  longNumbers: format,
});

const COMMA_AND_PERIOD: NumberFormat = { decimal: ',', group: '.' };
const COMMA_AND_SPACE: NumberFormat = { decimal: ',', group: '\u00a0' };
const PERIOD_AND_COMMA: NumberFormat = { decimal: '.', group: ',' };
const PERIOD_AND_SPACE: NumberFormat = { decimal: '.', group: '\u00a0' };

const ofLength = (name: 'shortNumbers' | 'longNumbers') => ({
  use_comma_as_decimal_separator_and_period_as_thousands_separator: { [name]: COMMA_AND_PERIOD },
  use_comma_as_decimal_separator_and_space_as_thousands_separator: { [name]: COMMA_AND_SPACE },
  use_period_as_decimal_separator_and_comma_as_thousands_separator: { [name]: PERIOD_AND_COMMA },
  use_period_as_decimal_separator_and_space_as_thousands_separator: { [name]: PERIOD_AND_SPACE },
});

const MAX_SHORT_DIGITS = 4;

/** Words before the number of a version, a section or a figure. */
const LABEL_WORD =
  /\b(?:version|release|section|chapter|figure|fig\.|table|abschnitt|kapitel|abbildung|abb\.|tabelle|sección|capítulo|figura|tabla|chapitre|tableau|sezione|capitolo|tabella|v\.?) ?$/iu;
/** A name within a sentence, such as `Python 3.12`; three capitals may be a currency. */
const NAME = /[^\s.!?:…\ue000-\uf8ff"“„«(] (?!\p{Lu}{3} )\p{Lu}[\p{L}\p{N}]* $/u;
/** Both are looked for in so much text: from its beginning, they would take a second for 100,000 characters. */
const MAX_LABEL_LENGTH = 80;

/**
 * Separators of numbers. A number is changed only where the text that was translated has the same
 * one: that says whether `1.234` is more than a thousand or little more than one. Digits without a
 * separator stay as they are, being years, numbers of houses and telephones.
 */
export const numbers: StyleFamily = {
  options: [
    ...rowsOf('numbers.decimal_separator', {
      use_comma_as_decimal_separator: both({ decimal: ',' }),
      use_period_as_decimal_separator: both({ decimal: '.' }),
      use_comma_and_do_not_use_thousands_separator: both({ decimal: ',', group: '' }),
      use_period_and_do_not_use_thousands_separator: both({ decimal: '.', group: '' }),
    }),
    ...rowsOf('numbers.thousands_separator', {
      do_not_use: both({ group: '' }),
      do_not_use_thousands_separator: both({ group: '' }),
      use_comma: both({ group: ',' }),
      use_comma_to_separate_large_numbers_into_units_of_three: both({ group: ',' }),
      use_period: both({ group: '.' }),
      use_period_as_thousands_separator: both({ group: '.' }),
      use_space: both({ group: '\u00a0' }),
      use_space_as_thousands_separator: both({ group: '\u00a0' }),
      use_space_to_separate_large_numbers_into_units_of_three: both({ group: '\u00a0' }),
      use_straight_apostrophe_as_thousands_separator: both({ group: "'" }),
    }),
    ...rowsOf('numbers.numbers_up_to_4_digits', ofLength('shortNumbers')),
    ...rowsOf('numbers.numbers_of_5_digits_or_more', ofLength('longNumbers')),
  ],
  edit(text, { shortNumbers, longNumbers }, { source, sourceLanguage }) {
    if (!shortNumbers && !longNumbers) return text;
    const known = new Set(readNumbers(source, sourceLanguage));
    if (known.size === 0) return text;
    let result = '';
    let position = 0;
    for (const number of readsAs(text, known)) {
      const before = text.slice(Math.max(0, number.start - MAX_LABEL_LENGTH), number.start);
      const isLabel = number.decimal === '.' && (LABEL_WORD.test(before) || NAME.test(before));
      const format = number.whole.length > MAX_SHORT_DIGITS ? longNumbers : shortNumbers;
      if (isLabel || !format) continue;
      result += text.slice(position, number.start) + writeNumber(number, format);
      position = number.end;
    }
    return result + text.slice(position);
  },
};

const writeNumber = (number: WrittenNumber, format: NumberFormat): string => {
  const { whole, fraction } = number;
  let decimal = format.decimal ?? number.decimal ?? '.';
  let group = format.group ?? number.group;
  // The one that was not asked for gives way.
  if (fraction !== undefined && group === decimal) {
    if (format.decimal === undefined) decimal = group === '.' ? ',' : '.';
    else group = decimal === '.' ? ',' : '.';
  }
  const grouped = group === undefined ? whole : inGroups(whole).join(group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
};

/** The digits of a whole number in groups of three, the first of one to three. */
const inGroups = (whole: string): readonly string[] => {
  const groups = [whole.slice(0, whole.length % 3 || 3)];
  for (let start = groups[0]?.length ?? 0; start < whole.length; start += 3) {
    groups.push(whole.slice(start, start + 3));
  }
  return groups;
};
