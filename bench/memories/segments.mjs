/** Words of the invented language: more than a usual dictionary has. */
const WORDS = 60_000;
const ONSETS = '     b br c d f g gr h j k l m n p pl r s sc st t tr v w'.split(' ');
const VOWELS = 'a e i o u ai ea ee ie io ou'.split(' ');
const CODAS = '             b d l m n nt p r s st t'.split(' ');

/** Numbers from 0 up to 1, the same in every run (mulberry32, public domain). */
export const createRandom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let hash = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
  return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
};

const chosen = (items, random) => items[Math.floor(items.length * random())];

/** A word of one to four syllables; frequent words are short. */
const wordOf = (number) => {
  const random = createRandom(number);
  const syllables = 1 + Math.floor(Math.log10(number + 3) * (0.4 + 0.4 * random()));
  return Array.from({ length: syllables }, () =>
    [ONSETS, VOWELS, CODAS].map((sounds) => chosen(sounds, random)).join(''),
  ).join('');
};

const VOCABULARY = Array.from({ length: WORDS }, (_, number) => wordOf(number));

/**
 * A sentence of invented words as frequent as in a language (Zipf's law), of 3 to 30 words. The same
 * number gives the same sentence.
 */
export const segmentOf = (number) => {
  const random = createRandom(number * 7919 + 1);
  const length = 3 + Math.floor(28 * random() ** 2);
  const words = Array.from(
    { length },
    () => VOCABULARY[Math.floor(WORDS ** random()) - 1] ?? VOCABULARY[0],
  );
  const text = words.join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
};

/** A segment with one word replaced by another, in a long one two. */
export const changedSegment = (number) => {
  const random = createRandom(number);
  const words = segmentOf(number).split(' ');
  for (let change = 0; change <= words.length / 16; change++) {
    words[1 + Math.floor(random() * (words.length - 1))] = chosen(VOCABULARY, random);
  }
  return words.join(' ');
};

/** A TMX file of the first segments, piece by piece. */
export async function* tmxOf(count) {
  const pieces = ['<tmx version="1.4"><header srclang="en"/><body>'];
  for (let number = 0; number < count; number++) {
    const text = segmentOf(number);
    pieces.push(
      `<tu><tuv xml:lang="en"><seg>${text}</seg></tuv><tuv xml:lang="es"><seg>${text.toUpperCase()}</seg></tuv></tu>\n`,
    );
    if (pieces.length === 500) yield Buffer.from(pieces.splice(0).join(''));
  }
  yield Buffer.from(`${pieces.join('')}</body></tmx>`);
}
