import {
  ENGLISH_DAYS as DAYS,
  in24Hours,
  ENGLISH_MONTHS as MONTHS,
  timesOf12Hours,
} from '@dragoman/core';
import { capitalised } from '../host/phrase-book.js';
import { type Edit, END, editsBy, type Rule, START } from './abbreviations.js';

/** How people write in English chats and short notes, and what is in books. */
const SPELLINGS = new Map([
  ['aka', 'also known as'],
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
  ['msg', 'message'],
  ['msgs', 'messages'],
  ['mtg', 'meeting'],
  ['pics', 'pictures'],
  ['pls', 'please'],
  ['plz', 'please'],
  ['ppl', 'people'],
  ['r', 'are'],
  ['shouldnt', "shouldn't"],
  ['thats', "that's"],
  ['thru', 'through'],
  ['thx', 'thanks'],
  ['tmrw', 'tomorrow'],
  ['tnx', 'thanks'],
  ['u', 'you'],
  ['ur', 'your'],
  ['wanna', 'want to'],
  ['wasnt', "wasn't"],
  ['whats', "what's"],
  ['wknd', 'weekend'],
  ['wont', "won't"],
  ['wouldnt', "wouldn't"],
  ['xmas', 'Christmas'],
  ['youre', "you're"],
]);
/** With capitals, these are other words: `IM`, `R`, `the city of Ur`. */
const IN_SMALL_LETTERS = new Set(['im', 'ive', 'r', 'u', 'ur']);

const ORDINALS = new Map([
  ['1st', 'first'],
  ['2nd', 'second'],
  ['3rd', 'third'],
  ['4th', 'fourth'],
  ['5th', 'fifth'],
  ['6th', 'sixth'],
  ['7th', 'seventh'],
  ['8th', 'eighth'],
  ['9th', 'ninth'],
  ['10th', 'tenth'],
  ['11th', 'eleventh'],
  ['12th', 'twelfth'],
]);

/** A full stop after which the sentence goes on, as far as can be told. */
const STOP = String.raw`(?:\.(?!["”’)]*(?:\s*$|\s+\p{Lu})))?`;
const anyOf = (names: Iterable<string>): string =>
  `(?:${[...names].sort((a, b) => b.length - a.length).join('|')})`;
const MONTH = anyOf(MONTHS.keys());
const ANY_MONTH = anyOf([...MONTHS.keys(), ...MONTHS.values(), 'May']);
const DAY = anyOf(DAYS.keys());
const FULL_DAY = anyOf(new Set(DAYS.values()));
const ANY_DAY = `(?:${DAY}\\.?|${FULL_DAY})`;
const DAY_OF_MONTH = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

const rule = (pattern: string, write: Rule[1], flags = ''): Rule => [
  new RegExp(pattern, `gu${flags}`),
  write,
];

const withCaseOf = (found: string, written: string): string =>
  found.charAt(0) === found.charAt(0).toLowerCase() ? written : capitalised(written);

const withoutStop = (found: string): string => found.replace(/\.$/, '');
const fullDay = (found: string): string | undefined => DAYS.get(withoutStop(found));
const fullMonth = (found: string): string | undefined => MONTHS.get(withoutStop(found));
const day = ([found]: RegExpExecArray): string | undefined => fullDay(found);
const month = ([found]: RegExpExecArray): string | undefined => fullMonth(found);

/** `Monday to Friday`: models read it as one day without a `from` before it. */
const range = (found: RegExpExecArray): string => {
  const [, from = '', first = '', last = ''] = found;
  const isInside = /[\p{L}\p{N}]/u.test(found.input.slice(0, found.index));
  const before = from || (isInside ? 'from ' : 'From ');
  return `${before}${fullDay(first) ?? first} to ${fullDay(last) ?? last}`;
};

