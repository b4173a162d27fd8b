import type { LanguageTag } from '@dragoman/contract';
import type { Carrier } from '@dragoman/core';
import { grammarOf, type NounGrammar } from './noun-grammar.js';

/** Common nouns that are no other words as well: of both genders, with and without a vowel first. */
const NOUNS: Readonly<Record<string, string>> = {
  ca: 'museu biblioteca museus biblioteques animal illa animals illes',
  en: 'museum library museums libraries animal island animals islands',
  es: 'museo biblioteca museos bibliotecas animal isla animales islas',
  fr: 'musée bibliothèque musées bibliothèques animal île animaux îles',
  gl: 'museo biblioteca museos bibliotecas animal illa animais illas',
  it: 'museo biblioteca musei biblioteche animale isola animali isole',
  oc: 'musèu bibliotèca musèus bibliotècas animal illa animals illas',
  pt: 'museu biblioteca museus bibliotecas animal ilha animais ilhas',
};

/** Terms beyond this are forgotten again, the oldest first. */
const MAX_KNOWN_TERMS = 10_000;

/** How a finder asks the engine. */
export interface CarrierTools {
  /** @param word one word of the source language */
  translate(word: string): Promise<string>;
  /** The analysis of a phrase of the target language. */
  analyse(phrase: string): Promise<string>;
}

/** Finds words of the source language whose translations have the grammar of given ones. */
export interface CarrierFinder {
  /** @returns for each target the word and its translation; undefined where none is known to fit */
  find(targets: readonly string[], tools: CarrierTools): Promise<readonly (Carrier | undefined)[]>;
}

/** A finder for one pair of languages, which remembers what it learned. */
export const createCarrierFinder = (source: LanguageTag): CarrierFinder => {
  const nouns = NOUNS[source]?.split(' ') ?? [];
  let carriers: ReadonlyMap<string, Carrier> | undefined;
  const known = new Map<string, NounGrammar | undefined>();

  const learnCarriers = async ({ translate, analyse }: CarrierTools) => {
    const found = await Promise.all(
      nouns.map(async (noun) => {
        const translation = await translate(noun);
        const isWord = /^[\p{L}\p{M}]+$/u.test(translation);
        return {
          noun,
          translation,
          grammar: isWord ? grammarOf(await analyse(translation)) : undefined,
        };
      }),
    );
    const learned = new Map<string, Carrier>();
    for (const { noun, translation, grammar } of found) {
      const carrier = { source: noun, target: translation };
      for (const key of grammar ? keysOf(grammar, translation) : []) {
        if (!learned.has(key)) learned.set(key, carrier);
      }
    }
    return learned;
  };

  const grammarOfTarget = async (target: string, { analyse }: CarrierTools) => {
    if (!known.has(target)) {
      const grammar = grammarOf(await analyse(target));
      const [oldest = ''] = known.keys();
      if (known.size >= MAX_KNOWN_TERMS) known.delete(oldest);
      known.set(target, grammar);
    }
    return known.get(target);
  };

  return {
    async find(targets, tools) {
      if (nouns.length === 0) return targets.map(() => undefined);
      carriers ??= await learnCarriers(tools);
      const all = carriers;
      return Promise.all(
        targets.map(async (target) => {
          const grammar = await grammarOfTarget(target, tools);
          return (
            grammar &&
            keysOf(grammar, target)
              .map((key) => all.get(key))
              .find(Boolean)
          );
        }),
      );
    },
  };
};

/** What two nouns have in common, the more of it the better: articles depend on the first letter. */
const keysOf = ({ gender, number }: NounGrammar, noun: string): readonly string[] => {
  const isVowel = /^[aeiouh]/i.test(noun.normalize('NFD'));
  return [`${gender} ${number} ${isVowel}`, `${gender} ${number}`];
};
