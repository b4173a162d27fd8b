import type { NounGrammar, PhraseForm } from '@dragoman/core';
import type { Gender } from './read-nouns.js';

/** Genitives of what ends with these sounds have no form without an e. */
const HISSING = /(?:s|ß|x|z|tsch)$/;
const NEUTER_NIS = /nis$/;
/** Which masculine nouns with a plural in n have that ending in the singular, too: not `Staat`, `Motor`. */
const WEAK =
  /(?:e|ent|ant|ist|nom|soph|krat|arch|graf|graph|dat|pirat|mensch|herr|held|prinz|fürst|bär|nachbar)$/i;

/**
 * The forms of a German noun in the singular: its plural, and those with an ending of a case. Which case
 * it is, the article says as well, so that a translation loses nothing.
 *
 * Masculine nouns such as `Kunde` have the plural's ending in the singular, too: `dem Kunden`.
 */
export const formsOf = (noun: string, gender: Gender, plural: string | undefined): PhraseForm => {
  if (gender === 'pl') return { kind: 'noun' };
  const weak = isWeak(noun, gender, plural);
  const inflections = new Map<string, string>();
  if (plural !== undefined && plural !== noun) inflections.set('pl', plural);
  for (const [name, form] of [...(weak ? [] : genitivesOf(noun, gender)), ...dativesOf(plural)]) {
    if (![noun, ...inflections.values()].includes(form)) inflections.set(name, form);
  }
  const ambiguous = new Set(weak ? ['pl'] : []);
  return { kind: 'noun', inflections, ambiguous };
};

const GRAMMAR: Readonly<Record<Gender, NounGrammar>> = {
  m: { gender: 'm', number: 'sg' },
  f: { gender: 'f', number: 'sg' },
  n: { gender: 'nt', number: 'sg' },
  // Articles and adjectives are the same for plurals of all genders.
  pl: { gender: 'f', number: 'pl' },
};

/** What a sentence has to agree with, and the cases that change the noun itself. */
export const grammarOfNoun = (
  noun: string,
  gender: Gender,
  plural: string | undefined,
): NounGrammar => {
  const grammar = GRAMMAR[gender];
  if (gender === 'pl') {
    const datives = dativesOf(noun).map(([, form]) => [form, 'dative'] as const);
    return { ...grammar, cases: new Map(datives.length > 0 ? datives : [[noun, 'dative']]) };
  }
  if (isWeak(noun, gender, plural)) {
    return { ...grammar, declension: 'weak', cases: new Map([[plural ?? noun, 'not nominative']]) };
  }
  return {
    ...grammar,
    cases: new Map(genitivesOf(noun, gender).map(([, form]) => [form, 'genitive'])),
  };
};

/** Whether the singular has the plural's n, too, in all cases but one. */
const isWeak = (noun: string, gender: Gender, plural: string | undefined): boolean =>
  gender === 'm' && /n$/.test(plural ?? '') && WEAK.test(noun);

const genitivesOf = (noun: string, gender: Gender): readonly (readonly [string, string])[] => {
  if (gender === 'f') return [];
  if (NEUTER_NIS.test(noun)) return [['ending-es', `${noun}ses`]];
  const long = ['ending-es', `${noun}es`] as const;
  return HISSING.test(noun) ? [long] : [['ending-s', `${noun}s`], long];
};

const dativesOf = (plural: string | undefined): readonly (readonly [string, string])[] =>
  plural === undefined || /[nsai]$/.test(plural) ? [] : [['pl ending-n', `${plural}n`]];
