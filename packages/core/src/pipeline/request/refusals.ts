import { AppError, invalidParameter, type TranslateBody, toWireCode } from '@dragoman/contract';
import type { Router } from '../../routing/router.js';
import type { Target } from './request.js';

/** Options of the contract that no engine here can honour yet; sending one is an error. */
const NOT_OFFERED = [
  'style_id',
  'custom_instructions',
] as const satisfies readonly (keyof TranslateBody)[];

/** What was found of what a request names. */
interface Found {
  /** Whether the glossaries that it names were found. */
  readonly hasTerms: boolean;
  /** Whether the translation memory that it names was found. */
  readonly hasMemory: boolean;
}

/**
 * Refuses what the service cannot do, so that no answer is silently different from what was asked.
 * `context` and the `prefer_` formalities are wishes and may go unfulfilled.
 *
 * @throws AppError `invalid_parameter`
 */
export const refuseUnsupported = (
  body: TranslateBody,
  target: Target,
  router: Router,
  { hasTerms, hasMemory }: Found,
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
  if (body.translation_memory_id !== undefined && !hasMemory) {
    throw new AppError('invalid_parameter', {
      parameter: 'translation_memory_id',
      message: 'Translation memory not found.',
    });
  }
  const isStrict = body.formality === 'more' || body.formality === 'less';
  if (isStrict && !target.tags.some((tag) => router.formalTargets().has(tag))) {
    throw new AppError('invalid_parameter', {
      parameter: 'formality',
      message: `Target language '${toWireCode(target.tags[0] ?? target.base)}' doesn't support formality.`,
    });
  }
};
