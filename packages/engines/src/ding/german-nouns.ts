import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { Engine, NounDictionary, NounGrammar, PhraseForm } from '@dragoman/core';
import { genderOfCompound, pluralOfCompound } from './compounds.js';
import { formsOf, grammarOfNoun } from './noun-forms.js';
import type { Gender, GermanNouns } from './read-nouns.js';

/** Where Debian's package `trans-de-en` has the dictionary. */
const DING_PATH = '/usr/share/trans/de-en';

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = fileURLToPath(new URL('../../dist/ding/thread-main.js', import.meta.url));

/** Endings that decide the gender of words that nobody listed. */
const ENDINGS: readonly (readonly [RegExp, Gender])[] = [
  [/(?:ung|heit|keit|schaft|tion|tät)$/, 'f'],
  [/(?:ungen|heiten|keiten|schaften|tionen|täten)$/, 'pl'],
  [/(?:chen|lein)$/, 'n'],
];

/** What is known of German nouns; see the functions of engines that have these names. */
export type NounKnowledge = NounDictionary & Required<Pick<Engine, 'findForms'>>;

/**
 * The German nouns of the Ding dictionary, which is read when it is first asked. Without its file
 * nothing is known of German.
 */
export const createGermanNouns = (path: string = DING_PATH): NounKnowledge => {
  let reading: Promise<GermanNouns | undefined> | undefined;
  const read = async (): Promise<GermanNouns | undefined> => {
    try {
      const [nouns] = await once(new Worker(PROGRAM, { workerData: path }), 'message');
      return nouns;
    } catch {
      reading = undefined;
      return undefined;
    }
  };
  /** The nouns if a language is German and they are there, which may be later than the first time. */
  const nounsOf = async (
    language: LanguageTag,
    signal: AbortSignal,
  ): Promise<GermanNouns | undefined> => {
    if (baseOf(language) !== 'de' || (!reading && !existsSync(path))) return undefined;
    reading ??= read();
    const nouns = await reading;
    signal.throwIfAborted();
    return nouns;
  };
  return {
    async findNounGrammar({ target }, phrases, { signal }) {
      const nouns = await nounsOf(target, signal);
      return nouns && phrases.map((phrase) => grammarOf(phrase, nouns));
    },
    async findForms(language, phrases, { signal }) {
      const nouns = await nounsOf(language, signal);
      return nouns && phrases.map((phrase) => formOf(phrase, nouns));
    },
  };
};

const grammarOf = (phrase: string, nouns: GermanNouns): NounGrammar | undefined => {
  const noun = mainNounOf(phrase);
  const gender = noun === undefined ? undefined : genderOf(noun, nouns);
  if (noun === undefined || !gender) return undefined;
  const { cases, ...grammar } = grammarOfNoun(noun, gender, pluralOf(noun, nouns));
  // An ending is added to the last word.
  if (!cases || !phrase.endsWith(noun)) return grammar;
  const before = phrase.slice(0, -noun.length);
  return { ...grammar, cases: new Map([...cases].map(([form, name]) => [before + form, name])) };
};

const formOf = (phrase: string, nouns: GermanNouns): PhraseForm => {
  const gender = isCapital(phrase) && !/\s/.test(phrase) ? genderOf(phrase, nouns) : undefined;
  return gender ? formsOf(phrase, gender, pluralOf(phrase, nouns)) : { kind: 'unknown' };
};

/** The last of the first words with a capital: adjectives stand before it, the rest after it. */
const mainNounOf = (phrase: string): string | undefined => {
  const words = phrase.split(/\s+/);
  const first = words.findIndex(isCapital);
  if (first < 0) return undefined;
  const end = words.findIndex((word, index) => index > first && !isCapital(word));
  return words[(end < 0 ? words.length : end) - 1];
};

const isAllCapitals = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

const genderOf = (noun: string, { genders }: GermanNouns): Gender | undefined => {
  const word = isAllCapitals(noun) ? noun.charAt(0) + noun.slice(1).toLowerCase() : noun;
  const known = genders.get(word) ?? genderOfCompound(word, genders);
  return known ?? ENDINGS.find(([ending]) => ending.test(word))?.[1];
};

const pluralOf = (noun: string, { plurals }: GermanNouns): string | undefined =>
  plurals.get(noun) ?? pluralOfCompound(noun, plurals);
