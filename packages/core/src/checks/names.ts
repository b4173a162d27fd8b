import { baseOf, type LanguageTag } from '@dragoman/contract';
import { OTHER_THAN_LATIN } from '../characters.js';
import { charactersOf, editDistance } from '../edit-distance.js';
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
    'Adam Agnieszka Aleksandra Alessandro Alessia Alex Alexander Alexandra Alexis Alice ' +
    'Alicja Amanda Amelia Amy Ana Anders Andrea Andreas Andrew André Andrzej Angela Anna Anne ' +
    'Annette Anthony Antoine Anton Antonia Antonio António Arthur Ashley Barbara Bart Beata ' +
    'Beatriz Ben Benjamin Bernd Birgit Björn Brian Brigitte Bruno Camille Carlos Carmen ' +
    'Caroline Catarina Catherine Céline Charles Charlotte Chiara Chloé Chris Christina ' +
    'Christine Christoph Christopher Claire Claudia Clemens Cristina Cynthia Daan Daniel ' +
    'Daniela Daniele Danuta David Deborah Denise Diego Dieter Donald Dorota Dylan Eduardo ' +
    'Edward Elena Elias Elisabeth Elizabeth Ella Elliot Elżbieta Emil Emily Emma Eric Erik ' +
    'Ethan Eva Evelyn Ewa Élise Fabian Federica Federico Felipe Felix Femke Fernanda Fernando ' +
    'Filipe Francesca Francesco François Françoise Franziska Friedrich Gabriel Gabriela ' +
    'Gareth Geoffrey Gerhard Gertrud Giorgio Giovanni Giulia Giuseppe Gregory Grzegorz ' +
    'Guillaume Gustavo Hannah Hans Heike Heinrich Heinz Helena Helga Helmut Hendrik Henri ' +
    'Henry Hélène Holger Hugo Ian Ilona Inês Ingrid Irena Isaac Isabel Isabella Isabelle ' +
    'Jacek Jacob Jacqueline Jakob James Jan Jane Janusz Jason Javier Jennifer Jeremy Jeroen ' +
    'Jerzy Jessica Joana Joanna João Joe Johann Johanna Johannes John Jonas Jonathan Jorge ' +
    'Joseph José Joshua Juan Judith Julia Julian Julie Justyna Jürgen Kamil Karin Karl ' +
    'Karolina Katarzyna Katharina Katherine Kathleen Kathrin Katie Kenneth Kevin Klaus ' +
    'Krzysztof Kyle Larissa Lars Laura Lauren Lea Lena Leo Leon Leonardo Leonie Léa Liam ' +
    'Linda Lisa Lorena Lorenzo Louis Louise Luca Lucas Lucía Luis Luisa Luiz Lukas Luke Lydia ' +
    'Maciej Magdalena Manuel Manuela Marcel Marcin Marco Marcos Marek Margaret Maria Mariam ' +
    'Mariana Marie Marieke Mariusz María Marta Martha Martin Martina Mary Mateo Mateusz ' +
    'Matteo Matthew Matthias Maximilian Małgorzata Megan Melanie Mia Michael Michał Michel ' +
    'Michelle Miguel Mikael Milena Mohammed Monika Nadine Natalia Natalie Nathan Nicolas ' +
    'Nicole Niklas Nina Noah Nora Olga Oliver Olivia Olivier Oskar Pablo Pamela Paolo ' +
    'Patricia Patrick Paul Paulina Pauline Paulo Pawel Paweł Pedro Peter Petra Philip Philipp ' +
    'Philippe Pierre Pieter Piotr Rachel Rafael Rafał Ralf Raquel Rebecca Rebekka Renate ' +
    'Ricardo Richard Robert Roberto Rodrigo Roger Roland Ronald Ryan Ryszard Sabine Samantha ' +
    'Samuel Sandra Sara Sarah Sebastian Sebastián Sergio Sharon Silvia Simone Sofia Sofía ' +
    'Sophia Sophie Stanisław Stefan Stefanie Stefano Stephan Stephanie Steven Susan Susanne ' +
    'Sven Sylvie Teresa Theresa Thierry Thomas Tim Timothy Tina Tobias Tom Tomasz Tomás ' +
    'Tommaso Torsten Tyler Ulrike Ursula Uwe Valentina Vanessa Veronica Verónica Véronique ' +
    'Viktor Viktoria Vincent Walter Werner Wilhelm Willem William Wojciech Wolfgang Xavier ' +
    'Yvonne Zachary Zbigniew Zoe Zoë Zofia Łukasz'
  ).split(' '),
);
/** Whether a word is a given name, and hardly anything else. */
export const isGivenName = (word: string): boolean => GIVEN_NAMES.has(word);

/** Up to three words, with initials between them. */
const PERSON =
  /^(\p{Lu}[\p{L}\p{M}]+)(?:-\p{Lu}[\p{L}\p{M}]+)?(?: \p{Lu}\.)?((?: \p{Lu}[\p{L}\p{M}'’-]+){0,2})[,.!]?$/u;
/** What is called after a person, such as `Charles Bridge`. */
const CALLED_AFTER = new Set(
  (
    'Airport Avenue Award Bay Beach Bridge Castle Cathedral Church Code College Company Day Effect ' +
    'Foundation Garden Gardens Group Hall Hospital Hotel House Institute Island Islands Lake Law Museum ' +
    'Palace Park Prize River Road School Square Station Street Test Theatre Theorem Tower Trophy ' +
    'University'
  ).split(' '),
);

/**
 * Whether a text is nothing but the name of a person, such as a signature: a common given name, alone or
 * with family names.
 */
export const isPersonName = (text: string): boolean => {
  const [, given = '', family = ''] = PERSON.exec(text) ?? [];
  return isGivenName(given) && !CALLED_AFTER.has(family.split(' ').at(-1) ?? '');
};

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
    editDistance(charactersOf(name), charactersOf(word), most) !== undefined
  );
};
