import * as z from 'zod';
import { oneOrMore, problem } from './parameters.js';
import { refuseCombinations, refuseContradictions, TRANSLATE_FIELDS } from './translate.js';

/** The longest sentence whose words can be clicked, in UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 1000;
/** The longest translation of a sentence, in UTF-16 code units. */
const MAX_TRANSLATION_LENGTH = 4000;
/** The longest words that can be required, in UTF-16 code units. */
const MAX_WORDS_LENGTH = 200;
/** Of a text whose terms are shown, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 20_000;
/** Entries of a glossary that one call changes. */
const MAX_CHANGES = 1000;

/**
 * The body of `POST /session/translate`: what is billed or steers language models is up to the
 * owners of keys. The server finds out the source for a single glossary.
 */
export const PAGE_TRANSLATE_BODY = TRANSLATE_FIELDS.omit({
  show_billed_characters: true,
  style_id: true,
  custom_instructions: true,
  translation_memory_id: true,
  translation_memory_threshold: true,
}).superRefine((sent, context) =>
  sent.glossary_id === undefined
    ? refuseCombinations(sent, context)
    : refuseContradictions(sent, context),
);

const sentence = TRANSLATE_FIELDS.extend({
  text: oneOrMore(z.string()).superRefine(([text, ...others], context) => {
    if (text === undefined) context.addIssue(problem('missing', () => ''));
    else if (others.length > 0 || text.length > MAX_SENTENCE_LENGTH) {
      const reason = `One sentence of at most ${MAX_SENTENCE_LENGTH} characters.`;
      context.addIssue(problem('too_big', () => reason));
    }
  }),
});

/** The body of `POST /session/wordings`: one sentence. */
export const SENTENCE_BODY = sentence.superRefine(refuseCombinations);

/** Dictionaries and terms are those of two languages. */
const sentenceOfLanguage = sentence.extend({
  source_lang: z.preprocess((code) => (code === '' ? undefined : code), z.string()),
});

const words = (mostCharacters: number) =>
  z
    .string()
    .max(mostCharacters)
    .refine((text) => text.trim() !== '', 'It is empty.');

/** The body of `POST /session/words` and `/session/words/model`: a word of a translation. */
export const CLICKED_WORD_BODY = sentenceOfLanguage
  .extend({
    translation: words(MAX_TRANSLATION_LENGTH),
    start: z.int().min(0),
    end: z.int().min(0),
  })
  .superRefine(refuseCombinations)
  .superRefine(({ translation, start, end }, context) => {
    const refuse = (parameter: string) =>
      context.addIssue(problem('custom', () => 'It is a place in the translation.', parameter));
    if (start > translation.length) refuse('start');
    if (end > translation.length || end <= start) refuse('end');
  });

/** The body of `POST /session/words/required`: a word of the sentence, and its translation. */
export const REQUIRED_WORD_BODY = sentenceOfLanguage
  .extend({ word: words(MAX_WORDS_LENGTH), required: words(MAX_WORDS_LENGTH) })
  .superRefine(refuseCombinations);

/** What `PATCH` changes of the entries of a dictionary, beside its languages. */
export const ENTRY_CHANGES = z.object({
  remove: z.array(z.string()).max(MAX_CHANGES).default([]),
  put: z
    .array(z.tuple([z.string(), z.string()], 'It must be a list of pairs of texts.'))
    .max(MAX_CHANGES)
    .default([]),
});

/** A text and its translation, in which the terms of a glossary are looked for. */
export const TERM_PLACES_BODY = z.object({
  text: z.string().max(MAX_TEXT_LENGTH),
  translation: z.string().max(MAX_TEXT_LENGTH),
});

/** The body of `POST /session/additions`. */
export const ADDITION_BODY = z.object({ language: z.string() });
