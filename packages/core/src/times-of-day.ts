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
  /** Where it stands in the text, without a period that ends the sentence. */
  readonly start: number;
  readonly end: number;
}

const TIME_OF_DAY =
  /(?<![\p{L}\p{N}:.,/])(1[0-2]|0?[1-9])(?::([0-5]\d))?[ \u00a0\u202f]?([ap])(\.?) ?m(\.?)(?![\p{L}\p{N}])/giu;
/** What follows the end of a sentence. */
const SENTENCE_END = /^(?:["”»)\]]|$|\s+\p{Lu})/u;

const readTime = (match: RegExpExecArray): TimeOfDay => {
  const [found, hour = '', minutes, half, inner, final] = match;
  const isAfternoon = half?.toLowerCase() === 'p';
  const foundEnd = match.index + found.length;
  const rest = match.input.slice(foundEnd);
  const endsSentence = final === '.' && (inner === '' || SENTENCE_END.test(rest));
  return {
    hour,
    minutes,
    isAfternoon,
    hourOf24: (Number(hour) % 12) + (isAfternoon ? 12 : 0),
    endsSentence,
    start: match.index,
    end: endsSentence ? foundEnd - 1 : foundEnd,
  };
};

/** The times of twelve hours in an English text, in order. */
export const timesOf12Hours = (text: string): readonly TimeOfDay[] =>
  Array.from(text.matchAll(TIME_OF_DAY), readTime);

/** Writes the times of an English text in another way. A period that ends a sentence stays. */
export const rewriteTimes = (text: string, write: (time: TimeOfDay) => string): string => {
  let rewritten = '';
  let position = 0;
  for (const time of timesOf12Hours(text)) {
    const written = write(time);
    rewritten += text.slice(position, time.start) + written;
    position = time.endsSentence && written.endsWith('.') ? time.end + 1 : time.end;
  }
  return rewritten + text.slice(position);
};

/** `15:00` for `3 pm`. */
export const in24Hours = ({ hourOf24, minutes = '00' }: TimeOfDay): string =>
  `${hourOf24}:${minutes}`;
