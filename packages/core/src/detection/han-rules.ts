import type { LanguageTag } from '@dragoman/contract';
import type { HanCensus } from './evidence/han.js';
import type { Posterior } from './posterior.js';

const CERTAIN = 0.95;
const UNDECIDED = 0.7;
/** Kanji without any kana beyond this many characters is unusual. */
const SHORT_CHARACTERS = 12;

const languageOf = (
  census: HanCensus,
  has: (language: LanguageTag) => boolean,
): readonly [LanguageTag, number] => {
  const mixesStandards = census.notTraditional > 0 && census.notSimplified > 0;
  if (has('yue') && census.cantonese > 0 && census.onlyJapanese === 0) return ['yue', CERTAIN];
  if (census.onlyJapanese > 0 && census.onlyJapanese >= census.onlySimplified)
    return ['ja', CERTAIN];
  if (mixesStandards && census.notJapanese === 0) return ['ja', CERTAIN];
  if (census.notJapanese > 0 || census.characters > SHORT_CHARACTERS) return ['zh', CERTAIN];
  return ['zh', UNDECIDED];
};

/**
 * Shares the probability of text in Han characters alone among the candidates. The figures are
 * judgements, not fitted.
 */
export const hanPosterior = (census: HanCensus, candidates: readonly LanguageTag[]): Posterior => {
  const [found, confidence] = languageOf(census, (language) => candidates.includes(language));
  const winner = candidates.includes(found) ? found : candidates.includes('zh') ? 'zh' : 'ja';
  const others = candidates.filter((language) => language !== winner);
  return new Map([
    [winner, confidence],
    ...others.map((language) => [language, (1 - confidence) / others.length] as const),
  ]);
};

/** Simplified or traditional, by which standard lacks more of the characters. */
export const hanVariant = (census: HanCensus): 'Hans' | 'Hant' | undefined => {
  if (census.notTraditional === census.notSimplified) return undefined;
  return census.notTraditional > census.notSimplified ? 'Hans' : 'Hant';
};
