import { FORMALITY_OPTIONS, FORMALITY_RULE, STYLE_OPTIONS, type StyleOption } from '@dragoman/core';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `Which rules of [style rules](../guide/using/style-rules.md) take effect, and where. Whatever engine translates,
the program applies the rules of the first table itself: not in placeholders, tags, addresses and code,
and not where the text does not say clearly what is meant.`;

const OTHERS = `Every other rule, and every other option of these rules, is given to an engine that follows instructions,
as are all custom instructions. If none is installed for the pair of languages, a translation with the style rule is refused with a 400 that names
the rule. \`GET /v3/languages\` shows which targets have such an engine: they have the feature \`custom_instructions\`.`;

/** What each rule does, and where it does nothing because that would be a guess. */
const EFFECTS: Readonly<Record<string, string>> = {
  'punctuation.quotation_mark':
    'Quotations in double marks, in pairs and not nested. Curly ones are those of the language.',
  'punctuation.quotation_mark_and_apostrophe':
    'Quotations in double marks, in pairs and not nested; apostrophes after letters.',
  'punctuation.quotation_style':
    'Quotations in double marks, in pairs. A text with quotations in quotations stays as it is.',
  'punctuation.apostrophe':
    'Apostrophes after letters; between letters only, where single quotation marks may be meant.',
  'punctuation.ellipsis': 'Three points, in whatever way they are written.',
  'punctuation.range_indicator':
    'Ranges of two numbers of up to three digits, or of two years. The first number is the smaller one.',
  'numbers.decimal_separator':
    'Numbers with a separator that have the same value as one in the source. Not after the name of a product or a word such as *version*.',
  'numbers.thousands_separator':
    'Numbers with a separator that have the same value as one in the source. Digits without a separator stay as they are.',
  'numbers.numbers_up_to_4_digits':
    'As above, for numbers with up to four digits before the decimal separator.',
  'numbers.numbers_of_5_digits_or_more': 'As above, for all other numbers.',
  'numbers.percentage_format': 'The space before a percent sign after a number.',
  'numbers.units_of_measure_spacing':
    'The space before units that are no words, such as km, kg, GB and °C.',
  'formatting.space_between_arabic_numerals_and_unit':
    'The space before units that are no words, such as km, kg, GB and °C.',
  'numbers.dimensions_separator': 'Between numbers only.',
  'dates_and_times.calendar_era': 'Next to numbers.',
  'dates_and_times.hours_minutes_separator': 'Times of hours and minutes.',
  'dates_and_times.time_format': 'Times with *am* or *pm*. Times without them stay as they are.',
  'spelling_and_grammar.eszett': 'All words.',
  'spelling_and_grammar.umlauts': 'All words.',
};

const rowOf = (rule: string, options: readonly StyleOption[]): readonly string[] => [
  code(rule),
  options.map(({ option }) => code(option)).join('<br>'),
  options[0]?.languages?.join(', ') ?? 'all',
  EFFECTS[rule] ?? '',
];

/** The page about the rules of styles, from the table of what the program applies. */
export const styleRulesPage = (): string => {
  const rules = [...new Set(STYLE_OPTIONS.map(({ rule }) => rule))];
  const headings = ['Rule', 'Options', 'Languages', 'What is changed'];
  const formality = Object.entries(FORMALITY_OPTIONS).map(([option, value]) => [
    code(option),
    code(value),
  ]);
  return [
    pageHead('Style rules', INTRODUCTION),
    `## Applied by the program\n\n${table(
      headings,
      rules.map((name) =>
        rowOf(
          name,
          STYLE_OPTIONS.filter(({ rule }) => rule === name),
        ),
      ),
    )}`,
    `## Applied by an engine that can choose the formality\n\n${code(FORMALITY_RULE)} is the same as the parameter \`formality\`, which has priority over it.\n\n${table(
      ['Option', '`formality`'],
      formality,
    )}`,
    `## Given to an engine that follows instructions\n\n${OTHERS}\n`,
  ].join('\n');
};
