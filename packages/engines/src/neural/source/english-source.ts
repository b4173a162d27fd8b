import {
  ENGLISH_DAYS as DAYS,
  in24Hours,
  ENGLISH_MONTHS as MONTHS,
  timesOf12Hours,
} from '@dragoman/core';
import { capitalised } from '@dragoman/core/characters';
import { type Edit, END, editsBy, type Rule, START } from './abbreviations.js';

/** How people write in English chats and short notes, and what is in books. */
const SPELLINGS = new Map([
  ['abt', 'about'],
  ['afaik', 'as far as I know'],
  ['aka', 'also known as'],
  ['asap', 'as soon as possible'],
  ['b4', 'before'],
  ['bday', 'birthday'],
  ['btw', 'by the way'],
  ['cant', "can't"],
  ['couldnt', "couldn't"],
  ['coz', 'because'],
  ['cuz', 'because'],
  ['cya', 'see you'],
  ['didnt', "didn't"],
  ['doesnt', "doesn't"],
  ['dont', "don't"],
  ['dunno', "don't know"],
  ['eod', 'the end of the day'],
  ['fyi', 'for your information'],
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
  ['ofc', 'of course'],
  ['outta', 'out of'],
  ['pics', 'pictures'],
  ['pls', 'please'],
  ['plz', 'please'],
  ['ppl', 'people'],
  ['prolly', 'probably'],
  ['r', 'are'],
  ['shouldnt', "shouldn't"],
  ['smth', 'something'],
  ['sorta', 'sort of'],
  ['sry', 'sorry'],
  ['tbd', 'to be determined'],
  ['tbh', 'to be honest'],
  ['thats', "that's"],
  ['thru', 'through'],
  ['thx', 'thanks'],
  ['tmrw', 'tomorrow'],
  ['tmw', 'tomorrow'],
  ['tnx', 'thanks'],
  ['tonite', 'tonight'],
  ['ttyl', 'talk to you later'],
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
/** With capitals, these are other words: `IM`, `R`, `the city of Ur`, the gene SRY. */
const IN_SMALL_LETTERS = new Set(['im', 'ive', 'ofc', 'r', 'sry', 'u', 'ur']);
/** Behind these, an abbreviation is a noun of its own: `just an FYI`. */
const DETERMINER = /(?<!\p{L})(?:an?|any|my|no|some|the|this|your) $/iu;
const LONGEST_DETERMINER = 6;

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
const ORDINAL_ENDING = '(?:st|nd|rd|th)?';
const DAY_OF_MONTH = String.raw`\d{1,2}${ORDINAL_ENDING}`;
/** `May` is also a verb, and is a month where only that can be. */
const MONTH_BEFORE_DAY = `(?:${anyOf([...MONTHS.keys(), ...MONTHS.values()])}\\.?|(?<=\\b(?:[Aa]fter|and|[Bb]efore|[Bb]etween|[Bb]y|[Ff]rom|[Oo]f|[Oo]n|[Ss]ince|[Tt]ill|[Tt]o|[Uu]ntil|${ANY_DAY}),? )May|May(?= ${DAY_OF_MONTH},? \\d{4}))`;
const DAY_NUMBER = `(?:[12]?\\d|3[01])${ORDINAL_ENDING}`;
/** `24`, `24–26`, `24 to 26`, `24, 25 and 26`. */
const DAY_NUMBERS = `${DAY_NUMBER}(?:(?:, ${DAY_NUMBER})*,? (?:and|or|&) ${DAY_NUMBER}| ?[-–—] ?${DAY_NUMBER}| (?:to|through) ${DAY_NUMBER})?`;
/** What makes a number behind a month an amount, or a time: `By March 20 percent of all users came`. */
const NO_DAY = String.raw`[\p{L}\p{N}:/%]|[.,]\d|-\p{L}| ?[ap]\.?m(?!\p{L})| ?[-–—] ?\d| ?(?:[€$£%°]|(?:hundred|kg|km|million|billion|people|per ?cent|thousand|\p{Ll}{3,}s)(?!\p{L}))| (?:of )?${ANY_MONTH}(?!\p{L})`;

const rule = (pattern: string, write: Rule[1], flags = ''): Rule => [
  new RegExp(pattern, `gu${flags}`),
  write,
];

const withCaseOf = (found: string, written: string): string =>
  found.charAt(0) === found.charAt(0).toLowerCase() ? written : capitalised(written);

/** `ASAP` and `FYI` have capitals anywhere; what they stand for has one at the start of a sentence. */
const isShoutedInside = ({ 0: word, index, input }: RegExpExecArray): boolean =>
  word.length > 1 &&
  word === word.toUpperCase() &&
  !['', '.', '!', '?'].includes(input.slice(0, index).trimEnd().slice(-1));

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

/** `Tuesday, December 1, 2026` as `Tuesday 1 December 2026`: models take the day behind the month for another number. */
const dayBeforeMonth = ([, weekday, name = '', days = '', year]: RegExpExecArray): string =>
  [
    ...(weekday === undefined ? [] : [fullDay(weekday) ?? weekday]),
    days.replace(/(?<=\d)(?:st|nd|rd|th)/g, '').replace(/ ?[-–—] ?/g, '-'),
    fullMonth(name) ?? name,
    ...(year === undefined ? [] : [year]),
  ].join(' ');

const SMALL_WORD = /(?<!\p{L})\p{Ll}{2,}(?!\p{L})/gu;
const MIN_SMALL_WORDS = 4;
/** Of a line, so that many ranges in one take no quadratic time. */
const LOOKED_AT = 400;
/** Whether a line has several small words, as lists of opening hours have not. */
const isSentence = (line: string): boolean =>
  (line.slice(0, LOOKED_AT).match(SMALL_WORD)?.length ?? 0) >= MIN_SMALL_WORDS;

const RULES: readonly Rule[] = [
  // A small `i` before what only a person does; others are indices.
  rule(
    `${START}i(?= (?:am|can|cant|could|did|didnt|do|dont|feel|forgot|get|got|had|have|hope|just|knew|know|like|love|made|miss|need|really|said|saw|think|thought|wanna|want|was|wasnt|went|will|wish|wont|would)(?![\\p{L}\\p{N}]))`,
    () => 'I',
  ),
  rule(
    `${START}[a-z][a-z0-9]{0,7}${END}`,
    (found) => {
      const [word] = found;
      const lower = word.toLowerCase();
      const written = SPELLINGS.get(lower);
      const isOther = word !== lower && IN_SMALL_LETTERS.has(lower);
      const before = found.input.slice(Math.max(0, found.index - LONGEST_DETERMINER), found.index);
      const isNoun = word === word.toUpperCase() && DETERMINER.test(before);
      if (written === undefined || isOther || isNoun) return undefined;
      return isShoutedInside(found) ? written : withCaseOf(word, written);
    },
    'i',
  ),
  rule(`${START}ca?\\. ?(?=\\d{3,4}(?!\\d))`, () => 'around '),
  rule(`${START}ref\\.?(?= (?:no\\.|number)|:)`, ([found]) => withCaseOf(found, 'reference'), 'i'),
  rule(`${START}(max|min)\\. ?(?=\\d)`, ([, name]) => (name === 'max' ? 'maximum ' : 'minimum ')),
  rule(`${START}e\\. ?g\\.,?`, () => 'for example'),
  rule(`${START}i\\. ?e\\.,?`, () => 'that is'),
  rule(`${START}No\\. ?(?=[A-Z]{2}[ -]?\\d)`, () => 'number '),
  rule(
    `(?<=\\d(?: ?(?:[€$£]|[A-Z]{3}))?(?: ?\\/ ?\\p{L}+)?) ?\\/ ?(?=(?:hour|day|night|week|month|year|person|user|seat|item|piece|room|guest|kg)(?![\\p{L}\\p{N}]))`,
    () => ' per ',
  ),
  rule(`${START}ages (?=\\d)`, ([found]) => withCaseOf(found, 'age '), 'i'),
  rule(
    `(?<=\\d ?(?:sec|second|min|minute|hr|hour|day|week|month|item|place|room|seat|ticket)s?\\.?) left(?=$|[.,;!?)])`,
    () => ' remaining',
  ),
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
  // Dates. `In December 20 people came` has none, and `12 Mar 26` has its day already.
  rule(
    `${START}(?<!\\b(?:[Ee]very|[Ii]n|[Ll]ast|[Nn]ext|[Tt]his) )(?:(${ANY_DAY}),? )?(?<!\\d(?:st|nd|rd|th)?(?: of)? )(${MONTH_BEFORE_DAY}) (${DAY_NUMBERS})(?:,? ((?:19|20)\\d\\d)(?!\\d))?(?!${NO_DAY})`,
    dayBeforeMonth,
  ),
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
  // Weekdays. Abbreviated ranges stay in lists of hours, where they are written as the target language does.
  rule(
    `${START}([Ff]rom |(?<!\\bfrom ))(${ANY_DAY}) (?:to|through|thru|until|till) (${ANY_DAY})(?!\\p{L})`,
    range,
  ),
  rule(`${START}((?<!\\bfrom ))(${FULL_DAY}) ?[-–—] ?(${FULL_DAY})${END}`, range),
  rule(`${START}((?<!\\bfrom ))(${DAY})\\.? ?[-–—] ?(${DAY})${END}`, (found) =>
    isSentence(found.input) ? range(found) : undefined,
  ),
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
