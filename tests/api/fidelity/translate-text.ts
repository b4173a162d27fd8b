import { parseTranslateBody } from '@dragoman/contract';
import {
  createDetector,
  createRouter,
  createTranslator,
  type Engine,
  resolveLocally,
  silentMeter,
  type TranslatorDependencies,
} from '@dragoman/core';

const detector = await createDetector();

export type TranslateText = (
  text: string,
  options?: Readonly<Record<string, unknown>>,
) => Promise<string>;

/** The whole pipeline with an engine, from English to Spanish by default. */
export const translateWith = (engine: Engine): TranslateText => {
  const many = translateManyWith(engine);
  return async (text, options = {}) => (await many([text], options))[0] ?? '';
};

export const translateManyWith = (engine: Engine) => {
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const entries = new Map<string, string>();
  const parts: TranslatorDependencies = {
    router,
    detector,
    cache: { get: (key) => entries.get(key), set: (key, value) => void entries.set(key, value) },
    meter: silentMeter,
    installHint: () => '',
  };
  const translator = createTranslator(parts);
  return async (
    texts: readonly string[],
    options: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly string[]> => {
    const body = { text: texts, target_lang: 'ES', source_lang: 'EN', ...options };
    const request = resolveLocally(parseTranslateBody(body, { maxTexts: 50 }), {}, parts);
    const answers = await translator.translate(request, new AbortController().signal);
    return answers.map((answer) => answer.text);
  };
};
