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
