import type { NounGrammar } from '@dragoman/core';

/** Phrases beyond this are forgotten again, the oldest first. */
const MAX_PHRASES = 10_000;

const LEXICAL_UNIT = /\^[^/$]*\/([^$]*)\$/g;
const NOUN = /<n>(?:<acr>)?<(m|f|mf|nt|ut)><(sg|pl|sp)>/;
const NO_NOUN = /<(?:det|pr|prn)>/;

/**
 * The grammar of the first noun of an analysed phrase, which is its head in most languages that
 * have genders. A noun of either gender counts as masculine, one of either number as singular.
 *
 * @param analysis in Apertium's stream format: `^portal/portal<n><m><sg>$ ^de/de<pr>$ …`
 */
export const grammarOf = (analysis: string): NounGrammar | undefined => {
  for (const [, readings = ''] of analysis.matchAll(LEXICAL_UNIT)) {
    const [, gender, number] = NO_NOUN.test(readings) ? [] : (NOUN.exec(readings) ?? []);
    if (gender === undefined) continue;
    return {
      gender: gender === 'mf' ? 'm' : (gender as NounGrammar['gender']),
      number: number === 'pl' ? 'pl' : 'sg',
    };
  }
  return undefined;
};

/** What is known of the nouns of phrases. */
export class KnownGrammars {
  readonly #known = new Map<string, NounGrammar | undefined>();

  /** @param analyser names the program behind `analyse` */
  find(
    analyser: string,
    phrases: readonly string[],
    analyse: (phrase: string) => Promise<string>,
  ): Promise<readonly (NounGrammar | undefined)[]> {
    return Promise.all(
      phrases.map(async (phrase) => {
        const key = `${analyser}\n${phrase}`;
        if (!this.#known.has(key)) {
          const grammar = grammarOf(await analyse(phrase));
          const [oldest = ''] = this.#known.keys();
          if (this.#known.size >= MAX_PHRASES) this.#known.delete(oldest);
          this.#known.set(key, grammar);
        }
        return this.#known.get(key);
      }),
    );
  }

  clear(): void {
    this.#known.clear();
  }
}
