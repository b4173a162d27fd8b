import { baseOf, type LanguageTag } from '@dragoman/contract';
import { type QuotationStyle, rowsOf, type StyleFamily } from './family.js';
import { QUOTES, type Quotes } from './quotes.js';

const PRIMARY_CURLY = 'use_double_curly_quotation_marks_for_primary_quotations';
const PRIMARY_STRAIGHT = 'use_double_straight_quotation_marks_for_primary_quotations';
const PRIMARY_GUILLEMETS = 'use_guillemets_for_primary_quotations';

const OPTIONS = [
  ...rowsOf('punctuation.quotation_mark', {
    use_curly_quotation_marks: { quotations: 'curly' },
    use_double_curly_quotation_marks: { quotations: 'curly' },
    use_straight_quotation_marks: { quotations: 'straight' },
    use_double_straight_quotation_marks: { quotations: 'straight' },
    use_guillemets: { quotations: 'guillemets' },
  }),
  ...rowsOf('punctuation.quotation_mark_and_apostrophe', {
    use_curly_quotation_marks_and_apostrophes: { quotations: 'curly', apostrophe: '’' },
    use_double_and_single_curly_quotation_marks_and_curly_apostrophes: {
      quotations: 'curly',
      apostrophe: '’',
    },
    use_straight_quotation_marks_and_apostrophes: { quotations: 'straight', apostrophe: "'" },
    use_double_and_single_straight_quotation_marks_and_straight_apostrophes: {
      quotations: 'straight',
      apostrophe: "'",
    },
    use_guillemets_and_curly_apostrophes: { quotations: 'guillemets', apostrophe: '’' },
    use_guillemets_and_straight_apostrophes: { quotations: 'guillemets', apostrophe: "'" },
  }),
  ...rowsOf('punctuation.quotation_style', {
    use_corner_brackets_for_primary_quotations_and_double_corner_brackets_for_secondary_quotations:
      { quotations: 'corner brackets' },
    [`${PRIMARY_CURLY}_and_single_curly_quotation_marks_for_secondary_quotations`]: {
      quotations: 'curly',
    },
    [`${PRIMARY_CURLY}_then_alternate_with_single_curly_quotation_marks_for_nested_quotations`]: {
      quotations: 'curly',
    },
    use_double_german_quotation_marks_for_primary_quotations_and_single_german_quotation_marks_for_secondary_quotations:
      { quotations: 'german' },
    [`${PRIMARY_STRAIGHT}_and_single_straight_quotation_marks_for_secondary_quotations`]: {
      quotations: 'straight',
    },
    [`${PRIMARY_STRAIGHT}_then_alternate_with_single_straight_quotation_marks_for_nested_quotations`]:
      { quotations: 'straight' },
    [`${PRIMARY_GUILLEMETS}_and_double_curly_quotation_marks_for_secondary_quotations`]: {
      quotations: 'guillemets',
    },
    [`${PRIMARY_GUILLEMETS}_and_double_straight_quotation_marks_for_secondary_quotations`]: {
      quotations: 'guillemets',
    },
    [`${PRIMARY_GUILLEMETS}_and_single_guillemets_for_secondary_quotations`]: {
      quotations: 'guillemets',
    },
    [`${PRIMARY_GUILLEMETS}_double_curly_quotation_marks_for_secondary_quotations_and_single_curly_quotation_marks_for_further_nested_quotations`]:
      { quotations: 'guillemets' },
    use_reversed_guillemets_for_primary_quotations_and_single_reversed_guillemets_for_secondary_quotations:
      { quotations: 'reversed guillemets' },
  }),
];

const MARKS = /["“”„«»「」]/g;
/** An opening and a closing mark that belong together. */
const PAIRS = new Set(['""', '“”', '„“', '„”', '””', '«»', '»«', '「」']);
const SPACE = /[ \u00a0\u202f]/;

/** The marks of a style; `inside` stands between them and the words. */
const marksOf = (style: QuotationStyle, language: LanguageTag): Quotes => {
  const usual = QUOTES[language] ?? QUOTES[baseOf(language)];
  switch (style) {
    case 'straight':
      return { open: '"', close: '"' };
    case 'curly':
      return usual && /[“”„]/.test(usual.open) ? usual : { open: '“', close: '”' };
    case 'german':
      return { open: '„', close: '“' };
    case 'guillemets':
      return { open: '«', close: '»', ...(baseOf(language) === 'fr' && { inside: '\u00a0' }) };
    case 'reversed guillemets':
      return { open: '»', close: '«' };
    case 'corner brackets':
      return { open: '「', close: '」' };
  }
};

/**
 * Quotations that are not nested. A text stays as it is where its marks are not all in pairs, such as
 * inches: it is not clear then which marks belong together.
 */
export const quotations: StyleFamily = {
  options: OPTIONS,
  edit(text, { quotations: style }, { language }) {
    if (style === undefined) return text;
    const found = [...text.matchAll(MARKS)];
    const pairs = Array.from({ length: Math.ceil(found.length / 2) }, (_, index) => ({
      open: found[2 * index],
      close: found[2 * index + 1],
    }));
    const { open, close, inside = '' } = marksOf(style, language);
    let result = '';
    let position = 0;
    for (const pair of pairs) {
      if (!pair.open || !pair.close || !PAIRS.has(pair.open[0] + pair.close[0])) return text;
      const quoted = text.slice(pair.open.index + 1, pair.close.index);
      // Guillemets have spaces inside in some languages; other marks do not.
      const hasSpaces = pair.open[0] === '«';
      const words = hasSpaces ? withoutSpaces(quoted) : quoted;
      if (words === '' || SPACE.test(words.at(0) ?? '') || SPACE.test(words.at(-1) ?? ''))
        return text;
      result += text.slice(position, pair.open.index) + open + inside + words + inside + close;
      position = pair.close.index + 1;
    }
    return result + text.slice(position);
  },
};

const withoutSpaces = (text: string): string =>
  text.replace(/^[ \u00a0\u202f]|[ \u00a0\u202f]$/g, '');
