import { ask, type TranslationRequest } from './api.js';

/**
 * Other translations of a sentence, the best first; often fewer than one would like, or none.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const fetchWordings = async (
  { text, sourceCode, targetCode, modelType }: TranslationRequest,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { wordings } = await ask<{ readonly wordings: readonly string[] }>('session/wordings', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text: [text],
      target_lang: targetCode,
      source_lang: sourceCode,
      model_type: modelType,
    }),
    signal,
  });
  return wordings;
};
