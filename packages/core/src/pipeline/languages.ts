import {
  AppError,
  baseOf,
  findLanguage,
  findTarget,
  hasVariant,
  invalidParameter,
  type Language,
  type LanguageTag,
  type TranslateBody,
  toTag,
  toWireCode,
  unknownLanguage,
} from '@dragoman/contract';
import type { Router } from '../routing/router.js';
import { engineTagsOf } from '../routing/served-languages.js';

/**
 * Says in one sentence how a language could be installed, if there is a way.
 *
 * @param other what it is to be translated from or into
 */
export type InstallHint = (language: LanguageTag, other?: LanguageTag) => string;

/** A target as the pipeline looks for it. */
export interface Target {
  /** The base language, such as `pt`. */
  readonly base: LanguageTag;
  /** Acceptable engine targets, the wanted one first: `['pt-BR', 'pt']`. */
  readonly tags: readonly LanguageTag[];
  /** For messages: `Portuguese (PT)`. */
  readonly label: string;
}

/** The languages of a request. */
export interface Languages {
  /** Base language; undefined where it is to be detected. */
  readonly source: LanguageTag | undefined;
  readonly target: Target;
}

/**
 * Resolves the codes of a request.
 *
 * @throws AppError `invalid_parameter` for unknown codes, and for a variant as the source
 */
export const resolveLanguages = (
  codes: Pick<TranslateBody, 'source_lang' | 'target_lang'>,
): Languages => {
  const source = codes.source_lang === undefined ? undefined : knownSource(codes.source_lang);
  const target = findTarget(codes.target_lang);
  if (!target) throw unknownLanguage('target_lang', codes.target_lang);
  return {
    source: source && toTag(source.code),
    target: {
      base: toTag(target.base.code),
      tags: engineTagsOf(target),
      label: labelOf(target.variant ?? target.base),
    },
  };
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

/** What languages are looked for in. */
export interface InstalledLanguages {
  readonly router: Router;
  readonly installHint: InstallHint;
}

/**
 * @throws AppError `language_not_installed`; `unavailable` while the model for a language does not
 *   work
 */
export const requireInstalled = (
  { source, target }: Languages,
  { router, installHint }: InstalledLanguages,
): void => {
  if (!target.tags.some((tag) => router.targets().has(tag))) {
    requireNoFailure(router, (pair) => baseOf(pair.target) === target.base, target.label);
    throw notInstalled('target_lang', target.label, target.base, installHint(target.base, source));
  }
  if (source !== undefined && !router.sources().has(source)) {
    requireNoFailure(router, (pair) => pair.source === source, labelOfTag(source));
    const hint = installHint(source, target.base);
    throw notInstalled('source_lang', labelOfTag(source), source, hint);
  }
};

/** `Spanish (ES)`. */
const labelOf = ({ name, code }: Pick<Language, 'name' | 'code'>): string => `${name} (${code})`;

/** `German (DE)`, for messages; the detector knows a few languages the contract has no row for. */
export const labelOfTag = (tag: LanguageTag): string => {
  const code = toWireCode(tag);
  const language = findLanguage(tag);
  if (language) return labelOf(language);
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? code;
  return labelOf({ name, code });
};

type FailedPair = ReturnType<Router['failedPairs']>[number];

export const FAILED_MODEL_RETRY_SECONDS = 10;

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

/**
 * The error for a source and a target without a route between them.
 *
 * @throws AppError `unavailable` if a model for either of them failed
 */
export const noRoute = (
  source: LanguageTag,
  target: Target,
  { router, installHint }: InstalledLanguages,
): AppError => {
  const from = labelOfTag(source);
  const isPart = (pair: FailedPair): boolean =>
    pair.source === source || baseOf(pair.target) === target.base;
  requireNoFailure(router, isPart, `${from} or ${target.label}`);
  // That of a document is detected from its text.
  if (!router.sources().has(source)) {
    return notInstalled('source_lang', from, source, installHint(source, target.base));
  }
  return new AppError('pair_not_installed', {
    parameter: 'target_lang',
    language: toWireCode(source),
    message: `No installed engine translates from ${from} into ${target.label}.`,
  });
};

const notInstalled = (
  parameter: string,
  label: string,
  language: LanguageTag,
  hint: string,
): AppError =>
  new AppError('language_not_installed', {
    parameter,
    language: toWireCode(language),
    message: `Value for '${parameter}' not supported: no model for ${label} is installed on this server. ${hint}`,
  });
