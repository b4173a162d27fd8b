import { baseOf, type LanguageTag } from '@dragoman/contract';
import { lazyByKey } from '@dragoman/core';
import { escapeForPattern } from '@dragoman/core/characters';

// Opening hours have a handful of words, and small models stumble over the times between them: a line of
// nothing else is translated by tables.

/** What a language says about opening hours; alternatives are separated by `|`. */
interface HoursLanguage {
  /** Between the names of two days, and what else may stand between two days or times. */
  readonly to: readonly [written: string, others: string];
  readonly and: readonly [written: string, others?: string];
  readonly closed: readonly [written: string, others?: string];
  /** In front of days and times; says nothing of its own. */
  readonly from: string;
  /** Behind a time. */
  readonly units: string;
  /** Further forms of the names of days, from Monday on. */
  readonly days?: readonly string[];
}

const HOURS: Readonly<Record<string, HoursLanguage>> = {
  de: {
    to: ['bis', 'bis um'],
    and: ['und', 'u\\.'],
    closed: ['geschlossen', 'Ruhetag'],
    from: 'von|vom|ab|am|jeweils',
    units: 'Uhr|h',
    days: ['montags', 'dienstags', 'mittwochs', 'donnerstags', 'freitags', 'samstags', 'sonntags'],
  },
  en: {
    to: ['to', 'through|thru|until|till'],
    and: ['and'],
    closed: ['closed'],
    from: 'from|on',
    units: "o'clock|h",
    days: [
      ...['Mondays', 'Tues|Tuesdays', 'Weds|Wednesdays', 'Thur|Thurs|Thursdays'],
      ...['Fridays', 'Saturdays', 'Sundays'],
    ],
  },
  es: {
    to: ['a', 'al|a las|hasta las'],
    and: ['y'],
    closed: ['cerrado'],
    from: 'de|del|desde las|los|el',
    units: 'hrs?\\.?|h\\.?',
    days: ['', '', 'mie', '', '', 'sábados|sab', 'domingos'],
  },
  fr: {
    to: ['à', "au|jusqu'à"],
    and: ['et'],
    closed: ['fermé', 'fermée'],
    from: 'de|du|le|les|dès',
    units: 'heures|h',
    days: ['lundis', 'mardis', 'mercredis', 'jeudis', 'vendredis', 'samedis', 'dimanches'],
  },
  it: {
    to: ['a', 'al|alla|alle|alle ore'],
    and: ['e'],
    closed: ['chiuso'],
    from: 'da|dal|dalle|dalle ore|il|la|ore',
    units: 'h',
  },
  nl: {
    to: ['t/m', 'tot|tot en met'],
    and: ['en'],
    closed: ['gesloten'],
    from: 'van|vanaf|op',
    units: 'uur|u\\.?|h',
  },
  pl: {
    to: ['–', 'do'],
    and: ['i', 'oraz'],
    closed: ['nieczynne', 'zamknięte'],
    from: 'od|w|we|godz\\.|w godz\\.',
    units: 'h',
    days: [
      ...['poniedziałku|pn', 'wtorku', 'środy|środę', 'czwartku|cz'],
      ...['piątku', 'soboty|sobotę|sb', 'niedzieli|niedzielę|nd'],
    ],
  },
  pt: {
    to: ['a', 'à|às|até|até às'],
    and: ['e'],
    closed: ['fechado'],
    from: 'de|da|das|aos?|na|no',
    units: 'hs?',
    days: [...['segunda', 'terça', 'quarta', 'quinta'], ...['sexta', 'sábados|sab', 'domingos']],
  },
  ru: {
    to: ['–', 'по|до'],
    and: ['и'],
    closed: ['закрыто', 'выходной'],
    from: 'с|со|в|во',
    units: 'ч\\.?|часов',
    days: [
      ...['понедельника', 'вторника', 'среды|среду', 'четверга'],
      ...['пятницы|пятницу', 'субботы|субботу', 'воскресенья'],
    ],
  },
};

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
/** Names of the days from Monday on (Unicode CLDR). */
const namesOf = (language: LanguageTag, weekday: 'long' | 'short'): readonly string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY + day * DAY_MS));
};

