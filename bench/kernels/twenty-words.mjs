const WORDS = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an ' +
  'they which one you were all her she there would their we him been has when who will no more if out so ' +
  'up said what its about than into them can only other time new some could these two may first then do ' +
  'any like my now over such our man me even most made after also did many off before must well back ' +
  'through years much where your way down should because long each just state people those too mr how ' +
  'little good world make very year still see own work men day get here old life both between being under ' +
  'three never know same last another while us might great go come since against right came take used'
).split(' ');

/** Sentences of the given number of common English words, the same ones every time. */
export const createSentences = (count, words) => {
  let state = 7;
  const pick = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[Math.floor((state / 2 ** 32) * WORDS.length)];
  };
  return Array.from({ length: count }, () => {
    const sentence = Array.from({ length: words }, pick).join(' ');
    return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
  });
};
