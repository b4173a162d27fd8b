// Everyday sentences of six to ten words, all different.
const BEGINNINGS = [
  'My brother wants to buy',
  'Can you please bring me',
  'We have already paid for',
  'She told me yesterday about',
  'I would like to see',
  'They are still waiting for',
  'Nobody in the office has found',
  'The neighbours often talk about',
  'Tomorrow we will look for',
  'He never says anything about',
];
const THINGS = [
  'the new car',
  'two tickets for the concert',
  'a cup of hot coffee',
  'the old house by the river',
  'the letter from the bank',
  'a small table for the kitchen',
  'the key of the back door',
  'the train to the airport',
];
const ENDINGS = [
  '.',
  ' before the weekend.',
  ' this morning.',
  ', but it is too late.',
  ' because the children are hungry.',
];

/** The sentences in an order that mixes them, the same every time. */
export const everydaySentences = () => {
  const all = BEGINNINGS.flatMap((beginning) =>
    THINGS.flatMap((thing) => ENDINGS.map((ending) => `${beginning} ${thing}${ending}`)),
  );
  // 263 shares no factor with their number, so every one comes up once.
  return all.map((_, index) => all[(index * 263) % all.length]);
};
