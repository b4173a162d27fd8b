import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@dragoman/contract';
import type { Deadline } from '@dragoman/core';
import { yieldToLoop } from '@dragoman/core/event-loop';

/** Knows how fast engines translate, and so refuses at once what they could not do in time. */
interface EngineSpeeds {
  /**
   * The deadline of one request.
   *
   * @param timeoutMs from now on
   */
  startDeadline(timeoutMs: number): Deadline;
}

/** With less at hand, an engine's speed does not show: threads are idle. In code points. */
const MIN_BUSY_CHARACTERS = 4000;
/** An engine has shown its speed when it was busy for this long, and translated so much. */
const MIN_BUSY_MS = 1000;
const MIN_MEASURED_CHARACTERS = 1000;
/** What it did before counts half. */
const HALF_LIFE_MS = 10_000;
/** A speed that was measured longer ago says nothing: whatever made the engine slow may be over. */
const FORGET_MS = 30_000;
/** After this share of its time, a request is finished with what it has. */
const FINISH_AFTER_SHARE = 0.5;
/** A request is refused in the first fifth of its time, or not at all. */
const REFUSE_WITHIN_SHARE = 0.2;
/**
 * Estimates take no more of the time than this: repairs take some, and a busy machine gets slower.
 * With others, all of whom would be late together, it is less.
 */
const USABLE_SHARE = { alone: 0.8, withOthers: 0.5 };
/** In code points per millisecond, until an engine has shown its speed: slow machines have this, too. */
const CAUTIOUS_SPEED = 0.5;

/** A batch that an engine has: code points of its text, and of what is translated of it. */
interface Batch {
  readonly characters: number;
  done: number;
}

/** What one engine has to do, and has done. */
interface Work {
  readonly batches: Set<Batch>;
  /** Code points that are not translated yet. */
  characters: number;
  /** While it had enough to do, older things counting less. */
  doneCharacters: number;
  busyMs: number;
  lastMs: number;
  /** Called when some of it is done. */
  readonly waiting: Set<() => void>;
}

/**
 * @param now milliseconds of a monotonic clock
 * @param wait settles after some milliseconds, or when the signal aborts
 */
export const createEngineSpeeds = (
  now: () => number = () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) =>
    sleep(ms, undefined, { signal }).catch(() => {}),
): EngineSpeeds => {
  /** Of engines that do two kinds of work at once, the speed of each shows what the other leaves it. */
  const engines = new Map<string, Work>();

  const workOf = (engine: string): Work => {
    const known = engines.get(engine);
    if (known) return known;
    const none = { characters: 0, doneCharacters: 0, busyMs: 0 };
    const work: Work = { batches: new Set(), waiting: new Set(), ...none, lastMs: now() };
    engines.set(engine, work);
    return work;
  };

  const finish = (work: Work, batch: Batch, characters: number): void => {
    passTime(work, now());
    const done = Math.min(characters, batch.characters - batch.done);
    if (work.characters >= MIN_BUSY_CHARACTERS) work.doneCharacters += done;
    batch.done += done;
    work.characters -= done;
    for (const wake of work.waiting) wake();
  };

  const untilSomeIsDone = async ({ waiting }: Work, timeoutMs: number): Promise<void> => {
    const done = new AbortController();
    const wake = () => done.abort();
    waiting.add(wake);
    await wait(timeoutMs, done.signal);
    waiting.delete(wake);
  };

  return {
    startDeadline(timeoutMs) {
      const startMs = now();
      const own = new Set<Batch>();

      /**
       * Without a speed, others' work is waited for rather than relied on to be done in time.
       *
       * @returns how long to wait before the next attempt; 0 to begin
       */
      const waitMs = (work: Work, characters: number): number => {
        passTime(work, now());
        const leftMs = startMs + timeoutMs - now();
        const atOnceMs = leftMs - timeoutMs * (1 - REFUSE_WITHIN_SHARE);
        const ahead = aheadOf(characters, work, own);
        const speed = speedOf(work);
        if (speed !== undefined) {
          if (atOnceMs > 0) refuseLate(characters, ahead, speed, leftMs);
          return 0;
        }
        const all = characters + ahead.own + ahead.others;
        if (ahead.others === 0 || all / CAUTIOUS_SPEED <= leftMs * USABLE_SHARE.withOthers)
          return 0;
        if (atOnceMs <= 0) throw new AppError('too_many_requests', { retryAfterSeconds: 5 });
        return atOnceMs;
      };

      return {
        isNear: () => now() > startMs + timeoutMs * FINISH_AFTER_SHARE,
        async expect(engine, characters) {
          const work = workOf(engine);
          let ms = waitMs(work, characters);
          while (ms > 0) {
            await untilSomeIsDone(work, ms);
            // Those that waited together go on one after the other, with turns for requests between them.
            await yieldToLoop();
            ms = waitMs(work, characters);
          }
          // In the same turn as the decision, so that the next one knows of it.
          const batch: Batch = { characters, done: 0 };
          own.add(batch);
          work.batches.add(batch);
          work.characters += characters;
          return {
            note: (some) => finish(work, batch, some),
            end() {
              own.delete(batch);
              if (work.batches.delete(batch)) finish(work, batch, batch.characters);
            },
          };
        },
      };
    },
  };
};

