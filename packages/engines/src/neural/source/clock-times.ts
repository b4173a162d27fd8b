import { baseOf, type LanguageTag } from '@dragoman/contract';
import { lazyByKey } from '@dragoman/core';
import { type Edit, END, editsBy, type Rule, START } from './abbreviations.js';

/** How a language tells times where it does not write `9:30`, which models know best. */
interface ClockTimes {
  /** Between hours and minutes: `9h30`, `9.30`. */
  readonly separator?: string;
  /** What stands before a single time whose separator decimals have, too. */
  readonly before?: string;
  /** Before full hours, and what is written before them. */
  readonly hours?: readonly [before: string, written: string];
  /** Behind times, which a range needs no more: `8–12 Uhr` is `8:00-12:00`. */
  readonly word?: string;
  /** Between the times of a range, and between two ranges. */
  readonly to: string;
  readonly and?: string;
  /** The hours from one to twelve, and what is said before them, with how far the hand is from them. */
  readonly said?: {
    readonly hours: string;
    readonly minutesFrom: Readonly<Record<string, number>>;
    /** What is written behind such a time. */
    readonly word?: string;
  };
}

const CLOCK_TIMES: Readonly<Record<string, ClockTimes>> = {
  en: {
    to: 'to',
    said: {
      hours: 'one two three four five six seven eight nine ten eleven twelve',
      minutesFrom: {
        'half past': 30,
        '(?:a )?quarter past': 15,
        '(?:a )?quarter to': -15,
        '(?:a )?quarter of': -15,
      },
    },
  },
  de: {
    separator: '[.:]',
    before: '(?:ab|bis|gegen|um|von|vor)',
    word: 'Uhr',
    to: 'bis',
    and: 'und|sowie',
    said: {
      hours: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
      minutesFrom: { halb: -30, '[Vv]iertel nach': 15, '[Vv]iertel vor': -15 },
      word: ' Uhr',
    },
  },
  fr: { separator: ' ?[hH] ?', word: '[hH]', to: 'à', and: 'et' },
  it: { separator: '[.:]', before: '(?:alle|dalle|entro le|le|ore|verso le)', to: '(?:alle|a)' },
  nl: {
    separator: '[.:]',
    before: '(?:om|rond|tot|van|vanaf|voor)',
    word: 'uur',
    to: 'tot',
    and: 'en',
    said: {
      hours: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
      minutesFrom: { half: -30, 'kwart over': 15, 'kwart voor': -15 },
    },
  },
  pl: {
    hours: ['(?:[Oo] )?godz\\.', 'o'],
    separator: '[.:]',
    before: '(?:do|od|o|godz\\.|godzinie|po|przed)',
    to: 'do',
  },
  pt: { separator: '[hH:]', word: '[hH]', to: '(?:às|a)', and: 'e' },
  ru: { separator: '[.:]', before: '(?:в|до|к|после|с)', to: 'до' },
};

const HOUR = String.raw`([01]?\d|2[0-4])`;
const MINUTES = String.raw`([0-5]\d)`;
const DASH = ' ?[-–] ?';
/** What is counted with decimals: `voor 9.30 euro`. */
const MEASURE = String.raw` ?(?:[\p{Sc}%]|(?:EUR|USD|PLN|[Ee]uro|zł|руб|[ckm]?m|кг|km|k?g|m?l)(?!\p{L}))`;

const rulesOf = lazyByKey(
  CLOCK_TIMES,
  ({ separator, before, hours, word, to, and, said }): readonly Rule[] => {
    const rules: Rule[] = [];
    const minutes = separator === undefined ? '' : `(?:${separator}${MINUTES})?`;
    if (hours) {
      const [name, written] = hours;
      rules.push([
        new RegExp(`${START}${name} ?${HOUR}(?:[.:]${MINUTES})?(?![.,:]?\\d)`, 'gu'),
        ([, hour, past = '00']) => `${written} ${hour}:${past}`,
      ]);
    }
    const between = `(${DASH}| ${to} )`;
    const start = '(?<![\\d.,:])';
    const asRange: Rule[1] = ([, from, fromMinutes = '00', joined, until, untilMinutes = '00']) =>
      `${from}:${fromMinutes}${joined}${until}:${untilMinutes}`;
    if (separator !== undefined) {
      const behind = word === undefined ? '' : `(?: ?${word})?`;
      const range = `${HOUR}${separator}${MINUTES}${between}${HOUR}${minutes}${behind}`;
      const rangeEnd = `(?![.,:]?\\d)(?!${MEASURE})${END}`;
      rules.push([new RegExp(`${start}${range}${rangeEnd}`, 'gu'), asRange]);
    }
    if (word !== undefined) {
      const range = `${HOUR}${minutes}${between}${HOUR}${minutes}`;
      // Of several, the last one has the word: `8–12 und 14–18 Uhr`.
      const others = `(?=(?: (?:${and}) |, )${HOUR}${minutes}${DASH}${HOUR}${minutes} ?${word}${END})`;
      rules.push([new RegExp(`${start}${range}(?: ?${word}${END}|${others})`, 'gu'), asRange]);
    }
    if (separator !== undefined) {
      const place = before === undefined ? start : `(?<=${START}${before} )`;
      rules.push([
        new RegExp(
          `${place}${HOUR}${separator}${MINUTES}(?![.,:]?\\d)(?!${MEASURE})(?=$|[\\s.,;!?)])`,
          'giu',
        ),
        ([found, hour, past]) => (found.includes(':') ? undefined : `${hour}:${past}`),
      ]);
    }
    if (said) {
      const names = said.hours.split(' ');
      const hour = `(${names.join('|')}|1[0-2]|[1-9])`;
      for (const [name, minutesFrom] of Object.entries(said.minutesFrom)) {
        rules.push([
          new RegExp(`${START}${name} ${hour}(?: ?${word ?? "o'clock"})?(?!:?\\d)${END}`, 'gu'),
          ([, at = '']) => {
            const full = names.indexOf(at) + 1 || Number(at);
            const minutes = (full * 60 + minutesFrom + 720) % 720;
            const shown = Math.floor(minutes / 60) || 12;
            return `${shown}:${String(minutes % 60).padStart(2, '0')}${said.word ?? ''}`;
          },
        ]);
      }
    }
    return rules;
  },
);

/** Times as `9:30`: models take those of other forms for decimals, or for words that they are not. */
export const editsOfTimes = (text: string, language: LanguageTag): Edit[] =>
  /\d/.test(text) || SAID.test(text) ? editsBy(rulesOf(baseOf(language)) ?? [], text) : [];

/** A line without digits may still say a time. */
const SAID = /half|halb|viertel|quarter|kwart/i;
