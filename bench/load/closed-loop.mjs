import { setTimeout as delay } from 'node:timers/promises';

/**
 * The results of an interval of load. Times are in milliseconds.
 *
 * @typedef {object} Stretch
 * @property {number[]} latenciesMs of the answers that were translations
 * @property {number} answersPerSecond
 * @property {number} allAnswers including those during ramp-up
 * @property {number} failures
 * @property {string | undefined} firstFailure
 */

/**
 * Keeps `concurrency` requests in flight for a while, each sent when an earlier one was answered,
 * and waits for the last responses. A closed loop: a slow server is asked less often. Requests
 * during ramp-up count neither for latency nor for throughput.
 *
 * @template Work
 * @param {(work: Work) => Promise<void>} request rejects when the answer is no translation
 * @param {{ concurrency: number, rampMs: number, durationMs: number, nextWork: () => Work }}
 *   options
 * @returns {Promise<Stretch>}
 */
export const runClosedLoop = async (request, options) => {
  const { concurrency, rampMs, durationMs, nextWork } = options;
  const latenciesMs = [];
  let allAnswers = 0;
  let failures = 0;
  let firstFailure;
  const countFromMs = performance.now() + rampMs;
  const endMs = countFromMs + durationMs;

  /** The rate of one worker, from its first counted request to its last answer. */
  const work = async (_, index) => {
    // One after the other; otherwise one of several server processes would accept all connections.
    await delay((index * rampMs) / (2 * concurrency));
    let answers = 0;
    let firstSentMs;
    let lastAnswerMs = 0;
    for (let sentMs = performance.now(); sentMs < endMs; sentMs = performance.now()) {
      const counts = sentMs >= countFromMs;
      if (counts) firstSentMs ??= sentMs;
      try {
        await request(nextWork());
        allAnswers++;
        lastAnswerMs = performance.now();
        if (!counts) continue;
        answers++;
        latenciesMs.push(lastAnswerMs - sentMs);
      } catch (error) {
        failures++;
        firstFailure ??= error instanceof Error ? error.message : String(error);
      }
    }
    return answers > 0 ? (answers * 1000) / (lastAnswerMs - firstSentMs) : 0;
  };

  const rates = await Promise.all(Array.from({ length: concurrency }, work));
  const answersPerSecond = rates.reduce((sum, rate) => sum + rate, 0);
  return { latenciesMs, answersPerSecond, allAnswers, failures, firstFailure };
};
