import { AppError } from '@dragoman/contract';
import type { Deadline } from '@dragoman/core';

/** Knows how fast engines translate, and so refuses at once what they could not do in time. */
export interface EngineSpeeds {
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
const NEAR = 0.5;
/** A request is refused at once, or not at all. */
const AT_ONCE = 0.2;

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
}

/** @param now milliseconds of a monotonic clock */
export const createEngineSpeeds = (now: () => number = () => performance.now()): EngineSpeeds => {
  const engines = new Map<string, Work>();

  const workOf = (engine: string): Work => {
    const known = engines.get(engine);
    if (known) return known;
    const none = { characters: 0, doneCharacters: 0, busyMs: 0 };
    const work: Work = { batches: new Set(), ...none, lastMs: now() };
    engines.set(engine, work);
    return work;
  };

  const finish = (work: Work, batch: Batch, characters: number): void => {
    passTime(work, now());
    const done = Math.min(characters, batch.characters - batch.done);
    if (work.characters >= MIN_BUSY_CHARACTERS) work.doneCharacters += done;
    batch.done += done;
    work.characters -= done;
  };

  return {
    startDeadline(timeoutMs) {
      const startMs = now();
      const own = new Set<Batch>();
      return {
        isNear: () => now() > startMs + timeoutMs * NEAR,
        expect(engine, characters) {
          const work = workOf(engine);
          passTime(work, now());
          const leftMs = startMs + timeoutMs - now();
          if (leftMs > timeoutMs * (1 - AT_ONCE)) refuseLate(characters, work, own, leftMs);
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

/** @throws AppError where an engine would not have translated a batch in the time that is left */
const refuseLate = (
  characters: number,
  { batches, doneCharacters, busyMs }: Work,
  own: ReadonlySet<Batch>,
  leftMs: number,
): void => {
  if (busyMs < MIN_BUSY_MS || doneCharacters < MIN_MEASURED_CHARACTERS) return;
  const speed = doneCharacters / busyMs;
  // Batches take turns: a larger one is in the way only for as long as this one lasts.
  let [ownAhead, othersAhead] = [0, 0];
  for (const batch of batches) {
    const ahead = Math.min(characters, batch.characters - batch.done);
    if (own.has(batch)) ownAhead += ahead;
    else othersAhead += ahead;
  }
  if ((characters + ownAhead + othersAhead) / speed <= leftMs) return;
  const isTooMuch = (characters + ownAhead) / speed > leftMs;
  const perMinute = Math.round(speed * 60_000);
  throw new AppError(isTooMuch ? 'unavailable' : 'too_many_requests', {
    retryAfterSeconds: Math.ceil(Math.min(60, 1 + othersAhead / speed / 1000)),
    message: isTooMuch
      ? `This server translates about ${perMinute} characters a minute at present, and these texts may take no longer than ${Math.round(leftMs / 1000)} seconds. Send fewer characters in a request, or try again later.`
      : `Other requests are being translated, and at about ${perMinute} characters a minute this one would not be done in time. Try again later.`,
  });
};
