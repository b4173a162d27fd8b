import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TranslateBody, toWireCode } from '@dragoman/contract';
import {
  countCodePoints,
  type EngineCallOptions,
  join,
  portionMarkup,
  requireWellFormedXml,
  type Segmentation,
  type TranslatedText,
  type Translator,
} from '@dragoman/core';

/** A text with markup and more UTF-16 code units than this is translated in portions. */
const LARGE_CHARACTERS = 8000;
/** The markup of a portion takes a few milliseconds of the thread that answers HTTP, however dense. */
const PORTION_CHARACTERS = 4000;

type MarkupSyntax = NonNullable<TranslateBody['tag_handling']>;

/** A text with the portions that are translated one by one; a small one is a single portion. */
interface PortionedText {
  readonly text: string;
  readonly portions: Segmentation | undefined;
}

/**
 * A translator that handles the markup of large texts in slices, one at a time for all requests, so
 * that other requests are answered in between. It translates a text in portions that give the same
 * result as the whole; its language is detected once, in the longest portion.
 */
export const createSlicedTranslator = (translator: Translator): Translator => {
  let lastTurn: Promise<unknown> = Promise.resolve();
  /** Waits until everything else that is ready now has run, and no other slice is running. */
  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    const turn = lastTurn.then(() => nextTurn());
    lastTurn = turn;
    await turn;
    signal.throwIfAborted();
  };

  const cut = async (
    body: TranslateBody,
    syntax: MarkupSyntax,
    signal: AbortSignal,
  ): Promise<readonly PortionedText[]> => {
    const texts: PortionedText[] = [];
    for (const text of body.text) {
      if (text.length > LARGE_CHARACTERS) await takeTurn(signal);
      texts.push({ text, portions: portionsOf(text, syntax, body) });
    }
    return texts;
  };

  /** Detects the source of every text as it would be for the whole request. */
  const detect = async (
    texts: readonly PortionedText[],
    body: TranslateBody,
    call: EngineCallOptions,
  ): Promise<readonly string[]> => {
    await takeTurn(call.signal);
    const samples = texts.map(({ text, portions }) => longestOf(portions) ?? text);
    const answers = await translator.translate({ ...body, text: samples }, call);
    return answers.map(({ source }) => toWireCode(source));
  };

  const translateText = async (
    { text, portions }: PortionedText,
    body: TranslateBody,
    call: EngineCallOptions,
  ): Promise<TranslatedText> => {
    const parts = portions?.segments.map((segment) => segment.text) ?? [text];
    const answers: Promise<readonly TranslatedText[]>[] = [];
    for (const part of parts) {
      await takeTurn(call.signal);
      const answer = translator.translate({ ...body, text: [part] }, call);
      // A failure is reported once all portions are on their way.
      answer.catch(() => {});
      answers.push(answer);
    }
    const translated = (await Promise.all(answers)).flat();
    const [first] = translated;
    if (!first) throw new Error('a text without portions');
    if (!portions) return first;
    const pieces = translated.map((piece) => piece.text);
    return { ...first, text: join(portions, pieces), billedCharacters: countCodePoints(text) };
  };

  return {
    async translate(body, call) {
      const syntax = body.tag_handling;
      const isLarge = body.text.some((text) => text.length > LARGE_CHARACTERS);
      if (!syntax || !isLarge) return translator.translate(body, call);
      const texts = await cut(body, syntax, call.signal);
      const sources = body.source_lang === undefined ? await detect(texts, body, call) : undefined;
      const failed = new AbortController();
      const signal = AbortSignal.any([call.signal, failed.signal]);
      try {
        return await Promise.all(
          texts.map((text, index) => {
            const source = sources?.[index];
            return translateText(text, source ? withSource(body, source) : body, { signal });
          }),
        );
      } catch (error) {
        // What is left of the request is of no use any more.
        failed.abort(error);
        throw error;
      }
    },
  };
};

/** A request without a source language prefers quality; naming the detected one keeps that. */
const withSource = (body: TranslateBody, source: string): TranslateBody => ({
  ...body,
  source_lang: source,
  model_type: 'prefer_quality_optimized',
});

const portionsOf = (
  text: string,
  syntax: MarkupSyntax,
  body: TranslateBody,
): Segmentation | undefined => {
  if (text.length <= LARGE_CHARACTERS) return undefined;
  // A portion would hide what is wrong around it.
  if (syntax === 'xml' && body.tag_handling_version === 'v2') requireWellFormedXml(text);
  const rules = {
    syntax,
    outlineDetection: body.outline_detection ?? true,
    splitting: new Set(body.splitting_tags),
    nonSplitting: new Set(body.non_splitting_tags),
    ignored: new Set(body.ignore_tags),
  };
  const portions = portionMarkup(text, rules, PORTION_CHARACTERS);
  return portions.segments.length > 0 ? portions : undefined;
};

const longestOf = (portions: Segmentation | undefined): string | undefined =>
  portions?.segments
    .map(({ text }) => text)
    .reduce((best, text) => (text.length > best.length ? text : best));
