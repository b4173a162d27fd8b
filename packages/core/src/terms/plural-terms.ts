import type { LanguageTag } from '@dragoman/contract';
import type { PhraseForm } from '../engine/engine.js';
import type { Term } from './term.js';

/** What is known about terms: one answer for each. */
export interface TermForms {
  readonly sources: readonly PhraseForm[];
  /** Undefined where the target language has no dictionary. */
  readonly targets: readonly PhraseForm[] | undefined;
}

/**
 * The terms for the plurals of other terms: `houses` and `hogares` for `house` and `hogar`. A target
 * whose plural is not known stands as it is; one that is known to be no noun, such as `ejecutar`, has
 * no plural term, because its source, such as `run`, is no noun either.
 *
 * @param target the language of the targets
 */
export const pluralTerms = (
  terms: readonly Term[],
  { sources, targets }: TermForms,
  target: LanguageTag,
): readonly Term[] =>
  terms.flatMap((term, index) => {
    const plural = sources[index]?.plural;
    const form = targets?.[index];
    return plural === undefined || isNoNoun(term.target, form, target)
      ? []
      : [{ source: plural, target: form?.plural ?? term.target }];
  });

const CAPITAL = /\p{Lu}/u;

/** German nouns have capitals, so that no dictionary is needed to see that `schnell` is none. */
const isNoNoun = (words: string, form: PhraseForm | undefined, language: LanguageTag): boolean =>
  form?.kind === 'other' || (language === 'de' && !CAPITAL.test(words));
