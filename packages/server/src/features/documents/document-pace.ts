import { setTimeout as pause } from 'node:timers/promises';
import { nextTurn } from '@dragoman/core';

/** Before that the start of an engine counts too much. */
const FIRST_AFTER_MS = 3000;
/** Only the recent speed counts: batches from the cache say nothing about others. */
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

/** Beside texts, documents work a third of the time: two texts of three meet none. */
const REST_PER_WORK = 2;
/** A slow engine makes for long batches; a document is to go on all the same. */
const MAX_REST_MS = 1000;

/**
 * Rests after a batch that took so long, if somebody waits for texts meanwhile.
 *
 * @returns rejects when the signal aborts
 */
type Throttle = (workMs: number, signal: AbortSignal) => Promise<void>;

/** Makes documents give way to texts: people wait for a text, and come back for a document. */
export const createThrottle =
  (isNeeded: () => boolean, rest: typeof pause = pause): Throttle =>
  async (workMs, signal) => {
    const restMs = isNeeded() ? Math.min(REST_PER_WORK * workMs, MAX_REST_MS) : 0;
    // What comes out of the cache takes no turn of the event loop.
    await (restMs < 1 ? nextTurn() : rest(restMs, undefined, { signal }));
  };
