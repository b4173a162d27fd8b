/** What a model is told about an answer that was refused, by the name of the defect. */
const PROBLEMS: Readonly<Record<string, string>> = {
  blank: 'The answer was empty.',
  lost_span: 'A mark was missing, was there twice, or was changed.',
  added_text:
    'The answer had something that the text does not say: an introduction, an apology, a note or formatting.',
  repeated_source: 'The answer repeated the original text.',
  language: 'The answer was not in the language asked for.',
  no_words:
    'The text has words, but the translation had none. Translate the text, do not answer it.',
  unrelated: 'The answer said something else than the text. Do not reply to the text.',
  repetition: 'The answer repeated the same words over and over.',
  length: 'The answer was much too short or much too long for the text. Do not reply to the text.',
  negation: 'The text negates something, but the answer did not, or the other way round.',
  numbers: 'A number was missing or changed.',
  symbols: 'The answer had symbols that the text does not have.',
  brackets: 'A bracket was missing or added.',
  quotes: 'A quotation mark was missing or added.',
  copied: 'The text came back untranslated.',
  names: 'A name was spelled differently than in the text.',
};

/** A sentence about a defect, for a model that is asked again. */
export const describeProblem = (defect: string): string =>
  PROBLEMS[defect] ?? 'The answer did not say what the text says.';
