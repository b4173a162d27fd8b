import type { LanguageTag } from '@dragoman/contract';
import { countForeignLetters, specialLettersOf } from './evidence/alphabets.js';
import { ELD_LANGUAGES, type EldLike, eldScores } from './evidence/eld-scores.js';
import { INTERFACE_LANGUAGE, isInterfaceEnglish } from './evidence/interface-words.js';
import { MARKED_LANGUAGES, markerScore } from './evidence/markers.js';
import { openingLanguages, phraseLanguages } from './evidence/phrases.js';
import type { Script } from './evidence/scripts.js';
import { languagePrior } from './language-prior.js';

const STOCK_PHRASE = 8;
const OPENING_PHRASE = 2.5;
const FOREIGN_LETTER = -3;
const INTERFACE_ENGLISH = 2.5;

/** eld's Serbian is the Cyrillic one. */
const isKnownToEld = (language: LanguageTag, script: Script): boolean =>
  ELD_LANGUAGES.has(language) && !(language === 'sr' && script === 'Latn');

/**
 * Log-likelihoods of the candidates, up to a common constant, each with what is known of the
 * language before any text is seen. Candidates that nothing is known of are left out.
 *
 * @param candidates languages written in the script
 */
export const compareLanguages = (
  eld: EldLike,
  words: readonly string[],
  script: Script,
  candidates: readonly LanguageTag[],
): ReadonlyMap<LanguageTag, number> => {
  const all = eldScores(eld, words);
  const known = candidates.filter((language) => isKnownToEld(language, script));
  const scores = new Map<LanguageTag, number>();
  // eld leaves out languages without any n-gram in common: zero on its scale.
  for (const language of known) scores.set(language, all.get(language) ?? 0);
  const distinctWords = new Set(words);
  const competitors = known.length > 0 ? known : ELD_LANGUAGES;
  for (const language of candidates) {
    if (isKnownToEld(language, script) || !MARKED_LANGUAGES.has(language)) continue;
    const score = markerScore(language, distinctWords, all, competitors);
    if (score !== undefined) scores.set(language, score);
  }
  const letters = specialLettersOf(words);
  for (const [language, score] of scores) {
    const foreignLetters = countForeignLetters(language, letters);
    scores.set(language, score + languagePrior(language) + FOREIGN_LETTER * foreignLetters);
  }
  const add = (language: LanguageTag, bonus: number): void => {
    const score = scores.get(language);
    if (score !== undefined) scores.set(language, score + bonus);
  };
  for (const language of phraseLanguages(words)) add(language, STOCK_PHRASE);
  for (const language of openingLanguages(words)) add(language, OPENING_PHRASE);
  if (isInterfaceEnglish(words)) add(INTERFACE_LANGUAGE, INTERFACE_ENGLISH);
  return scores;
};
