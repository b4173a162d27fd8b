import type { PhraseForm } from '../engine/engine.js';
import type { Term } from './term.js';

/**
 * The terms for the plurals of other terms: `houses` and `hogares` for `house` and `hogar`. A target
 * whose plural is not known stands as it is; one that is known to be no noun, such as `ejecutar`, has
 * no plural term, because its source, such as `run`, is no noun either.
 *
 * @param sources what is known about the sources, one for each term
 * @param targets the same about the targets; undefined where the target language has no dictionary
 */
export const pluralTerms = (
  terms: readonly Term[],
  sources: readonly PhraseForm[],
  targets: readonly PhraseForm[] | undefined,
): readonly Term[] =>
  terms.flatMap(({ target }, index) => {
    const plural = sources[index]?.plural;
    const form = targets?.[index];
    return plural === undefined || form?.kind === 'other'
      ? []
      : [{ source: plural, target: form?.plural ?? target }];
  });
