import { rowsOf, type StyleFamily } from './family.js';

/** Two letters with an apostrophe between them: `don't`, `l'eau`. */
const BETWEEN_LETTERS = /(?<=\p{L})['’](?=\p{L})/gu;
/** After a letter, with anything after it; it may also end a quotation. */
const AFTER_LETTER = /(?<=\p{L})['’]/gu;
/** A sign that may begin a quotation in single marks. */
const MAY_OPEN = /[‘‚‹]|(?<!\p{L})['’]/u;

export const apostrophes: StyleFamily = {
  options: rowsOf('punctuation.apostrophe', {
    use_curly_apostrophes: { apostrophe: '’' },
    use_straight_apostrophes: { apostrophe: "'" },
  }),
  edit: (text, { apostrophe }) =>
    apostrophe === undefined
      ? text
      : text.replace(MAY_OPEN.test(text) ? BETWEEN_LETTERS : AFTER_LETTER, apostrophe),
};

const ELLIPSIS = /(?<![.…·])(?:\.{3}|\.{6}|…{1,3}|\. \. \.(?! \.)|·{3}|·{6})(?![.…·])/g;

export const ellipses: StyleFamily = {
  options: rowsOf('punctuation.ellipsis', {
    use_ellipsis_character: { ellipsis: '…' },
    use_one_ellipsis_character: { ellipsis: '…' },
    use_two_ellipsis_characters: { ellipsis: '……' },
    use_three_ellipsis_characters: { ellipsis: '………' },
    use_three_periods: { ellipsis: '...' },
    use_three_periods_without_spaces: { ellipsis: '...' },
    use_three_dots_at_the_bottom: { ellipsis: '...' },
    use_six_dots_at_the_bottom: { ellipsis: '......' },
    use_three_spaced_periods: { ellipsis: '. . .' },
    use_three_dots_in_the_center: { ellipsis: '···' },
    use_six_dots_in_the_center: { ellipsis: '······' },
  }),
  edit: (text, { ellipsis }) => (ellipsis === undefined ? text : text.replace(ELLIPSIS, ellipsis)),
};

const VOWELS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** German without the letters that other keyboards lack. */
export const germanSpelling: StyleFamily = {
  options: [
    ...rowsOf('spelling_and_grammar.eszett', { replace_eszett_with_ss: { eszett: 'ss' } }, ['de']),
    ...rowsOf(
      'spelling_and_grammar.umlauts',
      { replace_umlauts_with_ae_oe_ue: { umlauts: 'ae' } },
      ['de'],
    ),
  ],
  edit(text, { eszett, umlauts }) {
    const written = (letters: string, at: number): string => {
      const neighbours = [text[at - 1] ?? '', text[at + 1] ?? ''].filter((one) =>
        /\p{L}/u.test(one),
      );
      const isAllCapitals = neighbours.length > 0 && neighbours.every((one) => /\p{Lu}/u.test(one));
      return isAllCapitals ? letters.toUpperCase() : letters;
    };
    return text.replace(/[äöüÄÖÜßẞ]/g, (letter, at: number) => {
      const lower = letter.toLowerCase();
      if (lower === 'ß') return eszett === undefined ? letter : written('ss', at);
      const vowels = VOWELS[lower];
      if (umlauts === undefined || vowels === undefined) return letter;
      if (letter === lower) return vowels;
      return written(vowels[0]?.toUpperCase() + vowels.slice(1), at);
    });
  },
};
