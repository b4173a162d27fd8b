/** Before that the start of an engine counts too much. */
const FIRST_AFTER_MS = 3000;
/** What counts is the speed of late: batches that come out of the cache tell nothing of others. */
const WINDOW_MS = 30_000;

/**
 * When a document will be done, by the speed of the last half minute.
 *
 * @param now milliseconds of any clock
 * @returns called after each batch; undefined while there is no speed
 */
export const createEstimate = (
  now: () => number,
): ((done: number, all: number) => number | undefined) => {
  const marks = [{ atMs: now(), done: 0 }];
  const beganMs = now();
  return (done, all) => {
    const nowMs = now();
    // Two marks a second at most, and one before the window.
    if (nowMs - (marks.at(-1)?.atMs ?? 0) >= WINDOW_MS / 60) marks.push({ atMs: nowMs, done });
    while ((marks[1]?.atMs ?? nowMs) < nowMs - WINDOW_MS) marks.shift();
    const [first] = marks;
    if (!first || nowMs - beganMs < FIRST_AFTER_MS || done <= first.done) return undefined;
    return nowMs + ((nowMs - first.atMs) / (done - first.done)) * (all - done);
  };
};
