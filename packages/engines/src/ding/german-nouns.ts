import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { baseOf, type LanguageTag } from '@dragoman/contract';
import {
  type Engine,
  type Logger,
  type NounDictionary,
  type NounGrammar,
  type PhraseForm,
  silentLogger,
} from '@dragoman/core';
import { type Gender, type GermanNouns, genderOfCompound, pluralOfCompound } from './read-nouns.js';

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

/** One that ends without an answer has none; what it sent before comes first. */
const endOf = async (thread: Worker): Promise<never> => {
  const [code] = await once(thread, 'exit');
  throw new Error(`The thread ended with ${code}.`);
};

/** Reading the dictionary takes a third of this. */
const MAX_HEAP_MIB = 512;

interface GermanNounsOptions {
  readonly log?: Logger;
  /** The dictionary. @default where Debian's package `trans-de-en` has it */
  readonly path?: string;
}

/** What is known of German nouns; see the functions of engines that have these names. */
type NounKnowledge = NounDictionary & Required<Pick<Engine, 'findForms'>>;

/**
 * The German nouns of the Ding dictionary, which is read when it is first asked. Without its file
 * nothing is known of German.
 */
export const createGermanNouns = ({
  log = silentLogger,
  path = DING_PATH,
}: GermanNounsOptions = {}): NounKnowledge => {
  let reading: Promise<GermanNouns | undefined> | undefined;
  /** What cannot be read is not tried again: it takes a second, and is wrong the next time, too. */
  const read = async (): Promise<GermanNouns | undefined> => {
    try {
      const thread = new Worker(PROGRAM, {
        workerData: path,
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      });
      const [nouns] = await Promise.race([once(thread, 'message'), endOf(thread)]);
      return nouns;
    } catch (error) {
      log.warn(
        { err: error },
        'The German dictionary cannot be read: glossary terms do without it.',
      );
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
