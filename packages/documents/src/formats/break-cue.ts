/** Characters that fit on a line of subtitles, by usual guidelines. */
const LINE_LENGTH = 42;

/**
 * Breaks a translated cue into at most two lines of about the same length, where the source had
 * two or where one would be too long. A text without spaces stays on its line.
 */
export const breakCue = (
  rendered: string,
  sourceLines: readonly string[],
  lineEnd: string,
): string => {
  const longest = Math.max(LINE_LENGTH, ...sourceLines.map((line) => visibleLength(line)));
  if (sourceLines.length < 2 && visibleLength(rendered) <= longest) return rendered;
  const middle = visibleLength(rendered) / 2;
  let best: { readonly at: number; readonly distance: number } | undefined;
  let visible = 0;
  let position = 0;
  for (const { 0: piece } of rendered.matchAll(/<[^<>]*>|\{\\[^{}]*\}|[\s\S]/g)) {
    if (piece === ' ') {
      const distance = Math.abs(visible - middle);
      if (!best || distance < best.distance) best = { at: position, distance };
    }
    if (piece.length === 1) visible++;
    position += piece.length;
  }
  return best ? rendered.slice(0, best.at) + lineEnd + rendered.slice(best.at + 1) : rendered;
};

const visibleLength = (line: string): number => line.replace(/<[^<>]*>|\{\\[^{}]*\}/g, '').length;
