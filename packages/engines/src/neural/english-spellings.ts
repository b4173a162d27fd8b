import { in24Hours, rewriteTimes, timesOf12Hours } from '@dragoman/core';

/** How people write in English chats, and what is in books. */
const SPELLINGS = new Map([
  ['asap', 'as soon as possible'],
  ['b4', 'before'],
  ['bday', 'birthday'],
  ['btw', 'by the way'],
  ['cant', "can't"],
  ['couldnt', "couldn't"],
  ['coz', 'because'],
  ['cuz', 'because'],
  ['didnt', "didn't"],
  ['doesnt', "doesn't"],
  ['dont', "don't"],
  ['dunno', "don't know"],
  ['gimme', 'give me'],
  ['gonna', 'going to'],
  ['gotta', 'have to'],
  ['gr8', 'great'],
  ['idk', "I don't know"],
  ['im', "I'm"],
  ['imo', 'in my opinion'],
  ['isnt', "isn't"],
  ['ive', "I've"],
  ['kinda', 'kind of'],
  ['lemme', 'let me'],
  ['pls', 'please'],
  ['plz', 'please'],
  ['ppl', 'people'],
  ['r', 'are'],
  ['shouldnt', "shouldn't"],
  ['thats', "that's"],
  ['thx', 'thanks'],
  ['tmrw', 'tomorrow'],
  ['tnx', 'thanks'],
  ['u', 'you'],
  ['ur', 'your'],
  ['wanna', 'want to'],
  ['wasnt', "wasn't"],
  ['whats', "what's"],
  ['wont', "won't"],
  ['wouldnt', "wouldn't"],
  ['youre', "you're"],
]);
/** With capitals, these are other words: `IM`, `R`, `the city of Ur`. */
const IN_SMALL_LETTERS = new Set(['im', 'ive', 'r', 'u', 'ur']);
const WORD = /(?<![\p{L}\p{N}'’@#_/.&+-])[a-z][a-z0-9]{0,7}(?![\p{L}\p{N}'’@_/&+-]|\.\p{L})/giu;

/** A small `i` before what only a person does; others are indices. */
const PRONOUN =
  /(?<![\p{L}\p{N}'’@#_/.&+-])i(?= (?:am|can|cant|could|did|didnt|do|dont|feel|forgot|get|got|had|have|hope|just|knew|know|like|love|made|miss|need|really|said|saw|think|thought|wanna|want|was|wasnt|went|will|wish|wont|would)(?![\p{L}\p{N}]))/gu;

/**
 * An English text with the spellings of chats written out, `you` for `u`: models have hardly ever
 * seen them.
 */
export const writeOutChat = (text: string): string =>
  text.replace(PRONOUN, 'I').replace(WORD, (word) => {
    const lower = word.toLowerCase();
    const written = SPELLINGS.get(lower);
    if (written === undefined || (word !== lower && IN_SMALL_LETTERS.has(lower))) return word;
    return word.charAt(0) === lower.charAt(0)
      ? written
      : written.charAt(0).toUpperCase() + written.slice(1);
  });

/**
 * An English text with its times in 24 hours where one is before noon: small models take the `am` of
 * `10 am` for the verb.
 */
export const writeOutMornings = (text: string): string => {
  const times = timesOf12Hours(text);
  const hasMorning = times.some(({ isAfternoon, hourOf24 }) => !isAfternoon && hourOf24 > 0);
  // Of midnight no number would stay.
  const isSafe = times.every(({ hourOf24 }) => hourOf24 > 0);
  return hasMorning && isSafe ? rewriteTimes(text, in24Hours) : text;
};
