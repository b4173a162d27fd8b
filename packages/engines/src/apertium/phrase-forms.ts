import type { LanguageTag } from '@dragoman/contract';
import type { PhraseForm } from '@dragoman/core';
import { encodeText } from './escaping.js';

/** How the dictionary of a language is asked; both in Apertium's stream format. */
interface DictionaryTools {
  /** `houses` becomes `^houses/house<n><pl>$`. */
  analyse(text: string): Promise<string>;
  /** `^house<n><pl>$` becomes `houses`; what it does not know gets a mark before it. */
  generate(analyses: string): Promise<string>;
}

/** A word, or several that the dictionary has as one, and what it may be. */
interface LexicalUnit {
  readonly surface: string;
  /** Such as `house<n><sg>`; those of an unknown word begin with a star. */
  readonly readings: readonly string[];
}

/** An artificial end of a sentence: what is left of it in the output separates the texts. */
export const SEPARATOR = '[]';

/** Texts in one message: long enough to be quick, short enough to let translations in between. */
const TEXTS_PER_MESSAGE = 200;
const LEXICAL_UNIT = /\^([^/$]*)\/([^$]*)\$/g;

/** The words in Apertium's stream format: `^houses/house<n><pl>$`. */
const unitsIn = (stream: string): readonly LexicalUnit[] =>
  Array.from(stream.matchAll(LEXICAL_UNIT), ([, surface = '', readings = '']) => ({
    surface,
    readings: readings.split('/'),
  }));

/** The answers to texts that end with a separator, several in one message. */
const inMessages = async (
  texts: readonly string[],
  ask: (message: string) => Promise<string>,
): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (let start = 0; start < texts.length; start += TEXTS_PER_MESSAGE) {
    const message = texts.slice(start, start + TEXTS_PER_MESSAGE);
    answers.push(...(await ask(message.join('\n'))).split(SEPARATOR).slice(0, message.length));
  }
  return answers;
};

/** A change of a reading, `house<n><sg>` to `house<n><pl>`. */
interface Inflection {
  /** Of `pl`, `def`, `f`, `acc`, `dat` and `gen`, those that differ from the given form, in this order. */
  readonly name: string;
  inflect(reading: string): string;
}

type Change = readonly [feature: string, inflect: Inflection['inflect']];

const to = (feature: string, from: string): Change => [
  feature,
  (reading) => reading.replace(`<${from}>`, `<${feature}>`),
];

/** In the Scandinavian dictionaries, the genitive is a tag more: `hus<n><nt><sg><ind><gen>`. */
const GENITIVE: Change = ['gen', (reading) => `${reading}<gen>`];

const changesOf = (reading: string): readonly (readonly Change[])[] => {
  const has = (tag: string): boolean => reading.includes(`<${tag}>`);
  const isAdjective = has('adj');
  const cases = ['acc', 'dat', 'gen'].map((name) => to(name, 'nom'));
  return [
    has('sg') ? [to('pl', 'sg')] : [],
    has('ind') && !isAdjective ? [to('def', 'ind')] : [],
    has('m') && isAdjective ? [to('f', 'm')] : [],
    has('nom') ? cases : has('ind') && !isAdjective ? [GENITIVE] : [],
  ];
};

/** The forms that a reading may have besides its own, the plainest first; a dictionary may not make all of them. */
export const inflectionsOf = (reading: string): readonly Inflection[] =>
  changesOf(reading)
    .reduce<readonly (readonly Change[])[]>(
      (combined, changes) =>
        combined.flatMap((before) => [before, ...changes.map((change) => [...before, change])]),
      [[]],
    )
    .filter((changes) => changes.length > 0)
    .toSorted((one, two) => one.length - two.length)
    .map((changes) => ({
      name: changes.map(([feature]) => feature).join(' '),
      inflect: (own) => changes.reduce((changed, [, inflect]) => inflect(changed), own),
    }));

/** A phrase to inflect: its words, the readings of those that change, and how they do. */
interface BaseForm {
  readonly units: readonly LexicalUnit[];
  readonly changes: ReadonlyMap<LexicalUnit, string>;
  readonly inflections: readonly Inflection[];
}

