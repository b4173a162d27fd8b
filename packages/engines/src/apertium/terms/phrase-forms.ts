import type { LanguageTag } from '@dragoman/contract';
import type { PhraseForm } from '@dragoman/core';
import { encodeText } from '../text/escaping.js';
import { inMessages, type LexicalUnit, SEPARATOR, unitsIn } from './lexical-units.js';

/** How the dictionary of a language is asked; both in Apertium's stream format. */
export interface DictionaryTools {
  /** `houses` becomes `^houses/house<n><pl>$`. */
  analyse(text: string): Promise<string>;
  /** `^house<n><pl>$` becomes `houses`; what it does not know gets a mark before it. */
  generate(analyses: string): Promise<string>;
}

/** A phrase whose plural is to be generated: its words, and the readings of those that change. */
interface Singular {
  readonly units: readonly LexicalUnit[];
  readonly changes: ReadonlyMap<LexicalUnit, string>;
}

const MAX_WORDS = 6;
const PHRASE = /^[\p{L}\p{M}\p{N}'’ -]{1,100}$/u;

const PREPOSITION = /<pr>/;
const NOUN = /<np?>/;
/** Nouns that have a plural. */
const SINGULAR_NOUN = /<n>(?!<unc>|<acr>).*<sg>/;
const ADJECTIVE = /<adj>/;
const SINGULAR_ADJECTIVE = /<adj>.*<sg>/;

/** Languages whose phrases end with their noun; a preposition ends the phrase: `bill of lading`. */
const NOUN_LAST: ReadonlySet<LanguageTag> = new Set(['en']);
/** Languages whose phrases begin with their noun, and whose adjectives agree with it. */
const NOUN_FIRST: ReadonlySet<LanguageTag> = new Set(['ca', 'es', 'fr', 'gl', 'it', 'oc', 'pt']);

/**
 * What a dictionary knows about phrases. In languages other than English and the Romance ones, only
 * single words have a plural here.
 *
 * A word that is also an adjective has none. A plural is only believed where the dictionary also makes the given singular of the same analysis.
 */
export const findPhraseForms = async (
  language: LanguageTag,
  phrases: readonly string[],
  { analyse, generate }: DictionaryTools,
): Promise<readonly PhraseForm[]> => {
  const areReadable = phrases.map((phrase) => PHRASE.test(phrase));
  const readable = phrases.filter((_, index) => areReadable[index]);
  const analyses = (await inMessages(readable.map(encodeText), analyse))
    .map(unitsOfPhrase)
    .values();
  const units = areReadable.map((isOne) => (isOne ? (analyses.next().value ?? []) : []));
  const singulars = units.map((own) => singularOf(own, language));
  const changed = singulars.flatMap((one) => [...(one?.changes.values() ?? [])]);
  const asked = [...new Set(changed.flatMap((reading) => [reading, inPlural(reading)]))];
  const written = await inMessages(
    asked.map((reading) => `^${reading}$${SEPARATOR}`),
    generate,
  );
  const words = new Map(asked.map((reading, index) => [reading, written[index]?.trim() ?? '']));
  return phrases.map((phrase, index) => {
    const kind = kindOf(headOf(units[index] ?? [], language));
    const singular = singulars[index];
    const plural = singular && pluralOf(phrase, singular, words);
    return { kind, ...(plural !== undefined && plural !== phrase && { plural }) };
  });
};

// The last one is the artificial full stop.
const unitsOfPhrase = (analysis: string): readonly LexicalUnit[] => unitsIn(analysis).slice(0, -1);

/** The word that decides what a phrase is. */
const headOf = (units: readonly LexicalUnit[], language: LanguageTag): LexicalUnit | undefined => {
  const end = units.findIndex(({ readings }) => readings.some((one) => PREPOSITION.test(one)));
  return NOUN_LAST.has(language) ? units.slice(0, end < 1 ? units.length : end).at(-1) : units[0];
};

const kindOf = (head: LexicalUnit | undefined): PhraseForm['kind'] => {
  if (!head || head.readings.every((reading) => reading.startsWith('*'))) return 'unknown';
  return head.readings.some((reading) => NOUN.test(reading)) ? 'noun' : 'other';
};

/** Which words of a phrase change in the plural; undefined where that is not known. */
const singularOf = (units: readonly LexicalUnit[], language: LanguageTag): Singular | undefined => {
  const head = headOf(units, language);
  const noun = head?.readings.find((reading) => SINGULAR_NOUN.test(reading));
  // `goods` is no plural of what a glossary calls `good`.
  const isAdjective = head?.readings.some((reading) => ADJECTIVE.test(reading));
  if (!head || noun === undefined || isAdjective || units.length > MAX_WORDS) return undefined;
  const changes = new Map([[head, noun]]);
  if (units.length === 1 || NOUN_LAST.has(language)) return { units, changes };
  if (!NOUN_FIRST.has(language)) return undefined;
  for (const unit of units.slice(1)) {
    if (unit.readings.some((reading) => PREPOSITION.test(reading))) break;
    const adjective = unit.readings.find((reading) => SINGULAR_ADJECTIVE.test(reading));
    if (adjective !== undefined) changes.set(unit, adjective);
    else if (!unit.readings.some((reading) => SINGULAR_NOUN.test(reading))) return undefined;
  }
  return { units, changes };
};

const inPlural = (reading: string): string => reading.replace('<sg>', '<pl>');

const pluralOf = (
  phrase: string,
  { units, changes }: Singular,
  words: ReadonlyMap<string, string>,
): string | undefined => {
  let plural = '';
  let position = 0;
  for (const unit of units) {
    const at = phrase.indexOf(unit.surface, position);
    if (at < 0) return undefined;
    const reading = changes.get(unit);
    const word = reading === undefined ? unit.surface : words.get(inPlural(reading));
    const isSound = reading === undefined || words.get(reading) === unit.surface;
    if (!isSound || !word || /^[#*@]/.test(word)) return undefined;
    plural += phrase.slice(position, at) + word;
    position = at + unit.surface.length;
  }
  return plural + phrase.slice(position);
};
