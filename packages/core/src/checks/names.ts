import { baseOf, editDistance, type LanguageTag } from '@dragoman/contract';
import { OTHER_THAN_LATIN } from '../characters.js';
import type { TextRange } from '../ranges.js';

/** Shorter words are alike by chance. */
const MIN_LETTERS = 4;
/** Longer texts have too many words to compare each with each. */
const MAX_CHARACTERS = 1000;
/** A capital says nothing of a word where all nouns have one. */
const CAPITALISED_NOUNS = new Set(['de', 'lb']);
const CAPITALISED = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]+/gu;

/**
 * Frequent given names of the served languages that are hardly anything else: not `Mark`, `Rose`,
 * `Paris` or `May`.
 */
const GIVEN_NAMES = new Set(
  (
    'Adam Agnieszka Aleksandra Alessandro Alessia Alexander Alice Alicja Amanda Ana Anders André ' +
    'Andrea Andreas Andrew Andrzej Angela Anna Anne Annette Antoine Anton Antonio António Arthur ' +
    'Barbara Bart Beata Beatriz Benjamin Bernd Birgit Björn Brigitte Bruno Camille Carlos Carmen ' +
    'Caroline Catarina Catherine Céline Charles Chiara Chloé Christina Christine Christoph ' +
    'Claire Claudia Cristina Daan Daniel Daniela Danuta David Deborah Diego Dieter Dorota Edward ' +
    'Eduardo Elena Elisabeth Elizabeth Élise Elżbieta Emily Emma Erik Ewa Fabian Federica Federico ' +
    'Felipe Femke Fernanda Fernando Filipe Francesca Francesco Franziska François Françoise Friedrich ' +
    'Gabriel Gabriela Gerhard Gertrud Giovanni Giulia Giuseppe Grzegorz Guillaume Gustavo Hannah Hans ' +
    'Heike Heinrich Heinz Helena Helga Hélène Helmut Hendrik Henri Henry Holger Ilona Inês Ingrid ' +
    'Irena Isabel Isabella Isabelle Jacek Jacqueline James Jan Jane Janusz Javier Jeroen Jerzy ' +
    'Joana Joanna João Johann Johanna Johannes John Jorge José Joseph Juan Julia Julian Julie Jürgen ' +
    'Justyna Kamil Karin Karl Karolina Katarzyna Katharina Kathrin Kevin Klaus Krzysztof Lars Laura ' +
    'Léa Lena Leon Leonardo Linda Lisa Lorenzo Louis Louise Lucas Lucía Luis Luisa Luiz Lukas Łukasz ' +
    'Maciej Magdalena Małgorzata Manuel Manuela Marcel Marcin Marco Marcos Marek Margaret Maria María ' +
    'Mariana Marie Marieke Mariusz Marta Martha Martin Martina Mary Mateusz Matteo Matthias Maximilian ' +
    'Melanie Michael Michał Michel Michelle Miguel Monika Nadine Natalia Nicolas Nicole Niklas Nina ' +
    'Oliver Olivier Pablo Paolo Patricia Patrick Paul Paulina Paulo Pawel Paweł Pedro Peter Petra ' +
    'Philipp Philippe Pierre Pieter Piotr Rafael Rafał Ralf Raquel Rebecca Renate Ricardo Richard ' +
    'Robert Roberto Rodrigo Roger Roland Ryszard Sabine Samuel Sandra Sara Sarah Sebastian Sergio ' +
    'Silvia Simone Sofia Sophie Stanisław Stefan Stefanie Stefano Stephan Stephanie Steven Susan ' +
    'Susanne Sven Sylvie Teresa Theresa Thierry Thomas Tobias Tomás Tomasz Torsten Ulrike Ursula Uwe ' +
    'Valentina Véronique Vincent Werner Wilhelm William Willem Wojciech Wolfgang Xavier Yvonne ' +
    'Zbigniew Zofia'
  ).split(' '),
);
/** A given name and a family name. */
const FULL_NAME =
  /(?<![\p{L}\p{M}\p{N}])(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?)(?![\p{L}\p{M}\p{N}])/gu;
/** Endings change or take the place of this many letters at most: "Marek", "Marka". */
const ENDING_LETTERS = 2;
const MIN_STEM_LETTERS = 3;

/** Full names that a translation in Latin letters lacks; with an ending, they are there. */
const lostFullNames = (source: string, translated: string): readonly TextRange[] => {
  if (OTHER_THAN_LATIN.test(translated)) return [];
  const written = foldWithoutAccents(translated);
  const stemOfName = (name: string): string => {
    const [folded = ''] = foldWithoutAccents(name).split('-');
    return folded.slice(0, Math.max(MIN_STEM_LETTERS, folded.length - ENDING_LETTERS));
  };
  const isThere = (given: string, family: string): boolean =>
    new RegExp(`(?<!\\p{L})${stemOfName(given)}\\p{L}*\\s${stemOfName(family)}`, 'u').test(written);
  return [...source.matchAll(FULL_NAME)]
    .filter(([, given = '', family = '']) => GIVEN_NAMES.has(given) && !isThere(given, family))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }));
};

/**
 * Names that a translation spells wrongly: capitalised inside a sentence of the source, missing in
 * the translation, which has a capitalised word one or two letters away instead ("Kowalski" and
 * "Kowaliski"). A translated name ("Germany", "Deutschland"), an ending ("Annas") or an accent is
 * no mistake. A family name behind a common given name may not be translated at all ("Maria
 * Schneider", "Mary Tailor").
 */
export const alteredNames = (
  source: string,
  translated: string,
  sourceLanguage: LanguageTag,
): readonly TextRange[] => {
  if (source.length > MAX_CHARACTERS) return [];
  const lost = lostFullNames(source, translated);
  if (lost.length > 0 || CAPITALISED_NOUNS.has(baseOf(sourceLanguage))) return lost;
  const found = capitalisedWords(translated).map(({ folded }) => folded);
  const names = capitalisedWords(source).filter(({ start }) => isInsideSentence(source, start));
  const known = new Set(names.map(({ folded }) => folded));
  return names
    .filter(({ folded }) => !found.some((word) => word.startsWith(stemOf(folded))))
    .filter(({ folded }) => found.some((word) => !known.has(word) && isMisspelling(folded, word)))
    .map(({ start, end }) => ({ start, end }));
};

const capitalisedWords = (text: string) =>
  [...text.matchAll(CAPITALISED)]
    .map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      folded: foldWithoutAccents(word),
    }))
    .filter(({ folded }) => folded.length >= MIN_LETTERS);

/** Without case and accents. */
const foldWithoutAccents = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Without the last letter where that is a vowel: many languages change it ("Anna", "Annę"). */
const stemOf = (folded: string): string => folded.replace(/[aeiouy]$/u, '');

/** Whether a lower-case word or a comma comes before, so that a name alone explains the capital. */
const isInsideSentence = (text: string, start: number): boolean =>
  /[\p{Ll},]["'“‘(]?\s["'“‘(]?$/u.test(text.slice(Math.max(0, start - 5), start));

/** The same first letter, and one letter more, less or other; two in words of seven letters. */
const isMisspelling = (name: string, word: string): boolean => {
  const most = name.length >= 7 ? 2 : 1;
  return (
    name[0] === word[0] &&
    name !== word &&
    Math.abs(name.length - word.length) <= most &&
    editDistance(name, word) <= most
  );
};