/** How a language is read. */
interface Reader {
  readonly token: RegExp;
  /** By the name in small letters. */
  readonly days: ReadonlyMap<string, { readonly day: number; readonly isShort: boolean }>;
}

const withoutDot = (name: string): string => name.replace(/\.$/, '');

const readerOf = lazyByKey(HOURS, (hours, language): Reader => {
  const days: [string, { day: number; isShort: boolean }][] = [];
  for (let day = 0; day < 7; day++) {
    const add = (name: string | undefined, isShort: boolean) => {
      if (name) days.push([withoutDot(name.toLowerCase()), { day, isShort }]);
    };
    for (const name of (hours.days?.[day] ?? '').split('|')) add(name, name.length < 5);
    add(namesOf(language as LanguageTag, 'short')[day], true);
    add(namesOf(language as LanguageTag, 'long')[day], false);
  }
  const names = days.map(([name]) => escapeForPattern(name));
  const longest = (words: readonly string[]): string =>
    words.toSorted((a, b) => b.length - a.length).join('|');
  const words = (group: string, alternatives: readonly (string | undefined)[]): string =>
    `(?<${group}>${longest(alternatives.flatMap((one) => one?.split('|') ?? []))})(?![\\p{L}\\p{N}])`;
  const token = new RegExp(
    [
      String.raw`\s*(?:(?<hour>[01]?\d|2[0-4])(?:(?:[:.]|\s?h\s?)(?<minutes>[0-5]\d))?(?:\s?(?<unit>${hours.units}))?(?:\s?(?<half>[ap])\.?m\.?)?(?![\p{L}\p{N}])`,
      '(?<dash>[-–—])',
      String.raw`${words('day', [longest(names)])}\.?`,
      words('closed', hours.closed),
      words(
        'to',
        hours.to.filter((word) => word !== '–'),
      ),
      words('and', hours.and),
      words('from', [hours.from]),
      String.raw`(?<mark>[,;:|&]|\.(?=\s*$)))`,
    ].join('|'),
    'iuy',
  );
  return { token, days: new Map(days) };
});

type Token =
  | { readonly kind: 'day'; readonly day: number; readonly isShort: boolean }
  | {
      readonly kind: 'time';
      readonly hour: number;
      readonly minutes: string;
      readonly isBare: boolean;
    }
  | { readonly kind: 'to' | 'and' }
  | { readonly kind: 'closed'; readonly isCapital: boolean }
  | { readonly kind: 'mark'; readonly mark: string };

/** A time as it is written, before it is known whether its hours are those of the afternoon. */
interface WrittenTime {
  readonly hour: number;
  readonly minutes: string | undefined;
  readonly half: string | undefined;
  readonly hasUnit: boolean;
}

const MAX_CHARACTERS = 200;

/**
 * Translates a line that has nothing but days, times and words such as `closed`; undefined for others. Days
 * are abbreviated where they were; times of 12 hours become those of 24.
 */
export const translateOpeningHours = (
  line: string,
  { source, target }: { readonly source: LanguageTag; readonly target: LanguageTag },
): string | undefined => {
  const words = HOURS[baseOf(target)];
  const reader = line.length <= MAX_CHARACTERS ? readerOf(baseOf(source)) : undefined;
  const tokens = words && reader && readTokens(line.trim(), reader);
  if (!tokens || !isAboutHours(tokens)) return undefined;
  const written = writeTokens(tokens, words, target);
  const isCapital = /^\p{Lu}/u.test(line.trim());
  const text = isCapital ? written.slice(0, 1).toUpperCase() + written.slice(1) : written;
  return line.replace(line.trim(), () => text);
};

