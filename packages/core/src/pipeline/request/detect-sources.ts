import type { LanguageTag } from '@dragoman/contract';
import type { Detection, Detector } from '../../detection/index.js';
import type { Router } from '../../routing/router.js';
import type { Target } from './request.js';
import { noRoute } from './resolve-languages.js';

/** Below this a detection without a route gives way to the best language that has one. */
const CONFIDENT = 0.8;

/**
 * The source language of each text. A text that is written in the target language is left in it; a
 * text without letters takes the language most others have.
 *
 * @throws AppError `pair_not_installed` for a language recognised with confidence that has no route
 */
export const detectSources = (
  texts: readonly string[],
  target: Target,
  router: Router,
  detector: Detector,
): readonly LanguageTag[] => {
  const installed = new Set([...router.sources(), target.base]);
  const canTranslate = (language: LanguageTag): boolean =>
    language === target.base ||
    router.route(language, target.tags, 'quality_optimized') !== undefined;
  const detections = detector.detect(texts, installed);
  const chosen = detections.map((detection, index) => {
    if (detection.language === null || canTranslate(detection.language)) return detection.language;
    if (detection.confidence >= CONFIDENT) throw noRoute(detection.language, target, index);
    const reachable = new Set([...installed].filter(canTranslate));
    return detector.detect([texts[index] ?? ''], reachable)[0]?.language ?? null;
  });
  const fallback = mostFrequent(chosen) ?? (canTranslate('en') ? 'en' : target.base);
  return chosen.map((language) => language ?? fallback);
};

const mostFrequent = (languages: readonly Detection['language'][]): LanguageTag | undefined => {
  const counts = new Map<LanguageTag, number>();
  for (const language of languages) {
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
};
