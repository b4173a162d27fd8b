import { baseOf, type LanguageTag } from '@dragoman/contract';
import { lazyByKey, weekdayNames, withoutDot } from '@dragoman/core';
import { capitalised, escapeForPattern } from '@dragoman/core/characters';

// Opening hours have a handful of words, and small models stumble over the times between them: a line of
// nothing else is translated by tables.

const DASH = '–';

/** What a language says about opening hours; alternatives are separated by `|`. */
interface HoursLanguage {
  /** Between the names of two days, and what else may stand between two days or times. */
  readonly to: readonly [written: string, others: string];
  readonly and: readonly [written: string, others?: string];
  readonly closed: readonly [written: string, others?: string];
  /** In front of days and times, where it says nothing of its own. */
  readonly on: string;
  /** Where something begins; with an end behind it, it says nothing. */
  readonly from: string;
  /** What is between two times is also said before one: `vendredi 13 à 20 h` is a date. */
  readonly isAt?: true;
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
    on: 'am|jeweils',
    from: 'von|vom|ab',
    units: 'Uhr|h',
    days: ['montags', 'dienstags', 'mittwochs', 'donnerstags', 'freitags', 'samstags', 'sonntags'],
  },
  en: {
    to: ['to', 'through|thru|until|till'],
    and: ['and'],
    closed: ['closed'],
    on: 'on',
    from: 'from',
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
    on: 'los|el',
    from: 'de|del|desde las|de las',
    isAt: true,
    units: 'hrs?\\.?|h\\.?',
    days: ['', '', 'mie', '', '', 'sábados|sab', 'domingos'],
  },
  fr: {
    to: ['à', "au|jusqu'à"],
    and: ['et'],
    closed: ['fermé', 'fermée'],
    on: 'le|les',
    from: 'de|du|dès',
    isAt: true,
    units: 'heures|h',
    days: ['lundis', 'mardis', 'mercredis', 'jeudis', 'vendredis', 'samedis', 'dimanches'],
  },
  it: {
    to: ['a', 'al|alla|alle|alle ore'],
    and: ['e'],
    closed: ['chiuso'],
    on: 'il|la|ore',
    from: 'da|dal|dalle|dalle ore',
    isAt: true,
    units: 'h',
  },
  nl: {
    to: ['t/m', 'tot|tot en met'],
    and: ['en'],
    closed: ['gesloten'],
    on: 'op',
    from: 'van|vanaf',
    units: 'uur|u\\.?|h',
  },
  pl: {
    to: [DASH, 'do'],
    and: ['i', 'oraz'],
    closed: ['nieczynne', 'zamknięte'],
    on: 'w|we|godz\\.|w godz\\.',
    from: 'od',
    units: 'h',
    days: [
      ...['poniedziałku|pn', 'wtorku', 'środy|środę', 'czwartku'],
      ...['piątku', 'soboty|sobotę|sb', 'niedzieli|niedzielę|nd'],
    ],
  },
  pt: {
    to: ['a', 'à|às|até|até às'],
    and: ['e'],
    closed: ['fechado'],
    on: 'aos?|na|no',
    from: 'de|da|das',
    isAt: true,
    units: 'hs?',
    days: [...['segunda', 'terça', 'quarta', 'quinta'], ...['sexta', 'sábados|sab', 'domingos']],
  },
  ru: {
    to: [DASH, 'по|до'],
    and: ['и'],
    closed: ['закрыто', 'выходной'],
    on: 'в|во',
    from: 'с|со',
    units: 'ч\\.?|часов',
    days: [
      ...['понедельника', 'вторника', 'среды|среду', 'четверга'],
      ...['пятницы|пятницу', 'субботы|субботу', 'воскресенья'],
    ],
  },
};

/** How a language is read. */
interface Reader {
  readonly token: RegExp;
  /** By the name in small letters. */
  readonly days: ReadonlyMap<string, { readonly day: number; readonly isShort: boolean }>;
}

