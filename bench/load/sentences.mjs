const ADJECTIVES = 'young old new good clever small big happy famous tired'.split(' ');
const PEOPLE = 'teacher doctor student farmer writer worker neighbour lawyer singer artist'.split(
  ' ',
);
const VERBS = 'bought sold found painted'.split(' ');
const THINGS = 'books houses cars tables chairs letters apples flowers windows pictures'.split(' ');
const OWNERS = 'school hospital museum city family company church library'.split(' ');
const PLACES = 'river bridge station market forest sea'.split(' ');

/**
 * A sentence of twelve English words that no other number gives, so that neither a cache nor the
 * coalescing of identical requests helps any server. The number itself is one of the words.
 *
 * @param {number} number a whole number from 0
 */
export const sentenceOf = (number) => {
  let rest = number;
  const pick = (words) => {
    const word = words[rest % words.length];
    rest = Math.floor(rest / words.length);
    return word;
  };
  const [adjective, person, thing, verb, owner, place] = [
    ADJECTIVES,
    PEOPLE,
    THINGS,
    VERBS,
    OWNERS,
    PLACES,
  ].map(pick);
  return `The ${adjective} ${person} ${verb} ${number} ${thing} for the ${owner} near the ${place}.`;
};

/**
 * Whether an answer can be the translation of that sentence: it holds the number and is not a copy.
 *
 * @param {string} answer
 * @param {number} number
 */
export const isTranslation = (answer, number) =>
  answer.includes(String(number)) && answer !== sentenceOf(number) && answer.split(' ').length >= 8;
