/** An English time of twelve hours, such as `3 pm` or `11:30 p.m.`. */
interface TimeOfDay {
  /** As it is written, from 1 to 12. */
  readonly hour: string;
  readonly minutes: string | undefined;
  readonly isAfternoon: boolean;
  /** From 0 to 23. */
  readonly hourOf24: number;
  /** Whether its last period ends the sentence as well. */
  readonly endsSentence: boolean;
}

const TIME_OF_DAY =
  /(?<![\p{L}\p{N}:.,/])(1[0-2]|0?[1-9])(?::([0-5]\d))?[ \u00a0\u202f]?([ap])(\.?) ?m(\.?)(?![\p{L}\p{N}])/giu;
/** What follows the end of a sentence. */
const SENTENCE_END = /^(?:["”»)\]]|$|\s+\p{Lu})/u;

const readTime = (match: RegExpExecArray): TimeOfDay => {
  const [found, hour = '', minutes, half, inner, final] = match;
  const isAfternoon = half?.toLowerCase() === 'p';
  const rest = match.input.slice(match.index + found.length);
  return {
    hour,
    minutes,
    isAfternoon,
    hourOf24: (Number(hour) % 12) + (isAfternoon ? 12 : 0),
    endsSentence: final === '.' && (inner === '' || SENTENCE_END.test(rest)),
  };
};

/** The times of twelve hours in an English text, in order. */
export const timesOf12Hours = (text: string): readonly TimeOfDay[] =>
  Array.from(text.matchAll(TIME_OF_DAY), readTime);

/** Writes the times of an English text in another way. A period that ends a sentence stays. */
export const rewriteTimes = (text: string, write: (time: TimeOfDay) => string): string => {
  let rewritten = '';
  let position = 0;
  for (const match of text.matchAll(TIME_OF_DAY)) {
    const time = readTime(match);
    const written = write(time);
    rewritten += text.slice(position, match.index) + written;
    if (time.endsSentence && !written.endsWith('.')) rewritten += '.';
    position = match.index + match[0].length;
  }
  return rewritten + text.slice(position);
};

/** `15:00` for `3 pm`. */
export const in24Hours = ({ hourOf24, minutes = '00' }: TimeOfDay): string =>
  `${hourOf24}:${minutes}`;
