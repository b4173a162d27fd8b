import * as z from 'zod';
import { problem, texts } from './parameters.js';
import {
  refuseCombinations,
  refuseContradictions,
  TRANSLATE_FIELDS,
  type WireTranslation,
} from './translate.js';

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
  text: texts('One sentence.').superRefine(([text = '', ...others], context) => {
    if (others.length === 0 && text.length <= MAX_SENTENCE_LENGTH) return;
    const reason = `One sentence of at most ${MAX_SENTENCE_LENGTH} characters.`;
    context.addIssue(problem('too_big', () => reason));
  }),
});

/** The body of `POST /session/alternatives`: one sentence. */
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
      context.addIssue(
        problem('custom', () => 'It must be a place in the translation.', parameter),
      );
    if (start > translation.length) refuse('start');
    if (end > translation.length || end <= start) refuse('end');
  });

/** The body of `POST /session/words/required`: a word of the sentence, and its translation. */
export const REQUIRED_WORD_BODY = sentenceOfLanguage
  .extend({ word: words(MAX_WORDS_LENGTH), required: words(MAX_WORDS_LENGTH) })
  .superRefine(refuseCombinations);

/** What `PATCH` changes of the entries of a dictionary, beside its languages. */
export const PATCH_ENTRIES_BODY = z.object({
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
export const ADD_LANGUAGE_BODY = z.object({ language: z.string() });

/** A language in the answers to the page. */
export interface PageLanguage {
  /** Upper-case wire code. */
  readonly language: string;
  readonly name: string;
  /** Only a small starter model supports it. */
  readonly starter?: boolean;
  /** Rules and dictionaries translate it; with a source, for this source. */
  readonly rule_based?: boolean;
  /** The measured quality for this source is low. */
  readonly low_quality?: boolean;
  /** With a source: the kinds of model that there are for it. */
  readonly model_types?: readonly ModelType[];
}

/** The kinds of model that the page can request. */
type ModelType = NonNullable<WireTranslation['model_type_used']>;

/** The answer to `GET /session/start`. */
export interface PageLanguages {
  readonly source: readonly PageLanguage[];
  readonly target: readonly PageLanguage[];
}

/** A translation in the answer to the page. */
export interface PageTranslation extends WireTranslation {
  /**
   * Which sentence became which: start and end of a sentence of the text, then of its translation, in
   * UTF-16 code units.
   */
  readonly sentences?: readonly (readonly [number, number, number, number])[];
  /** The language that the text looks like if another one was chosen. */
  readonly looks_like?: string;
  /** Whether the source was detected and may well be another one. */
  readonly unsure?: boolean;
}

/** The answer to `POST /session/translate`. */
export interface PageTranslations {
  readonly translations: readonly PageTranslation[];
}

/** The answer to `POST /session/alternatives`, the best first. */
export interface PageAlternatives {
  readonly alternatives: readonly string[];
}

/** The parts of speech that dictionaries know words by. */
export type PartOfSpeech =
  | 'noun'
  | 'name'
  | 'verb'
  | 'adjective'
  | 'adverb'
  | 'preposition'
  | 'conjunction'
  | 'numeral'
  | 'interjection';

/** What could stand for words of a sentence, in the answer to `POST /session/words`. */
export interface PageWordChoice {
  readonly kind: 'dictionary' | 'glossary';
  /** The words of the sentence. */
  readonly word: string;
  /** Of the dictionary's entry. */
  readonly lemma?: string;
  readonly part_of_speech?: PartOfSpeech;
  readonly translations: readonly string[];
}

/** Another word for one of a translation, and the sentence as it then is. */
export interface PageModelWord {
  readonly word: string;
  readonly text: string;
}

/** Where a term is in a translation: a half-open range of UTF-16 code units. */
export interface PageTermPlace {
  readonly start: number;
  readonly end: number;
  /** The term as the glossary has it. */
  readonly source: string;
}

/** The answer to `GET /session/additions`. */
export interface PageAdditions {
  /** Whether this visitor may add languages. */
  readonly may_add: boolean;
  /** The licence of the models. */
  readonly license: string;
  readonly addable: readonly {
    /** Upper-case base code. */
    readonly language: string;
    readonly name: string;
    readonly directions: 'both' | 'into English' | 'from English';
    readonly estimated_bytes: number;
    /** Whether the language can be translated already, but not as well. */
    readonly better: boolean;
    readonly command: string;
  }[];
  readonly downloads: readonly {
    readonly language: string;
    readonly state: 'waiting' | 'downloading' | 'installed' | 'failed';
    readonly done_bytes: number;
    /** 0 until it is known. */
    readonly total_bytes: number;
    /** For `failed`: what went wrong, and what to do. */
    readonly message?: string | undefined;
  }[];
}
