import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { mapOwnText, ownTextsOf } from '../protection/placed-spans.js';
import { type QuotationStyle, rowsOf, type StyleFamily } from './family.js';

/** The marks around a quotation, outer level, with the space that belongs inside them. */
interface Quotes {
  readonly open: string;
  readonly close: string;
  readonly inside?: string;
}

const quotes = (marks: string, inside?: string): Quotes => ({
  open: marks.slice(0, 1),
  close: marks.slice(1, 2),
  ...(inside !== undefined && { inside }),
});

/**
 * The outer quotation marks by language, after Unicode CLDR (`quotationStart`, `quotationEnd`).
 * Languages where usage is divided are left out and keep the source's marks.
 */
const QUOTES: Readonly<Record<LanguageTag, Quotes>> = {
  bg: quotes('„“'),
  ca: quotes('«»'),
  cs: quotes('„“'),
  de: quotes('„“'),
  'de-CH': quotes('«»'),
  el: quotes('«»'),
  en: quotes('“”'),
  es: quotes('«»'),
  et: quotes('„“'),
  fi: quotes('””'),
  fr: quotes('«»', '\u00a0'),
  hr: quotes('„“'),
  hu: quotes('„”'),
  is: quotes('„“'),
  it: quotes('«»'),
  ja: quotes('「」'),
  ko: quotes('“”'),
  lt: quotes('„“'),
  nb: quotes('«»'),
  nn: quotes('«»'),
  oc: quotes('«»'),
  pl: quotes('„”'),
  'pt-PT': quotes('«»'),
  'pt-BR': quotes('“”'),
  ro: quotes('„”'),
  ru: quotes('«»'),
  sk: quotes('„“'),
  sl: quotes('„“'),
  sv: quotes('””'),
  tr: quotes('“”'),
  uk: quotes('«»'),
  zh: quotes('“”'),
  'zh-Hant': quotes('「」'),
};

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

const TYPOGRAPHIC_MARK = /[“”„«»「」]/;
const TYPOGRAPHIC_MARKS = /[“”„«»「」]/g;
/** How texts set their quotations off, whatever their language. */
const STYLES = ['“”', '„“', '„”', '«»', '»«', '””', '「」'];
const WITH_SPACES = /([ \u00a0\u202f]?)[“”„«»「」]([ \u00a0\u202f]?)/g;

/** A quotation in straight marks, as it stands between words. */
const STRAIGHT = /(?<=^|[\s([—–-])"(?=\S)([^"]*[^\s"])"(?=$|[\s.,;:!?…)\]—–-])/gu;

/**
 * Gives quotations the marks of the target language, where the source has typographic double ones
 * in pairs, one after the other, and the translation has as many in pairs as well; where that is not
 * so for a whole text, then for those of its sentences that have theirs in pairs. A text whose source
 * has straight marks only has no others either. What cannot be told for sure stays, and so does what
 * came back as it was.
 *
 * @param units the sentences of a text, in order: a quotation may go over several
 * @param translated their translations
 */
export const localiseQuotes = (
  units: readonly TranslationUnit[],
  translated: readonly TranslatedUnit[],
  target: LanguageTag,
): readonly TranslatedUnit[] => {
  const wanted = QUOTES[target] ?? QUOTES[baseOf(target)];
  if (!wanted) return translated;
  if (!units.some(({ text }) => TYPOGRAPHIC_MARK.test(text))) {
    const isStraight = units.some(({ text }) => text.includes('"'));
    return isStraight ? markBySentence(units, translated, STRAIGHT_MARKS) : translated;
  }
  const isUnchanged = ({ text }: TranslationUnit, index: number): boolean =>
    translated[index] === undefined || translated[index].text === text;
  if (units.every(isUnchanged)) return translated;
  const count = pairedMarks(units.map(({ text }) => text));
  const isSure =
    !units.some(hasProtectedMarks) &&
    count !== undefined &&
    pairedMarks(translated.flatMap(ownTextsOf)) === count;
  return isSure
    ? markBySentence(units, inPairs(translated, wanted), wanted, { isTypographicDone: true })
    : markBySentence(units, translated, wanted);
};

/** The first mark of a sentence is at the beginning of a word: no quotation goes on from before. */
const OPENS_FIRST = /^[^“”„«»「」]*(?<=^|[\s([—–>-])[“”„«»「」](?=[\s\p{L}\p{N}¿¡(<{'’])/u;

const STRAIGHT_MARKS: Quotes = { open: '"', close: '"' };

const hasProtectedMarks = ({ text, protectedSpans }: TranslationUnit): boolean =>
  protectedSpans.some(({ start, end }) => /[“”„«»「」"]/.test(text.slice(start, end)));

/** Typographic marks that are known to open and close in turns. */
const inPairs = (texts: readonly TranslatedUnit[], { open, close, inside = '' }: Quotes) => {
  let isOpen = false;
  const localise = (text: string): string =>
    text.replace(WITH_SPACES, (_, before: string, after: string) => {
      isOpen = !isOpen;
      // The space on the inner side belongs to the marks; the one on the outer side does not.
      return isOpen ? before + open + inside : inside + close + after;
    });
  return texts.map((text) => mapOwnText(text, localise));
};

/** The same for sentences that have pairs of their own: typographic ones, or straight ones between words. */
const markBySentence = (
  units: readonly TranslationUnit[],
  translated: readonly TranslatedUnit[],
  wanted: Quotes,
  { isTypographicDone = false } = {},
): readonly TranslatedUnit[] =>
  translated.map((text, index) => {
    const unit = units[index];
    const isSame = unit === undefined || text.text === unit.text;
    if (isSame || !hasQuotes(unit.text) || hasProtectedMarks(unit)) return text;
    const isPaired =
      !isTypographicDone && OPENS_FIRST.test(text.text) && (pairedMarks(ownTextsOf(text)) ?? 0) > 0;
    const [typographic = text] = isPaired ? inPairs([text], wanted) : [text];
    if (wanted.open === '"') return typographic;
    const { open, close, inside = '' } = wanted;
    return mapOwnText(typographic, (part) =>
      part.replace(STRAIGHT, (_, quoted: string) => open + inside + quoted + inside + close),
    );
  });

const hasQuotes = (text: string): boolean => TYPOGRAPHIC_MARK.test(text) || text.includes('"');

/** How many marks there are, if they are pairs of one style and not nested. */
const pairedMarks = (texts: readonly string[]): number | undefined => {
  const marks = texts.flatMap((text) => text.match(TYPOGRAPHIC_MARKS) ?? []).join('');
  if (marks.length % 2 === 1) return undefined;
  return STYLES.some((style) => style.repeat(marks.length / 2) === marks)
    ? marks.length
    : undefined;
};
