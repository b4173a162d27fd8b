import {
  AppError,
  baseOf,
  findLanguage,
  findTarget,
  hasVariant,
  invalidParameter,
  type Language,
  type LanguageTag,
  type ResolvedTarget,
  type TranslateBody,
  toTag,
  unknownLanguage,
} from '@dragoman/contract';
import { engineTagsOf, servesVariant } from '../../languages/served-languages.js';
import type { Router } from '../../routing/router.js';
import type { Target } from './request.js';

/** Says in one sentence how a language could be installed, if there is a way. */
export type InstallHint = (language: LanguageTag) => string;

/**
 * Checks the codes themselves: an unknown code is reported before one that is known but not
 * installed.
 *
 * @throws AppError `invalid_parameter` for unknown codes, and for a variant as the source
 */
export const requireKnownCodes = ({
  source_lang: source,
  target_lang: target,
}: Pick<TranslateBody, 'source_lang' | 'target_lang'>): void => {
  if (source !== undefined) knownSource(source);
  knownTarget(target);
};

const knownSource = (code: string): Language => {
  const language = findLanguage(code);
  if (language) return language;
  const base = hasVariant(code) ? findLanguage(baseOf(code)) : undefined;
  if (base) {
    throw invalidParameter(
      'source_lang',
      `A source language takes no regional variant: send ${base.code}.`,
    );
  }
  throw unknownLanguage('source_lang', code);
};

const knownTarget = (code: string): ResolvedTarget => {
  const found = findTarget(code);
  if (!found) throw unknownLanguage('target_lang', code);
  return found;
};

/**
 * The base tag of a `source_lang`.
 * @throws AppError `invalid_parameter` for unknown codes and variants, `language_not_installed`
 */
export const resolveSource = (code: string, router: Router, hint: InstallHint): LanguageTag => {
  const language = knownSource(code);
  const tag = toTag(language.code);
  if (!router.sources().has(tag)) {
    requireNoFailure(router, ({ source }) => source === tag, labelOf(language));
    throw notInstalled('source_lang', language, tag, hint);
  }
  return tag;
};

/**
 * What a `target_lang` means here.
 * @throws AppError `invalid_parameter` for unknown codes, `language_not_installed`
 */
export const resolveTarget = (code: string, router: Router, hint: InstallHint): Target => {
  const found = knownTarget(code);
  const { base, variant } = found;
  const baseTag = toTag(base.code);
  const isServed = variant ? servesVariant(router, base, variant) : router.targets().has(baseTag);
  if (!isServed) {
    requireNoFailure(router, ({ target }) => baseOf(target) === baseTag, labelOf(base));
    throw notInstalled('target_lang', variant ?? base, baseTag, hint);
  }
  return { base: baseTag, tags: engineTagsOf(found), label: labelOf(variant ?? base) };
};

type FailedPair = ReturnType<Router['failedPairs']>[number];

const FAILED_MODEL_RETRY_SECONDS = 10;

/** @throws AppError `unavailable` if one of these pairs is out of use for a while */
const requireNoFailure = (
  router: Router,
  isMeant: (pair: FailedPair) => boolean,
  label: string,
): void => {
  if (!router.failedPairs().some(isMeant)) return;
  throw new AppError('unavailable', {
    message: `The model for ${label} failed and is tried again soon. Try again later.`,
    retryAfterSeconds: FAILED_MODEL_RETRY_SECONDS,
  });
};

/** `Spanish (ES)`, for messages. */
export const labelOf = ({ name, code }: Pick<Language, 'name' | 'code'>): string =>
  `${name} (${code})`;

/**
 * The error for a given source and a target that are installed, but not as a pair.
 *
 * @throws AppError `unavailable` if a model for either of them failed
 */
export const noRoute = (source: LanguageTag, target: Target, router: Router): AppError => {
  const language = findLanguage(source);
  const from = language ? labelOf(language) : source;
  const isPart = (pair: FailedPair): boolean =>
    pair.source === source || baseOf(pair.target) === target.base;
  requireNoFailure(router, isPart, `${from} or ${target.label}`);
  return new AppError('pair_not_installed', {
    parameter: 'target_lang',
    message: `No installed engine translates from ${from} into ${target.label}.`,
  });
};

const notInstalled = (
  parameter: string,
  language: Pick<Language, 'name' | 'code'>,
  base: LanguageTag,
  hint: InstallHint,
): AppError =>
  new AppError('language_not_installed', {
    parameter,
    message: `Value for '${parameter}' not supported: ${labelOf(language)} is a known language, but it is not installed here. ${hint(base)}`,
  });
