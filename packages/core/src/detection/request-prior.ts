import type { LanguageTag } from '@dragoman/contract';
import { isRare } from './language-prior.js';
import { likeliest, normalise, type Posterior } from './posterior.js';

/** A text of a request before its neighbours are heard. */
export interface Evidence {
  readonly posterior: Posterior;
  readonly letterCount: number;
  /** Its words name the language, however unsure the statistics are: English buttons. */
  readonly isOwn?: boolean;
}

/** Beyond about a line, more letters make a text no better witness. */
const WITNESS_LETTERS = 60;
/** A text says something of its own where its language is this much likelier than the others'. */
const OWN_EVIDENCE = 4;
/** Chance that a text without evidence is in a language no other text of the request is in. */
const STRAY = 0.03;

const witnessWeight = ({ letterCount }: Evidence): number => Math.min(letterCount, WITNESS_LETTERS);

/**
 * Lets texts that say nothing of their own lean on the others of their request: the shares of
 * languages among the other texts, weighted by their letters, serve as prior. Only languages that
 * fit the text about as well as its likeliest one can win, and no rare one.
 */
export const leanOnRequest = (evidence: readonly Evidence[]): readonly Posterior[] => {
  if (evidence.length < 2) return evidence.map(({ posterior }) => posterior);
  const shares = new Map<LanguageTag, number>();
  let total = 0;
  for (const item of evidence) {
    const weight = item.posterior.size === 0 ? 0 : witnessWeight(item);
    total += weight;
    for (const [language, probability] of item.posterior)
      shares.set(language, (shares.get(language) ?? 0) + weight * probability);
  }
  return evidence.map((item) => {
    const { posterior } = item;
    const fitting = fittingLanguages(posterior);
    const weight = witnessWeight(item);
    const others = total - weight;
    if (item.isOwn || others <= 0 || fitting.size < 2) return posterior;
    return normalise(
      new Map(
        [...posterior].map(([language, probability]) => {
          const all = fitting.has(language) ? (shares.get(language) ?? 0) : 0;
          const share = Math.max(0, all - weight * probability) / others;
          return [language, probability * (STRAY + share)];
        }),
      ),
    );
  });
};

/** The likeliest language, and those about as likely that may be taken from the neighbours. */
const fittingLanguages = (posterior: Posterior): ReadonlySet<LanguageTag> => {
  const { language: best, confidence } = likeliest(posterior);
  const fits = (language: LanguageTag, probability: number): boolean =>
    language === best || (probability * OWN_EVIDENCE >= confidence && !isRare(language));
  return new Set([...posterior].filter((entry) => fits(...entry)).map(([language]) => language));
};
