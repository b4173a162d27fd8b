import type { TranslateBody, WireTranslation } from '@dragoman/contract';
import {
  join,
  portionMarkup,
  portionText,
  type RequestParameters,
  requireWellFormedXml,
  type Segmentation,
  yieldToLoop,
} from '@dragoman/core';
import type { TranslationBackend } from './translation-backend.js';

/** A translation; its source is null where there was nothing to translate. */
export type Translation = Omit<WireTranslation, 'detected_source_language'> & {
  readonly detected_source_language: string | null;
};

/** A text without anything to translate. */
export const untranslated = (text: string): Translation => ({
  detected_source_language: null,
  text,
});

interface LargeCall {
  readonly signal: AbortSignal;
  /** Called with the number of characters that are done. */
  readonly onCharacters?: (done: number) => void;
}

/** Large enough to keep an engine busy, and small enough to show progress. */
const MAX_BATCH = { texts: 50, characters: 32_768 };

/** Neighbouring texts in groups that are translated at once. */
export const batchTexts = (texts: readonly string[]): readonly (readonly string[])[] => {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch && batch.length < MAX_BATCH.texts && characters <= MAX_BATCH.characters) {
      batch.push(text);
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
};

/**
 * Translates a text or, by `tag_handling`, a document, in portions. It counts as one text: its
 * language is detected once, in the longest portion, and the kind of model is the same for all.
 */
export const translateLarge = async (
  backend: Pick<TranslationBackend, 'translate'>,
  source: string,
  settings: RequestParameters,
  { signal, onCharacters }: LargeCall,
): Promise<Translation> => {
  const portions = portionsOf(source, settings);
  const texts = portions.segments.map(({ text }) => text);
  if (texts.length === 0) return untranslated(source);
  const translated = new Array<WireTranslation>(texts.length);
  let done = 0;
  const translate = async (
    indices: readonly number[],
    portionSettings: RequestParameters,
  ): Promise<void> => {
    const waiting = indices.values();
    for (const batch of batchTexts(indices.map((index) => texts[index] ?? ''))) {
      for (const answer of await backend.translate(batch, portionSettings, signal)) {
        translated[waiting.next().value as number] = answer;
      }
      done += batch.join('').length;
      onCharacters?.(done);
      // Cached results do not yield to the event loop, but signals only arrive there.
      await yieldToLoop();
    }
  };

  const all = [...texts.keys()];
  if (settings.source_lang !== undefined || all.length <= 1) await translate(all, settings);
  else {
    const longest = all.reduce((best, index) =>
      (texts[index] ?? '').length > (texts[best] ?? '').length ? index : best,
    );
    await translate([longest], settings);
    const rest = all.filter((index) => index !== longest);
    await translate(rest, asDetected(settings, translated[longest] as WireTranslation));
  }
  const first = translated[0] as WireTranslation;
  const billed = translated.map((portion) => portion.billed_characters ?? 0);
  const messages = new Set(translated.flatMap(({ message }) => message ?? []));
  return {
    ...first,
    text: join(
      portions,
      translated.map(({ text }) => text),
    ),
    ...(first.billed_characters !== undefined && {
      billed_characters: billed.reduce((sum, characters) => sum + characters, 0),
    }),
    ...(messages.size > 0 && { message: [...messages].join(' ') }),
  };
};

/**
 * A request without a source language prefers quality; setting the detected language must not undo
 * that.
 */
const asDetected = (
  settings: RequestParameters,
  { detected_source_language }: WireTranslation,
): RequestParameters => ({
  ...settings,
  source_lang: detected_source_language,
  model_type: 'quality_optimized',
});

/** How markup is read, by the parameters of a request. */
type MarkupSettings = Omit<TranslateBody, 'text' | 'tag_handling'> & {
  readonly tag_handling: NonNullable<TranslateBody['tag_handling']>;
};

/** Long enough to detect the language, and short enough to show progress. */
const PORTION_CHARACTERS = 4000;

/**
 * A text with markup in portions that give the same result as the whole.
 *
 * @param name what the text is called in the message, such as `Text 2`
 * @throws AppError `invalid_parameter` for malformed XML where that is refused: a portion would hide
 *   what is wrong around it
 */
const portionsOfMarkup = (text: string, settings: MarkupSettings, name?: string): Segmentation => {
  const { tag_handling: syntax } = settings;
  if (syntax === 'xml' && settings.tag_handling_version === 'v2') requireWellFormedXml(text, name);
  const rules = {
    syntax,
    outlineDetection: settings.outline_detection ?? true,
    splitting: new Set(settings.splitting_tags),
    nonSplitting: new Set(settings.non_splitting_tags),
    ignored: new Set(settings.ignore_tags),
  };
  return portionMarkup(text, rules, PORTION_CHARACTERS);
};

const portionsOf = (source: string, settings: RequestParameters) => {
  const syntax = settings.tag_handling;
  // A message is one sentence, or several of the same shape, however long it is.
  if (settings.message_format !== undefined) {
    return portionText(source, { mode: 'none', maxCharacters: Math.max(1, source.length) });
  }
  if (syntax === undefined) {
    const modes = {
      '0': 'none',
      '1': 'sentences-and-newlines',
      nonewlines: 'sentences',
    } as const;
    const mode = modes[settings.split_sentences ?? '1'];
    return portionText(source, { mode, maxCharacters: PORTION_CHARACTERS });
  }
  return portionsOfMarkup(source, { ...settings, tag_handling: syntax });
};