const passTime = (work: Work, nowMs: number): void => {
  const passedMs = nowMs - work.lastMs;
  work.lastMs = nowMs;
  if (work.characters < MIN_BUSY_CHARACTERS) {
    if (passedMs > FORGET_MS) [work.doneCharacters, work.busyMs] = [0, 0];
    return;
  }
  const kept = 0.5 ** (passedMs / HALF_LIFE_MS);
  work.doneCharacters *= kept;
  work.busyMs = work.busyMs * kept + passedMs;
};

/** In code points per millisecond; undefined until an engine has shown it. */
const speedOf = ({ busyMs, doneCharacters }: Work): number | undefined =>
  busyMs < MIN_BUSY_MS || doneCharacters < MIN_MEASURED_CHARACTERS
    ? undefined
    : doneCharacters / busyMs;

/** What an engine does before it is done with so much: code points of one request, and of others. */
interface Ahead {
  readonly own: number;
  readonly others: number;
}

const aheadOf = (characters: number, { batches }: Work, own: ReadonlySet<Batch>): Ahead => {
  // Batches take turns: a larger one is in the way only for as long as this one lasts.
  const ahead = { own: 0, others: 0 };
  for (const batch of batches) {
    const some = Math.min(characters, batch.characters - batch.done);
    ahead[own.has(batch) ? 'own' : 'others'] += some;
  }
  return ahead;
};

/** @throws AppError where an engine would not have translated a batch in the time that is left */
const refuseLate = (characters: number, ahead: Ahead, speed: number, leftMs: number): void => {
  const aloneMs = (characters + ahead.own) / speed;
  const isTooMuch = aloneMs > leftMs * USABLE_SHARE.alone;
  const othersMs = ahead.others / speed;
  const isCrowded = othersMs > 0 && aloneMs + othersMs > leftMs * USABLE_SHARE.withOthers;
  if (!isTooMuch && !isCrowded) return;
  const perMinute = Math.round(speed * 60_000);
  throw new AppError(isTooMuch ? 'unavailable' : 'too_many_requests', {
    retryAfterSeconds: Math.ceil(Math.min(60, 1 + othersMs / 1000)),
    message: isTooMuch
      ? `This server translates about ${perMinute} characters per minute at present, and these texts may take no longer than ${Math.round(leftMs / 1000)} seconds. Send fewer characters in a request, or try again later.`
      : `Other requests are being translated, and at about ${perMinute} characters per minute this one would not be done in time. Try again later.`,
  });
};