const readerOf = lazyByKey(HOURS, (hours, language): Reader => {
  const days: [string, { day: number; isShort: boolean }][] = [];
  for (let day = 0; day < 7; day++) {
    const add = (name: string | undefined, isShort: boolean) => {
      if (name) days.push([withoutDot(name.toLowerCase()), { day, isShort }]);
    };
    for (const name of (hours.days?.[day] ?? '').split('|')) add(name, name.length < 5);
    add(weekdayNames(language as LanguageTag, 'short')[day], true);
    add(weekdayNames(language as LanguageTag, 'long')[day], false);
  }
  const names = days.map(([name]) => escapeForPattern(name));
  const longest = (words: readonly string[]): string =>
    words.toSorted((a, b) => b.length - a.length).join('|');
  const words = (group: string, alternatives: readonly (string | undefined)[]): string =>
    `(?<${group}>${longest(alternatives.flatMap((one) => one?.split('|') ?? []))})(?![\\p{L}\\p{N}])`;
  const token = new RegExp(
    [
      String.raw`\s*(?:(?<hour>[01]?\d|2[0-4])(?:(?<separator>[:.]|\s?h\s?)(?<minutes>[0-5]\d))?(?:\s?(?<unit>${hours.units}))?(?:\s?(?<half>[ap])\.?m\.?)?(?![\p{L}\p{N}])`,
      '(?<dash>[-–—])',
      String.raw`${words('day', [longest(names)])}(?:\.(?!\s*$))?`,
      words('closed', hours.closed),
      words(
        'to',
        hours.to.filter((word) => word !== DASH),
      ),
      words('and', hours.and),
      words('on', [hours.on]),
      words('from', [hours.from]),
      String.raw`(?<mark>,(?!\d)|[;:|&]|\.(?=\s*$)))`,
    ].join('|'),
    'iuy',
  );
  return { token, days: new Map(days) };
});

/** A time as it is written. */
interface Time {
  readonly kind: 'time';
  readonly hour: number;
  readonly minutes: string | undefined;
  readonly half: string | undefined;
  readonly unit: string | undefined;
  /** With a full stop before its minutes: `9.10` is a date or a price as well. */
  readonly isDotted: boolean;
}

type Token =
  | Time
  | { readonly kind: 'day'; readonly day: number; readonly isShort: boolean }
  | { readonly kind: 'closed'; readonly isCapital: boolean }
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'to'; readonly isWord: boolean }
  | { readonly kind: 'and' }
  | { readonly kind: 'from' };
/** What a translation says, too. */
type SaidToken = Exclude<Token, { kind: 'from' }>;
const isSaid = (token: Token): token is SaidToken => token.kind !== 'from';

const MAX_CHARACTERS = 200;
const CAPITAL = /^\p{Lu}/u;

/**
 * Translates a line that has nothing but days, times and words such as `closed`; undefined for others. Days
 * are abbreviated where they were; times of 12 hours become those of 24.
 */
export const translateOpeningHours = (
  line: string,
  { source, target }: { readonly source: LanguageTag; readonly target: LanguageTag },
): string | undefined => {
  if (line.length > MAX_CHARACTERS) return undefined;
  const own = line.trim();
  const [language, words] = [HOURS[baseOf(source)], HOURS[baseOf(target)]];
  const reader = readerOf(baseOf(source));
  if (!language || !words || !reader) return undefined;
  const tokens = readTokens(own, reader);
  if (!tokens || !isAboutHours(tokens, language)) return undefined;
  const written = writeTokens(tokens.filter(isSaid), words, target);
  const text = CAPITAL.test(own) ? capitalised(written) : written;
  return line.replace(own, () => text);
};

const readTokens = (line: string, { token, days }: Reader): readonly Token[] | undefined => {
  const tokens: Token[] = [];
  for (let position = 0; position < line.length; position = token.lastIndex) {
    token.lastIndex = position;
    const groups = token.exec(line)?.groups;
    if (!groups) return undefined;
    const { hour, separator, minutes, unit, half, day, closed, to, dash, and, from, mark } = groups;
    if (hour !== undefined) {
      const isDotted = separator === '.';
      tokens.push({ kind: 'time', hour: Number(hour), minutes, half, unit, isDotted });
    } else if (day !== undefined) {
      const known = days.get(day.toLowerCase());
      if (!known) return undefined;
      tokens.push({ kind: 'day', ...known });
    } else if (closed !== undefined) {
      tokens.push({ kind: 'closed', isCapital: CAPITAL.test(closed) });
    } else if (to !== undefined || dash !== undefined) {
      tokens.push({ kind: 'to', isWord: to !== undefined });
    } else if (and !== undefined) tokens.push({ kind: 'and' });
    else if (from !== undefined) tokens.push({ kind: 'from' });
    else if (mark !== undefined) tokens.push({ kind: 'mark', mark });
  }
  return tokens;
};

