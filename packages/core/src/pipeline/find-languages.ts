import {
  AppError,
  baseOf,
  findLanguage,
  invalidParameter,
  isWritable,
  type LanguageTag,
  type RewriteRequest,
  toTag,
} from '@dragoman/contract';
import type { Detector } from '../detection/index.js';
import type { Router } from '../routing/router.js';
import { labelOf } from './languages.js';

const RETRY_SECONDS = 10;

/**
 * The language of each text to be improved: the target's where one was sent, otherwise the detected
 * one. A text without words is in the language of the others.
 *
 * @returns base languages
 * @throws AppError `invalid_parameter` for texts in other languages, `unavailable` while the models
 *   for them do not work
 */
export const findLanguages = async (
  { text, target }: Pick<RewriteRequest, 'text' | 'target'>,
  router: Router,
  detector: Detector,
): Promise<readonly LanguageTag[]> => {
  const wanted = target ? [toTag(target.base.code)] : writtenLanguages(router);
  if (target) requireWriter(toTag(target.base.code), router);
  if (wanted.length === 0) throw unavailable();
  const judgements = await detector.judgeInTurns(text, new Set(wanted));
  for (const [index, { language, isWanted }] of judgements.entries()) {
    if (language !== null && !isWanted) throw refused(language, index, text.length, target);
  }
  const languages = judgements.map(({ language }) => language);
  const [fallback = 'en'] = [...languages.filter((language) => language !== null), ...wanted];
  return languages.map((language) => language ?? fallback);
};

/** English first, the likeliest language of a text without words. */
const writtenLanguages = (router: Router): readonly LanguageTag[] =>
  [...new Set([...router.targetsWith('rewriting')].map(baseOf))]
    .filter((language) => isWritable(language) && canRewrite(language, router))
    .sort((one, two) => Number(two === 'en') - Number(one === 'en'));

const canRewrite = (language: LanguageTag, router: Router): boolean =>
  router.rewriters(language).length > 0;

/** @throws AppError `invalid_parameter`, or `unavailable` where a model for the language failed */
const requireWriter = (language: LanguageTag, router: Router): void => {
  if (canRewrite(language, router)) return;
  if (router.failedPairs().some(({ target }) => baseOf(target) === language)) throw unavailable();
  throw invalidParameter('target_lang', `No configured language model writes ${nameOf(language)}.`);
};

const unavailable = (): AppError =>
  new AppError('unavailable', {
    message: 'The language model does not work and is tried again soon. Try again later.',
    retryAfterSeconds: RETRY_SECONDS,
  });

const refused = (
  language: LanguageTag,
  index: number,
  count: number,
  target: RewriteRequest['target'],
): AppError => {
  const subject = count === 1 ? 'The text' : `Text ${index + 1} of ${count}`;
  return target
    ? invalidParameter(
        'target_lang',
        `${subject} looks like ${nameOf(language)}; texts are improved in their own language, not translated.`,
      )
    : invalidParameter(
        'text',
        `${subject} looks like ${nameOf(language)}, in which no configured language model improves texts.`,
      );
};

const nameOf = (language: LanguageTag): string => {
  const row = findLanguage(language);
  return row ? labelOf(row) : language;
};
