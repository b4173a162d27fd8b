/** What a model is told about a translation that was refused, by the name of the defect. */
const PROBLEMS: Readonly<Record<string, string>> = {
  blank: 'The translation was empty.',
  lost_span: 'A mark was missing, was there twice, or was changed.',
  added_text:
    'The translation had something that the text does not say: an introduction, an apology, a note or formatting.',
  repeated_source: 'The translation repeated the original text.',
  language: 'The translation was not in the language asked for.',
  no_words:
    'The text has words, but the translation had none. Translate the text, do not answer it.',
  repetition: 'The translation repeated the same words over and over.',
  length:
    'The translation was much too short or much too long for the text. Translate the text, do not answer it.',
  negation: 'The text negates something, but the translation did not, or the other way round.',
  numbers: 'A number was missing or changed.',
  symbols: 'The translation had symbols that the text does not have.',
  brackets: 'A bracket was missing or added.',
  quotes: 'A quotation mark was missing or added.',
  copied: 'The text came back untranslated.',
  names: 'A name was spelled differently than in the text.',
};

/** A sentence about a defect, for a model that is asked again. */
export const describeProblem = (defect: string): string =>
  PROBLEMS[defect] ?? 'The translation was not a faithful translation of the text.';
