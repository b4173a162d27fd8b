import { AppError, invalidParameter, type TranslateBody, toWireCode } from '@dragoman/contract';
import type { Router } from '../../routing/router.js';
import type { Target } from './request.js';

/** Options of the contract that no engine here can honour yet; sending one is an error. */
const NOT_OFFERED = [
  'style_id',
  'custom_instructions',
  'translation_memory_id',
] as const satisfies readonly (keyof TranslateBody)[];

/**
 * Refuses what the service cannot do, so that no answer is silently different from what was asked.
 * `context` and the `prefer_` formalities are wishes and may go unfulfilled.
 *
 * @param hasTerms whether the glossaries that the request names were found
 * @throws AppError `invalid_parameter`
 */
export const refuseUnsupported = (
  body: TranslateBody,
  target: Target,
  router: Router,
  hasTerms: boolean,
): void => {
  for (const parameter of NOT_OFFERED) {
    if (body[parameter] !== undefined) {
      throw invalidParameter(parameter, 'This server does not offer it yet.');
    }
  }
  for (const parameter of ['glossary_id', 'glossary_ids'] as const) {
    if (body[parameter] !== undefined && !hasTerms) {
      throw new AppError('invalid_parameter', {
        parameter,
        message: 'Glossary not found.',
      });
    }
  }
  const isStrict = body.formality === 'more' || body.formality === 'less';
  if (isStrict && !target.tags.some((tag) => router.formalTargets().has(tag))) {
    throw new AppError('invalid_parameter', {
      parameter: 'formality',
      message: `Target language '${toWireCode(target.tags[0] ?? target.base)}' doesn't support formality.`,
    });
  }
};
