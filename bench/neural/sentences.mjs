const WORDS = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an ' +
  'they which one you were all her she there would their we him been has when who will no more if out so ' +
  'up said what its about than into them can only other time new some could these two may first then do ' +
  'any like my now over such our man me even most made after also did many off before must well back ' +
  'through years much where your way down should because long each just state people those too how'
).split(' ');

/**
 * An endless sequence of different sentences with the given number of common English words, the
 * same in every run.
 */
export function* sentencesOf(words) {
  let state = 7;
  const pick = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[Math.floor((state / 2 ** 32) * WORDS.length)];
  };
  for (;;) {
    const sentence = Array.from({ length: words }, pick).join(' ');
    yield `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
  }
}

/** The next `count` of them. */
export const take = (sentences, count) =>
  Array.from({ length: count }, () => sentences.next().value);
