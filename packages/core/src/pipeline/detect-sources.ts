import { AppError, type LanguageTag, toWireCode } from '@dragoman/contract';
import { OTHER_THAN_LATIN } from '../characters.js';
import type { DetectionResult, Detector } from '../detection/detection.js';
import { mapYielding } from '../event-loop.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import type { Router } from '../routing/router.js';
import { type InstallHint, labelOfTag, type Target } from './languages.js';

/**
 * What was found out about a text: its language is `installed`, it has `none` of its own, or it was
 * `refused` because its language is not installed.
 */
export type DetectionOutcome = 'installed' | 'none' | 'refused';

const WORDS = /\p{L}[\p{L}\p{M}'’-]*/gu;
const MAX_WORD_UNITS = 60;

/**
 * A word in Latin letters may be a name in any language: it is no reason to refuse a request, and is
 * left as it is, as if it were in the target language.
 */
const isOneWord = (text: string): boolean =>
  text.length <= MAX_WORD_UNITS && text.match(WORDS)?.length === 1 && !OTHER_THAN_LATIN.test(text);

/** Longer texts have words beside what is kept as it is. */
const MAX_STRIPPED_UNITS = 600;

/**
 * The source language of each text. A text that is written in the target language is left in it; a
 * text without words (digits, symbols, identifiers) takes the language most others have. Weak
 * evidence counts for the languages that can be translated into the target.
 *
 * @throws AppError `language_not_installed` or `pair_not_installed` for a text that is plainly in a
 *   language without a route
 */
export const detectSources = async (
  texts: readonly string[],
  target: Target,
  router: Router,
  {
    detector,
    installHint,
    noteOutcome,
    signal,
  }: {
    readonly detector: Detector;
    readonly installHint: InstallHint;
    /** Called once for each outcome, with the number of texts that had it. */
    readonly noteOutcome: (outcome: DetectionOutcome, texts: number) => void;
    readonly signal?: AbortSignal;
  },
): Promise<readonly LanguageTag[]> => {
  const reachable = new Set(
    [...router.sources()].filter(
      (language) => router.route(language, target.tags, 'quality_optimized') !== undefined,
    ),
  );
  const lengthOf = (text: string): number => text.length;
  const words = await mapYielding(texts, signal, lengthOf, withoutProtected);
  const detected = await detector.detectPreferringYielding(words, reachable.add(target.base), {
    target: target.base,
    signal,
  });
  const kept: DetectionResult = { language: target.base, confidence: 0, isWanted: true };
  const results = detected.map((result, index) =>
    outcomeOf(result) === 'refused' && isOneWord(words[index] ?? '') ? kept : result,
  );
  const counts = new Map<DetectionOutcome, number>();
  for (const result of results) {
    const outcome = outcomeOf(result);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  for (const [outcome, count] of counts) noteOutcome(outcome, count);
  const refused = results.findIndex((result) => outcomeOf(result) === 'refused');
  const language = results[refused]?.language;
  if (language) {
    const subject = texts.length === 1 ? 'This' : `Text ${refused + 1} of ${texts.length}`;
    throw router.sources().has(language)
      ? detectedWithoutRoute(subject, language, target)
      : detectedNotInstalled(subject, language, installHint(language, target.base));
  }
  const languages = results.map(({ language }) => language);
  const fallback = mostFrequent(languages) ?? (reachable.has('en') ? 'en' : target.base);
  return languages.map((language) => language ?? fallback);
};

const outcomeOf = ({ language, isWanted }: DetectionResult): DetectionOutcome => {
  if (language === null) return 'none';
  return isWanted ? 'installed' : 'refused';
};

/** Identifiers, addresses and placeholders come back as they are, whatever language they look like. */
const withoutProtected = (text: string): string => {
  if (text.length > MAX_STRIPPED_UNITS) return text;
  let words = '';
  let position = 0;
  for (const { start, end } of findProtectedSpans(text)) {
    words += `${text.slice(position, start)} `;
    position = end;
  }
  return words + text.slice(position);
};

const mostFrequent = (languages: readonly (LanguageTag | null)[]): LanguageTag | undefined => {
  const counts = new Map<LanguageTag, number>();
  for (const language of languages) {
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
};

const IF_WRONG = "If it is in another language, name that in 'source_lang'.";

const detectedNotInstalled = (subject: string, language: LanguageTag, hint: string): AppError =>
  new AppError('language_not_installed', {
    parameter: 'source_lang',
    language: toWireCode(language),
    message: `${subject} looks like ${labelOfTag(language)}, which is not installed here. ${IF_WRONG} ${hint}`,
  });

const detectedWithoutRoute = (subject: string, language: LanguageTag, target: Target): AppError =>
  new AppError('pair_not_installed', {
    parameter: 'target_lang',
    language: toWireCode(language),
    message: `${subject} looks like ${labelOfTag(language)}, which no installed engine translates into ${target.label}. ${IF_WRONG}`,
  });
