import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { baseOf } from '@dragoman/contract';
import type { NounDictionary, NounGrammar } from '@dragoman/core';
import { findGender, type Gender } from './read-genders.js';

/** Where Debian's package `trans-de-en` has the dictionary. */
const DING_PATH = '/usr/share/trans/de-en';

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = fileURLToPath(new URL('../../dist/ding/thread-main.js', import.meta.url));

type Genders = ReadonlyMap<string, Gender>;

const GRAMMAR: Readonly<Record<Gender, NounGrammar>> = {
  m: { gender: 'm', number: 'sg' },
  f: { gender: 'f', number: 'sg' },
  n: { gender: 'nt', number: 'sg' },
  // Articles and adjectives are the same for plurals of all genders.
  pl: { gender: 'f', number: 'pl' },
};

/** Endings that decide the gender of words that nobody listed. */
const ENDINGS: readonly (readonly [RegExp, Gender])[] = [
  [/(?:ung|heit|keit|schaft|tion|tät)$/, 'f'],
  [/(?:ungen|heiten|keiten|schaften|tionen|täten)$/, 'pl'],
  [/(?:chen|lein)$/, 'n'],
];

/**
 * The German nouns of the Ding dictionary, which is read when it is first asked. Without its file
 * nothing is known of German.
 */
export const createGermanNouns = (path: string = DING_PATH): NounDictionary => {
  let reading: Promise<Genders | undefined> | undefined;
  const read = async (): Promise<Genders | undefined> => {
    try {
      const [genders] = await once(new Worker(PROGRAM, { workerData: path }), 'message');
      return genders;
    } catch {
      reading = undefined;
      return undefined;
    }
  };
  return {
    async findNounGrammar({ target }, phrases, { signal }) {
      // It may be installed later.
      if (baseOf(target) !== 'de' || (!reading && !existsSync(path))) return undefined;
      reading ??= read();
      const genders = await reading;
      signal.throwIfAborted();
      return genders && phrases.map((phrase) => grammarOf(phrase, genders));
    },
  };
};

const grammarOf = (phrase: string, genders: Genders): NounGrammar | undefined => {
  const noun = mainNounOf(phrase);
  const gender = noun === undefined ? undefined : genderOf(noun, genders);
  return gender && GRAMMAR[gender];
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

const genderOf = (noun: string, genders: Genders): Gender | undefined => {
  const word = isAllCapitals(noun) ? noun.charAt(0) + noun.slice(1).toLowerCase() : noun;
  return findGender(word, genders) ?? ENDINGS.find(([ending]) => ending.test(word))?.[1];
};
