import type { NounGrammar } from '@dragoman/core';

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