const MAX_WORDS = 6;
const PHRASE = /^[\p{L}\p{M}\p{N}'’ -]{1,100}$/u;

const PREPOSITION = /<pr>/;
const NOUN = /<np?>/;
/** Nouns that have a plural, in the form that glossaries have. */
const SINGULAR_NOUN = /<n>(?!<unc>|<acr>)(?!.*<(?:gen|cmp|compound)).*<sg>/;
const ADJECTIVE = /<adj>/;
const SINGULAR_ADJECTIVE = /<adj>.*<sg>/;

/** Languages whose phrases end with their noun; a preposition ends the phrase: `bill of lading`. */
const NOUN_LAST: ReadonlySet<LanguageTag> = new Set(['en']);
/** Languages whose phrases begin with their noun, and whose adjectives agree with it. */
const NOUN_FIRST: ReadonlySet<LanguageTag> = new Set(['ca', 'es', 'fr', 'gl', 'it', 'oc', 'pt']);

/**
 * What a dictionary knows about phrases. Nouns are inflected in all languages, adjectives in the
 * Romance ones; phrases of several words have a plural in English and the Romance languages.
 *
 * A word that may be a noun or an adjective has no other forms. A form is only believed where the
 * dictionary also makes the given one of the same analysis.
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
  const baseForms = units.map((own) => baseFormOf(own, language));
  const asked = [...new Set(baseForms.flatMap((one) => (one ? readingsOf(one) : [])))];
  const written = await inMessages(
    asked.map((reading) => `^${reading}$${SEPARATOR}`),
    generate,
  );
  const words = new Map(asked.map((reading, index) => [reading, written[index]?.trim() ?? '']));
  return phrases.map((phrase, index) => {
    const kind = kindOf(headOf(units[index] ?? [], language));
    const baseForm = baseForms[index];
    const inflections = baseForm && inflectionsOfPhrase(phrase, baseForm, words);
    return { kind, ...(inflections && inflections.size > 0 && { inflections }) };
  });
};

const readingsOf = ({ changes, inflections }: BaseForm): readonly string[] =>
  Array.from(changes.values(), (reading) => [
    reading,
    ...inflections.map(({ inflect }) => inflect(reading)),
  ]).flat();

// The last one is the artificial full stop.
const unitsOfPhrase = (analysis: string): readonly LexicalUnit[] => unitsIn(analysis).slice(0, -1);

/** The word that decides what a phrase is. */
const headOf = (units: readonly LexicalUnit[], language: LanguageTag): LexicalUnit | undefined => {
  const end = units.findIndex(({ readings }) => readings.some((one) => PREPOSITION.test(one)));
  return NOUN_LAST.has(language) ? units.slice(0, end < 1 ? units.length : end).at(-1) : units[0];
};

const kindOf = (head: LexicalUnit | undefined): PhraseForm['kind'] => {
  if (!head || head.readings.every((reading) => reading.startsWith('*'))) return 'unknown';
  if (head.readings.some((reading) => NOUN.test(reading))) return 'noun';
  return head.readings.some((reading) => ADJECTIVE.test(reading)) ? 'adjective' : 'other';
};

/** Which words of a phrase change, and how; undefined where that is not known. */
const baseFormOf = (units: readonly LexicalUnit[], language: LanguageTag): BaseForm | undefined => {
  const head = headOf(units, language);
  if (!head || units.length > MAX_WORDS) return undefined;
  const noun = head.readings.find((reading) => SINGULAR_NOUN.test(reading));
  const adjective = head.readings.find((reading) => SINGULAR_ADJECTIVE.test(reading));
  if (units.length === 1) {
    const isAdjective = NOUN_FIRST.has(language) && head.readings.every(isOnlyAdjective);
    const reading = isAdjective ? adjective : head.readings.some(isAdjectival) ? undefined : noun;
    if (reading === undefined) return undefined;
    return { units, changes: new Map([[head, reading]]), inflections: inflectionsOf(reading) };
  }
  // `goods` is no plural of what a glossary calls `good`.
  if (noun === undefined || head.readings.some(isAdjectival)) return undefined;
  const changes = new Map([[head, noun]]);
  const inflections = inflectionsOf(noun).filter(({ name }) => name === 'pl');
  if (NOUN_LAST.has(language)) return { units, changes, inflections };
  if (!NOUN_FIRST.has(language)) return undefined;
  for (const unit of units.slice(1)) {
    if (unit.readings.some((reading) => PREPOSITION.test(reading))) break;
    const own = unit.readings.find((reading) => SINGULAR_ADJECTIVE.test(reading));
    if (own !== undefined) changes.set(unit, own);
    else if (!unit.readings.some((reading) => SINGULAR_NOUN.test(reading))) return undefined;
  }
  return { units, changes, inflections };
};

const isAdjectival = (reading: string): boolean => ADJECTIVE.test(reading);
const isOnlyAdjective = (reading: string): boolean => isAdjectival(reading) && !NOUN.test(reading);

/** The forms that differ from the given one and from each other, by name; the plainest name counts. */
const inflectionsOfPhrase = (
  phrase: string,
  baseForm: BaseForm,
  words: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const forms = new Map<string, string>();
  const seen = new Set([phrase]);
  for (const inflection of baseForm.inflections) {
    const inflected = inflectPhrase(phrase, baseForm, inflection, words);
    if (inflected === undefined || seen.has(inflected)) continue;
    seen.add(inflected);
    forms.set(inflection.name, inflected);
  }
  return forms;
};

const inflectPhrase = (
  phrase: string,
  { units, changes }: BaseForm,
  { inflect }: Inflection,
  words: ReadonlyMap<string, string>,
): string | undefined => {
  let inflected = '';
  let position = 0;
  for (const unit of units) {
    const at = phrase.indexOf(unit.surface, position);
    if (at < 0) return undefined;
    const reading = changes.get(unit);
    const word = reading === undefined ? unit.surface : words.get(inflect(reading));
    const isSound = reading === undefined || words.get(reading) === unit.surface;
    if (!isSound || !word || /^[#*@]/.test(word)) return undefined;
    inflected += phrase.slice(position, at) + word;
    position = at + unit.surface.length;
  }
  return inflected + phrase.slice(position);
};
