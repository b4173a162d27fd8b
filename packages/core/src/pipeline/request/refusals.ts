import {
  AppError,
  findTarget,
  invalidParameter,
  type TranslateBody,
  toWireCode,
} from '@dragoman/contract';
import type { Router } from '../../routing/router.js';
import { type Need, refuseUnmetNeeds } from './plan-wording.js';
import type { Target } from './request.js';

/** Options of the contract that no engine here can honour yet; sending one is an error. */
const NOT_OFFERED = ['translation_memory_id'] as const satisfies readonly (keyof TranslateBody)[];

/** What was found of what a request names, and what it needs. */
interface Found {
  /** Whether the glossaries that it names were found. */
  readonly hasTerms: boolean;
  /** Whether the style that it names was found. */
  readonly hasStyle: boolean;
  readonly needs: readonly Need[];
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
  { hasTerms, hasStyle, needs }: Found,
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
  if (body.style_id !== undefined && !hasStyle) {
    throw new AppError('invalid_parameter', {
      parameter: 'style_id',
      message: 'Style rule not found.',
    });
  }
  const isStrict = body.formality === 'more' || body.formality === 'less';
  if (isStrict && !supportsFormality(body, target, router)) {
    throw new AppError('invalid_parameter', {
      parameter: 'formality',
      message: `Target language '${toWireCode(target.tags[0] ?? target.base)}' doesn't support formality.`,
    });
  }
  refuseUnmetNeeds(needs, target, router);
};

/** Whether the target has forms of address, and some engine can choose between them. */
const supportsFormality = (
  { target_lang: code }: TranslateBody,
  target: Target,
  router: Router,
): boolean => {
  const found = findTarget(code);
  const hasForms = (found?.variant ?? found?.base)?.formality === true;
  return hasForms && target.tags.some((tag) => router.targetsWith('formality').has(tag));
};