const RULES: readonly Rule[] = [
  // A small `i` before what only a person does; others are indices.
  rule(
    `${START}i(?= (?:am|can|cant|could|did|didnt|do|dont|feel|forgot|get|got|had|have|hope|just|knew|know|like|love|made|miss|need|really|said|saw|think|thought|wanna|want|was|wasnt|went|will|wish|wont|would)(?![\\p{L}\\p{N}]))`,
    () => 'I',
  ),
  rule(
    `${START}[a-z][a-z0-9]{0,7}${END}`,
    ([word]) => {
      const lower = word.toLowerCase();
      const written = SPELLINGS.get(lower);
      const isOther = word !== lower && IN_SMALL_LETTERS.has(lower);
      return written === undefined || isOther ? undefined : withCaseOf(word, written);
    },
    'i',
  ),
  rule(`${START}ca?\\. ?(?=\\d{3,4}(?!\\d))`, () => 'around '),
  rule(`${START}ref\\.?(?= (?:no\\.|number)|:)`, ([found]) => withCaseOf(found, 'reference'), 'i'),
  rule(`${START}(max|min)\\. ?(?=\\d)`, ([, name]) => (name === 'max' ? 'maximum ' : 'minimum ')),
  rule(`${START}ages (?=\\d)`, ([found]) => withCaseOf(found, 'age '), 'i'),
  rule(`(?<=${START}\\d) out of (?=\\d+ stars?${END})`, () => ' of '),
  // At the start, models take it for an order.
  rule(
    `^Open (?=24(?:/7| hours)|daily${END}|(?:(?:every|all) (?:day|year|week|night)|(?:from|until|till) \\d|on [MTWFS]|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|week(?:day|end)s|year-)|\\d{1,2}(?::\\d\\d)? ?(?:[ap]m)? ?[-–])`,
    () => 'We are open ',
  ),
  rule(`${START}attn(?=:)`, ([found]) => withCaseOf(found, 'attention'), 'i'),
  rule(String.raw`(?<=^|[\s(])w/o(?=[\s),.!?]|$)`, () => 'without'),
  rule(String.raw`(?<=^|[\s(])w/ (?=\p{L})`, () => 'with '),
  rule(
    `(?<=\\b(?:[Tt]he|[Mm]y|[Hh]is|[Hh]er|[Ii]ts|[Oo]ur|[Tt]heir|[Yy]our|[Aa]|[Ee]very|[Ee]ach) )${anyOf(ORDINALS.keys())}(?= (?!of \\p{Lu})\\p{Ll})`,
    ([found]) => ORDINALS.get(found),
  ),
  rule(`(?<=\\b(?:came|finished|finish|come) )${anyOf(ORDINALS.keys())}${END}`, ([found]) =>
    ORDINALS.get(found),
  ),
  // Dates.
  rule(`(?<=(?<!\\d)${DAY_OF_MONTH}(?: of)? )${MONTH}${STOP}${END}`, month),
  rule(`${START}${MONTH}\\.?(?= ${DAY_OF_MONTH}(?![\\p{L}\\d:/])|,? \\d{4}(?!\\d))`, month),
  rule(
    `(?<=\\b(?:in|since|until|till|by|early|late|mid|last|next|this|every) )${MONTH}${STOP}${END}`,
    ([found]) =>
      // Also a name of persons.
      found.startsWith('Jan') ? undefined : fullMonth(found),
  ),
  rule(
    `${START}(${ANY_MONTH})\\.? ?[-–—] ?(?=${ANY_MONTH}${END})`,
    ([, first = '']) => `${fullMonth(first) ?? first} to `,
  ),
  rule(`(?<=${START}${ANY_MONTH}\\.? ?[-–—] ?)${MONTH}${STOP}${END}`, month),
  // Weekdays. Abbreviated ranges stay: those are written as the target language does.
  rule(
    `${START}([Ff]rom |(?<!\\bfrom ))(${ANY_DAY}) (?:to|through|thru|until|till) (${ANY_DAY})(?!\\p{L})`,
    range,
  ),
  rule(`${START}((?<!\\bfrom ))(${FULL_DAY}) ?[-–—] ?(${FULL_DAY})${END}`, range),
  rule(
    `(?<=\\b(?:on|every|until|till|by|from|since|next|last|this|each|before|after) )${DAY}${STOP}(?! \\p{Lu}\\p{Ll})(?! ?[-–—/])${END}`,
    day,
  ),
  rule(
    `${START}${DAY}\\.?(?=,? (?:${DAY_OF_MONTH} (?:of )?${ANY_MONTH}|${ANY_MONTH}\\.? \\d)${END})`,
    day,
  ),
  rule(
    `${START}${DAY}\\.?(?= (?:morning|afternoon|evening|night|at|\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m)(?!\\p{L}))`,
    day,
  ),
  rule(
    `${START}${DAY}\\.?(?=,? (?:and|or|&) ${DAY}\\.?(?!\\p{L})|, ${DAY}\\.?,? (?:and|or|&|\\p{Lu}))`,
    day,
  ),
  rule(`(?<=${START}${DAY}\\.?,? (?:and|or|&) )${DAY}${STOP}${END}`, day),
];

/**
 * English as in books: dates and spellings of chats are written out, which small models have hardly ever
 * seen.
 */
export const editsOfEnglish = (line: string): readonly Edit[] => [
  ...editsOfMornings(line),
  ...editsBy(RULES, line),
];

/**
 * Times in 24 hours where one is before noon: small models take the `am` of `10 am` for the verb.
 */
const editsOfMornings = (line: string): Edit[] => {
  const times = timesOf12Hours(line);
  const hasMorning = times.some(({ isAfternoon, hourOf24 }) => !isAfternoon && hourOf24 > 0);
  // Of midnight no number would stay.
  const isSafe = times.every(({ hourOf24 }) => hourOf24 > 0);
  if (!hasMorning || !isSafe) return [];
  return times.map((time) => ({ start: time.start, end: time.end, text: in24Hours(time) }));
};

/** Weekdays and months, in full and abbreviated, but for `May`: always with a capital. */
export const DATE_WORDS: readonly string[] = [DAYS, MONTHS].flatMap((names) => [...names].flat());
