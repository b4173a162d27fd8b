import { type TranslateBody, type TranslateResponse, toWireCode } from '@dragoman/contract';
import type { TranslatedText } from '@dragoman/core';
import type { RouteDependencies } from '../request/context.js';

/** Below this, a text may well be in the language that was chosen. */
const SURE = 0.9;

/**
 * What the page shows besides a translation: which sentence became which (start and end of a sentence
 * of the text, then of its translation, in UTF-16 code units), and the language that a text looks
 * like if another one was chosen.
 */
export const pageTranslations = (
  { translations }: TranslateResponse,
  texts: readonly TranslatedText[],
  body: TranslateBody,
  { router, detect }: Pick<RouteDependencies, 'router' | 'detect'>,
): object => {
  const detected = body.source_lang === undefined ? [] : detect(body.text);
  return {
    translations: translations.map((translation, index) => {
      const { pairs, source: chosen } = texts[index] ?? {};
      const { language = null, confidence = 0 } = detected[index] ?? {};
      const looksOther =
        language !== null &&
        language !== chosen &&
        confidence >= SURE &&
        router.sources().has(language);
      return {
        ...translation,
        ...(pairs && {
          sentences: pairs.map(({ source, target }) => [
            ...[source.start, source.end],
            ...[target.start, target.end],
          ]),
        }),
        ...(looksOther && { looks_like: toWireCode(language) }),
      };
    }),
  };
};
