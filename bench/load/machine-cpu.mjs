import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const TICKS_PER_SECOND = 100;
const CALM_SHARE = 0.05;
const CALM_PROBE_MS = 500;
const LONGEST_WAITS_MS = 300_000;

/** CPU time of the whole machine since it started, without idling, in seconds. */
const busySeconds = () => {
  const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) / TICKS_PER_SECOND;
};

/**
 * Measures how much CPU time processes use that are not part of the measurement.
 *
 * @param {() => number} ownSeconds CPU time of what is being measured so far
 * @returns {() => number} the share of the machine, from 0 to 1, that others took since
 */
export const watchOthers = (ownSeconds) => {
  const startedMs = performance.now();
  const others = () => busySeconds() - ownSeconds();
  const before = others();
  return () => {
    const capacitySeconds = ((performance.now() - startedMs) / 1000) * availableParallelism();
    return Math.max(0, (others() - before) / capacitySeconds);
  };
};

let waitedMs = 0;

/**
 * Waits while the machine is busy, but no longer than five minutes in all. To be called while
 * nothing is measured.
 */
export const waitForCalm = async () => {
  while (waitedMs < LONGEST_WAITS_MS) {
    const othersSince = watchOthers(() => 0);
    await delay(CALM_PROBE_MS);
    if (othersSince() <= CALM_SHARE) return;
    waitedMs += CALM_PROBE_MS;
  }
};
