import type { z } from 'zod';
import type { TRANSLATION, TRANSLATIONS } from './answers.js';
import { AppError, invalidParameter, missingParameter } from './errors.js';
import { parse } from './parse.js';
import { TRANSLATE_BODY } from './schemas/translate.js';

/** A translate request as decoded and checked for form; languages are not resolved yet. */
export type TranslateBody = z.output<typeof TRANSLATE_BODY>;

/** One entry of the answer, in the order of the request's texts. */
export type WireTranslation = z.output<typeof TRANSLATION>;

export type TranslateResponse = z.output<typeof TRANSLATIONS>;

/**
 * Checks the form of a translate request.
 *
 * @param body what the JSON or form parser made of the request body
 * @param limits see {@link RequestLimits}
 * @throws AppError `invalid_parameter`, naming the parameter
 */
export const parseTranslateBody = (body: unknown, limits: RequestLimits = {}): TranslateBody => {
  const request = parse(TRANSLATE_BODY, body);
  checkTranslateBody(request, limits);
  return request;
};

/** @throws AppError `invalid_parameter` for a number of texts or a combination that is not allowed */
export const checkTranslateBody = (request: TranslateBody, limits: RequestLimits): void => {
  checkCount(request.text, limits);
  checkCombinations(request);
};

/** Limits of a request beside the size of its body. */
export interface RequestLimits {
  /** Most texts in one request; if unset, any number. */
  readonly maxTexts?: number | undefined;
}

/** @throws AppError `invalid_parameter` for no texts or too many */
export const checkCount = (texts: readonly string[], { maxTexts }: RequestLimits): void => {
  if (texts.length === 0) throw missingParameter('text');
  if (maxTexts !== undefined && texts.length > maxTexts) {
    throw invalidParameter('text', `At most ${maxTexts} texts fit in one request.`);
  }
};

/** @throws AppError `invalid_parameter` for parameters that exclude or need one another */
export const checkCombinations = (
  request: Pick<
    TranslateBody,
    'model_type' | 'tag_handling_version' | 'glossary_id' | 'glossary_ids' | 'source_lang'
  >,
): void => {
  if (request.model_type === 'latency_optimized' && request.tag_handling_version === 'v2') {
    throw invalidParameter(
      'model_type',
      "'tag_handling_version' v2 needs a quality-optimized model; omit 'model_type' or use 'quality_optimized'.",
    );
  }
  if (request.glossary_id !== undefined && request.glossary_ids !== undefined) {
    throw invalidParameter('glossary_ids', "Send either 'glossary_id' or 'glossary_ids'.");
  }
  const glossary = request.glossary_id ?? request.glossary_ids?.[0];
  if (glossary !== undefined && request.source_lang === undefined) {
    throw new AppError('invalid_parameter', {
      parameter: 'source_lang',
      message: 'Use of a glossary requires the source_lang parameter to be specified.',
    });
  }
};