/** Whether a line says when something is open or closed on which days, as far as the tokens can tell. */
const isAboutHours = (tokens: readonly Token[], { isAt }: HoursLanguage): boolean => {
  const kinds = tokens.map(({ kind }) => kind);
  const isSound = tokens.every((token, at) => {
    const [before, after] = [kinds[at - 1], kinds[at + 1]];
    if (token.kind === 'from') return kinds[at + 2] === 'to';
    if (token.kind === 'and') return before !== undefined && (after === 'day' || after === 'time');
    if (token.kind === 'to') {
      const [start, end] = [tokens[at - 1], tokens[at + 1]];
      if (start?.kind === 'day') return end?.kind === 'day';
      if (start?.kind !== 'time' || end?.kind !== 'time') return false;
      const isRange = !isAt || !token.isWord || kinds[at - 2] === 'from' || isSure(start);
      return isRange && isOneRange(start, end);
    }
    return token.kind !== 'time' || before === 'to' || after === 'to' || isSure(token);
  });
  const isOfDays = tokens.find(isSaid)?.kind === 'day';
  return isSound && isOfDays && (kinds.includes('time') || kinds.includes('closed'));
};

/** A number that can be nothing but a time of day: not the day of a date, nor how long something takes. */
const isSure = ({ minutes, isDotted, half, unit }: Time): boolean =>
  half !== undefined ||
  (unit !== undefined && !/^h/i.test(unit)) ||
  (minutes !== undefined && (!isDotted || unit !== undefined));

/** Whether it is certain in which half of the day both ends are. */
const isOneRange = (start: Time, end: Time): boolean => {
  if (start.half !== undefined) return end.half !== undefined;
  return end.half === undefined || end.half.toLowerCase() === 'p' || start.hour <= end.hour;
};

const writeTokens = (
  tokens: readonly SaidToken[],
  words: HoursLanguage,
  target: LanguageTag,
): string => {
  const isBare = tokens.every(
    (token) => token.kind !== 'time' || !(token.minutes || token.half || token.unit),
  );
  const write = (token: SaidToken, at: number): string => {
    switch (token.kind) {
      case 'day':
        return weekdayNames(target, token.isShort ? 'short' : 'long')[token.day] as string;
      case 'time': {
        const end = tokens[at + 1]?.kind === 'to' ? tokens[at + 2] : undefined;
        const hour = hourOf24(token, end?.kind === 'time' ? end : undefined);
        return isBare ? `${hour}` : writeTime(hour, token.minutes ?? '00', target);
      }
      case 'closed':
        return token.isCapital ? capitalised(words.closed[0]) : words.closed[0];
      case 'and':
        return words.and[0];
      case 'mark':
        return token.mark;
      case 'to': {
        const before = tokens[at - 1];
        const isWord = before?.kind === 'day' && !before.isShort;
        return isWord ? words.to[0] : DASH;
      }
    }
  };
  const isFrench = baseOf(target) === 'fr';
  let text = '';
  for (const [at, token] of tokens.entries()) {
    const written = write(token, at);
    const isClosing = /^[,;.]$/.test(written) || (written === ':' && !isFrench);
    const isJoined = at === 0 || isClosing || written === DASH || text.endsWith(DASH);
    text += isJoined ? written : ` ${written}`;
  }
  return text;
};

/** `9` in `9–5 pm` is one of the morning, `1` in `1–5 pm` one of the afternoon. */
const hourOf24 = ({ hour, half }: Time, end: Time | undefined): number => {
  const isAfternoon =
    half === undefined
      ? end?.half?.toLowerCase() === 'p' && hour < end.hour && end.hour < 12
      : half.toLowerCase() === 'p';
  if (half === undefined && !isAfternoon) return hour;
  return (hour % 12) + (isAfternoon ? 12 : 0);
};

const writeTime = (hour: number, minutes: string, target: LanguageTag): string => {
  if (baseOf(target) !== 'fr') return `${hour}:${minutes}`;
  return minutes === '00' ? `${hour} h` : `${hour} h ${minutes}`;
};
