import type { LanguageTag } from '@dragoman/contract';
import type { PhraseForm } from '../engine.js';
import type { Term } from './term-index.js';

/** What is known about terms: one answer for each. */
interface TermForms {
  readonly sources: readonly PhraseForm[];
  /** Undefined where the target language has no dictionary. */
  readonly targets: readonly PhraseForm[] | undefined;
}

/**
 * The terms for other forms of terms: `houses` and `hogares` for `house` and `hogar`. A target of
 * which the same form is not known stands as it is, or in the plural, where that says as much; a
 * definite or genitive form, such as `huset`, would lose its article or its `of`, and is left out.
 *
 * @param target the language of the targets
 */
export const inflectedTerms = (
  terms: readonly Term[],
  { sources, targets }: TermForms,
  target: LanguageTag,
): readonly Term[] =>
  terms.flatMap((term, index) => {
    const source = sources[index];
    const form = targets?.[index];
    if (!source || isOtherKind(term.target, source, form, target)) return [];
    return Array.from(source.inflections ?? [], ([name, word]) => {
      if (source.ambiguous?.has(name)) return [];
      const inflected = inflectedTarget(name, form);
      return inflected === undefined ? [] : [{ source: word, target: inflected || term.target }];
    }).flat();
  });

/** What a target may do without where its language does not have it. */
const DISPENSABLE = new Set(['pl', 'f', 'acc']);

/** The form of a target; empty for the one of the glossary, undefined where none says the same. */
const inflectedTarget = (name: string, form: PhraseForm | undefined): string | undefined => {
  const exact = form?.inflections?.get(name);
  if (exact !== undefined) return exact;
  const features = name.split(' ').filter((feature) => !feature.startsWith('ending-'));
  if (!features.every((feature) => DISPENSABLE.has(feature))) return undefined;
  return (features.includes('pl') && form?.inflections?.get('pl')) || '';
};

const CAPITAL = /\p{Lu}/u;

/**
 * Whether a target is known to be another part of speech than its source: `run` = `ejecutar` is a
 * verb. German nouns have capitals, so that no dictionary is needed to see that `schnell` is none.
 */
const isOtherKind = (
  words: string,
  source: PhraseForm,
  form: PhraseForm | undefined,
  language: LanguageTag,
): boolean => {
  if (form?.kind === 'other') return true;
  if (source.kind === 'adjective') return false;
  return form?.kind === 'adjective' || (language === 'de' && !CAPITAL.test(words));
};
