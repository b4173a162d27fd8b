/** A line of a cue with its place in the file. */
export interface CueLine {
  readonly text: string;
  readonly start: number;
  readonly lineEnd: string;
}

const TIMES = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}/;

/** Finds the text lines of every cue. What has no line of times is no cue: headers, notes, styles. */
export const findCues = (source: string): readonly (readonly CueLine[])[] => {
  const cues: CueLine[][] = [];
  let cue: CueLine[] | undefined;
  for (const { index, 1: text = '', 2: lineEnd = '' } of source.matchAll(
    /([^\r\n]*)(\r\n|\r|\n|$)/g,
  )) {
    if (TIMES.test(text)) {
      cue = [];
      cues.push(cue);
    } else if (text.trim() === '') cue = undefined;
    else cue?.push({ text, start: index, lineEnd: lineEnd || '\n' });
  }
  return cues;
};
