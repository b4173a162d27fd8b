import type { PartOfSpeech } from '@dragoman/contract';
import type { DictionaryEntry, Logger } from '@dragoman/core';
import { type CompiledDictionary, readCompiledDictionary } from './compiled-dictionary.js';

/** The dictionaries that a pair of languages has. */
interface PairDictionaries {
  /** `houses` is `house<n><pl>`. */
  readonly analysis: CompiledDictionary;
  /** `house<n>` is `casa<n><f>`. */
  readonly translation: CompiledDictionary;
  /** `casa<n><f><pl>` is `casas`. */
  readonly generation: CompiledDictionary;
}

/** A word may be several: `light` is a noun, an adjective and a verb. */
interface Reading {
  readonly analysis: string;
  readonly lemma: string;
  readonly partOfSpeech: PartOfSpeech;
}

/** Apertium's first tag of a word. Those of articles and pronouns have no words as lemmas. */
const PARTS_OF_SPEECH: ReadonlyMap<string, PartOfSpeech> = new Map([
  ['n', 'noun'],
  ['np', 'name'],
  ['vblex', 'verb'],
  ['vbmod', 'verb'],
  ['vbser', 'verb'],
  ['vbhaver', 'verb'],
  ['vaux', 'verb'],
  ['adj', 'adjective'],
  ['adv', 'adverb'],
  ['preadv', 'adverb'],
  ['cnjadv', 'adverb'],
  ['pr', 'preposition'],
  ['cnjcoo', 'conjunction'],
  ['cnjsub', 'conjunction'],
  ['num', 'numeral'],
  ['ij', 'interjection'],
]);

const WORD = /^[\p{L}\p{M}\p{N}'’·-]{1,60}$/u;
const WORDS = /^[\p{L}\p{M}\p{N}'’· -]{1,100}$/u;
/** `house<n><sg>`; the words that follow a verb stand behind its tags: `take<vblex><inf># out`. */
const ANALYSIS = /^([^<>]+)<([^<>]+)>(?:<[^<>]+>)*(?:# ?([^<>]+))?$/;

/** What a bilingual dictionary has for single words. */
export const findDictionaryEntries = (
  words: readonly string[],
  dictionaries: PairDictionaries,
): readonly (readonly DictionaryEntry[])[] =>
  words.map((word) => (WORD.test(word) ? entriesOf(word, dictionaries) : []));

/** What a word may be. */
const readingsOf = (word: string, { analysis: dictionary }: PairDictionaries): readonly Reading[] =>
  dictionary.lookUp(word).flatMap((analysis): readonly Reading[] => {
    const [, , tag = ''] = ANALYSIS.exec(analysis) ?? [];
    const partOfSpeech = PARTS_OF_SPEECH.get(tag);
    if (!partOfSpeech || analysis.includes('+')) return [];
    return [{ analysis, lemma: lemmaOf(analysis), partOfSpeech }];
  });

const lemmaOf = (analysis: string): string => {
  const [, head = '', , tail] = ANALYSIS.exec(analysis) ?? [];
  return tail === undefined ? head : `${head} ${tail}`;
};

const isTranslation = (analysis: string): boolean =>
  !analysis.includes('+') && WORDS.test(lemmaOf(analysis));

/** One entry for each part of speech and lemma, whatever forms of it the word may be. */
const entriesOf = (word: string, dictionaries: PairDictionaries): readonly DictionaryEntry[] => {
  const { translation, generation } = dictionaries;
  const entries = new Map<string, DictionaryEntry>();
  for (const { analysis, lemma, partOfSpeech } of readingsOf(word, dictionaries)) {
    const key = `${partOfSpeech} ${lemma}`;
    const before = entries.get(key)?.translations ?? [];
    const words = translation
      .lookUpBeginning(analysis)
      .filter(isTranslation)
      .map((translated) => generation.lookUp(translated)[0]?.trim() || lemmaOf(translated))
      .filter((one) => WORDS.test(one));
    const translations = [...new Set([...before, ...words])];
    if (translations.length > 0) entries.set(key, { partOfSpeech, lemma, translations });
  }
  return [...entries.values()];
};

/** Three for each direction of two pairs; each takes a few megabytes. */
const MAX_OPEN = 12;

interface Opened {
  readonly dictionary: Promise<CompiledDictionary | undefined>;
  lastUsedMs: number;
}

/** Compiled dictionaries that were used lately. */
export class OpenedDictionaries {
  readonly #log: Logger;
  readonly #opened = new Map<string, Opened>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Opens those that are not open yet; undefined where one cannot be read. */
  async open<Name extends string>(
    paths: Readonly<Record<Name, string>>,
  ): Promise<Readonly<Record<Name, CompiledDictionary>> | undefined> {
    const names = Object.keys(paths) as Name[];
    const dictionaries = await Promise.all(names.map((name) => this.#openOne(paths[name])));
    const entries = names.flatMap((name, index) => {
      const dictionary = dictionaries[index];
      return dictionary ? [[name, dictionary] as const] : [];
    });
    return entries.length === names.length
      ? (Object.fromEntries(entries) as Record<Name, CompiledDictionary>)
      : undefined;
  }

  /** Forgets those that were not used since a point in time (`performance.now()`). */
  closeIdleSince(pointMs: number): void {
    for (const [path, { lastUsedMs }] of this.#opened) {
      if (lastUsedMs <= pointMs) this.#opened.delete(path);
    }
  }

  clear(): void {
    this.#opened.clear();
  }

  #openOne(path: string): Promise<CompiledDictionary | undefined> {
    const known = this.#opened.get(path);
    const opened = known ?? { dictionary: this.#read(path), lastUsedMs: 0 };
    opened.lastUsedMs = performance.now();
    // The order is that of their use.
    this.#opened.delete(path);
    this.#opened.set(path, opened);
    const [oldest] = this.#opened.keys();
    if (oldest !== undefined && this.#opened.size > MAX_OPEN) this.#opened.delete(oldest);
    return opened.dictionary;
  }

  async #read(path: string): Promise<CompiledDictionary | undefined> {
    try {
      return await readCompiledDictionary(path);
    } catch (error) {
      this.#log.warn({ err: error, path }, 'a dictionary of Apertium cannot be read');
      return undefined;
    }
  }
}