const readTokens = (line: string, { token, days }: Reader): readonly Token[] | undefined => {
  const tokens: Token[] = [];
  const times: { readonly at: number; readonly time: WrittenTime }[] = [];
  for (let position = 0; position < line.length; position = token.lastIndex) {
    token.lastIndex = position;
    const groups = token.exec(line)?.groups;
    if (!groups) return undefined;
    const { hour, minutes, unit, half, day, closed, to, dash, and, mark } = groups;
    if (hour !== undefined) {
      const time = { hour: Number(hour), minutes, half, hasUnit: unit !== undefined };
      times.push({ at: tokens.length, time });
      tokens.push({ kind: 'time', hour: time.hour, minutes: minutes ?? '00', isBare: false });
    } else if (day !== undefined) {
      const known = days.get(day.toLowerCase());
      if (!known) return undefined;
      tokens.push({ kind: 'day', ...known });
    } else if (closed !== undefined) {
      tokens.push({ kind: 'closed', isCapital: /^\p{Lu}/u.test(closed) });
    } else if (to !== undefined || dash !== undefined) tokens.push({ kind: 'to' });
    else if (and !== undefined) tokens.push({ kind: 'and' });
    else if (mark !== undefined) tokens.push({ kind: 'mark', mark });
  }
  const isBare = times.every(
    ({ time: { minutes, half, hasUnit } }) => !minutes && !half && !hasUnit,
  );
  for (const [index, { at, time }] of times.entries()) {
    const next = tokens[at + 1]?.kind === 'to' ? times[index + 1]?.time : undefined;
    tokens[at] = {
      kind: 'time',
      hour: hourOf24(time, next),
      minutes: time.minutes ?? '00',
      isBare,
    };
  }
  return tokens;
};

/** `9` in `9–5 pm` is one of the morning, `1` in `1–5 pm` one of the afternoon. */
const hourOf24 = ({ hour, half }: WrittenTime, next: WrittenTime | undefined): number => {
  const isAfternoon =
    half === undefined
      ? next?.half?.toLowerCase() === 'p' && hour < next.hour && next.hour < 12
      : half.toLowerCase() === 'p';
  if (half === undefined && !isAfternoon) return hour;
  return (hour % 12) + (isAfternoon ? 12 : 0);
};

/** With a day, and a time or `closed`; and with what stands between two of a kind only there. */
const isAboutHours = (tokens: readonly Token[]): boolean => {
  const kinds = tokens.map(({ kind }) => kind);
  const isBetween = kinds.every((kind, at) => {
    const [before, after] = [kinds[at - 1], kinds[at + 1]];
    if (kind === 'to') return before === after && (before === 'day' || before === 'time');
    if (kind === 'and') return before !== undefined && (after === 'day' || after === 'time');
    return kind !== 'time' || before !== 'time';
  });
  return isBetween && kinds.includes('day') && (kinds.includes('time') || kinds.includes('closed'));
};

const writeTokens = (
  tokens: readonly Token[],
  words: HoursLanguage,
  target: LanguageTag,
): string => {
  const names = { long: namesOf(target, 'long'), short: namesOf(target, 'short') };
  const isFrench = baseOf(target) === 'fr';
  let text = '';
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const isJoined = before === undefined || before.kind === 'to' || text.endsWith(' ');
    if (token.kind === 'mark') {
      const isSpaced = token.mark === '&' || token.mark === '|' || (isFrench && token.mark === ':');
      text += isSpaced ? ` ${token.mark}` : token.mark;
      if (at < tokens.length - 1) text += ' ';
    } else if (token.kind === 'to') {
      const isWord = before?.kind === 'day' && !before.isShort && words.to[0] !== '–';
      text += isWord ? ` ${words.to[0]} ` : '–';
    } else {
      text += (isJoined ? '' : ' ') + writeToken(token, words, names, target);
    }
  }
  return text;
};

const writeToken = (
  token: Exclude<Token, { kind: 'mark' } | { kind: 'to' }>,
  words: HoursLanguage,
  names: { readonly long: readonly string[]; readonly short: readonly string[] },
  target: LanguageTag,
): string => {
  if ('day' in token) return (token.isShort ? names.short : names.long)[token.day] as string;
  if ('hour' in token) {
    if (token.isBare) return `${token.hour}`;
    if (baseOf(target) !== 'fr') return `${token.hour}:${token.minutes}`;
    return token.minutes === '00' ? `${token.hour} h` : `${token.hour} h ${token.minutes}`;
  }
  if ('isCapital' in token) {
    const [closed] = words.closed;
    return token.isCapital ? closed.slice(0, 1).toUpperCase() + closed.slice(1) : closed;
  }
  return words.and[0];
};
