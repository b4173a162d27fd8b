import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How much nicer than the server is what works for it, and may wait for it: it has about a quarter of a core beside another program
 * that is busy. With 10 it would have a tenth, and the first sentence would take seconds.
 */
export const NICENESS = 5;
const MAX_NICENESS = constants.priority.PRIORITY_LOW;
// Linux lets a user without special rights change one group in a tenth of a second.
const RETRY_AFTER_MS = 120;
const MAX_ATTEMPTS = 20;

/**
 * Lets this process go before a child that leads its own session, when all cores are busy.
 *
 * Niceness alone is not enough: with `CONFIG_SCHED_AUTOGROUP`, Linux first divides the cores between
 * sessions, and niceness only counts within one. The session's group has its own niceness, in
 * `/proc/PID/autogroup` (proc_pid_autogroup(5)). Nothing happens where either can't be set: the
 * child then has the usual priority.
 *
 * @returns when the group has its niceness or can't have it; never rejects
 */
export const lowerPriority = async (pid: number): Promise<void> => {
  try {
    setPriority(pid, nicerThan(getPriority()));
  } catch {
    return;
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (setGroupNiceness(pid)) return;
    await delay(RETRY_AFTER_MS, undefined, { ref: false });
  }
};

const nicerThan = (niceness: number): number => Math.min(niceness + NICENESS, MAX_NICENESS);

/** @returns false if it is worth another attempt */
const setGroupNiceness = (pid: number): boolean => {
  const file = `/proc/${pid}/autogroup`;
  try {
    // Without such groups, everything is in one.
    const own = readFileSync('/proc/self/autogroup', 'utf8');
    if (readFileSync(file, 'utf8') === own) return true;
    const ownNiceness = Number(/nice (-?\d+)/.exec(own)?.[1] ?? 0);
    writeFileSync(file, String(nicerThan(ownNiceness)));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN');
  }
};
