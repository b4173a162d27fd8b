import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TranslateBody, toWireCode } from '@dragoman/contract';
import {
  countCodePoints,
  join,
  type Segmentation,
  type TranslateCall,
  type TranslatedText,
  type Translator,
} from '@dragoman/core';
import { type MarkupSettings, portionsOfMarkup } from './markup-portions.js';

/** A text with markup and more UTF-16 code units than this is translated in portions. */
const LARGE_CHARACTERS = 8000;

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
    texts: readonly string[],
    settings: MarkupSettings,
    signal: AbortSignal,
  ): Promise<readonly PortionedText[]> => {
    const cutTexts: PortionedText[] = [];
    for (const [index, text] of texts.entries()) {
      if (text.length > LARGE_CHARACTERS) await takeTurn(signal);
      const name = texts.length > 1 ? `Text ${index + 1}` : undefined;
      cutTexts.push({ text, portions: portionsOf(text, settings, name) });
    }
    return cutTexts;
  };

  /** Detects the source of every text as it would be for the whole request. */
  const detect = async (
    texts: readonly PortionedText[],
    body: TranslateBody,
    call: TranslateCall,
  ): Promise<readonly string[]> => {
    await takeTurn(call.signal);
    const samples = texts.map(({ text, portions }) => longestOf(portions) ?? text);
    const answers = await translator.translate({ ...body, text: samples }, call);
    return answers.map(({ source }) => toWireCode(source));
  };

  const translateText = async (
    { text, portions }: PortionedText,
    body: TranslateBody,
    call: TranslateCall,
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
      const { tag_handling } = body;
      const isLarge = body.text.some((text) => text.length > LARGE_CHARACTERS);
      if (!tag_handling || !isLarge) return translator.translate(body, call);
      const texts = await cut(body.text, { ...body, tag_handling }, call.signal);
      const sources = body.source_lang === undefined ? await detect(texts, body, call) : undefined;
      const failed = new AbortController();
      const signal = AbortSignal.any([call.signal, failed.signal]);
      try {
        return await Promise.all(
          texts.map((text, index) => {
            const source = sources?.[index];
            return translateText(text, source ? withSource(body, source) : body, {
              ...call,
              signal,
            });
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
  settings: MarkupSettings,
  name: string | undefined,
): Segmentation | undefined => {
  if (text.length <= LARGE_CHARACTERS) return undefined;
  const portions = portionsOfMarkup(text, settings, name);
  return portions.segments.length > 0 ? portions : undefined;
};

const longestOf = (portions: Segmentation | undefined): string | undefined =>
  portions?.segments
    .map(({ text }) => text)
    .reduce((best, text) => (text.length > best.length ? text : best));
