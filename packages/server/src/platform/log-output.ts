import { writeSync } from 'node:fs';
import type { Counts, Logger, Meter } from '@dragoman/core';
import { pino } from 'pino';

/** How long a reader that is slow may hold up the server before lines are dropped. */
const MAX_WAIT_MS = 1000;
const RETRY_MS = 10;
const WARN = 40;

/** An output of lines that never throws. */
interface LogOutput {
  write(lines: string): void;
}

/**
 * The log of a server: written at once, so that a process that dies has written everything. Where
 * that is impossible, because the disk is full or the reader is gone, lines are dropped and counted
 * until it is possible again: the log must not stop what it reports on.
 *
 * @param descriptor of an open file
 */
export const createLogOutput = (descriptor: number): LogOutput => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let lostLines = 0;
  /** Whether only a part of the last line was written. */
  let isCut = false;

  const writeWhole = (text: string): void => {
    const bytes = Buffer.from(isCut ? `\n${text}` : text);
    // After waiting for the reader in vain once, not for every further line.
    const deadlineMs = performance.now() + (lostLines > 0 ? 0 : MAX_WAIT_MS);
    let written = 0;
    while (written < bytes.length) {
      try {
        written += writeSync(descriptor, bytes, written);
        isCut = written < bytes.length;
      } catch (error) {
        const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isSlow || performance.now() >= deadlineMs) throw error;
        Atomics.wait(never, 0, 0, RETRY_MS);
      }
    }
  };

  const reportLost = (): void => {
    const msg = 'lines of the log were lost: they could not be written';
    const report = { level: WARN, time: Date.now(), pid: process.pid, lines: lostLines, msg };
    writeWhole(`${JSON.stringify(report)}\n`);
    lostLines = 0;
  };

  return {
    write(lines) {
      try {
        if (lostLines > 0) reportLost();
        writeWhole(lines);
      } catch {
        lostLines += lines.split('\n').length - 1;
      }
    },
  };
};

/** An output whose lines can wait. */
interface HeldOutput extends LogOutput {
  /** Writes what has waited; from now on, nothing waits. */
  release(): void;
}

/** Holds back lines, such as those of the log, while something is written that is read as a whole. */
export const createHeldOutput = (output: LogOutput): HeldOutput => {
  let held: string[] | undefined = [];
  return {
    write(line) {
      if (held) held.push(line);
      else output.write(line);
    },
    release() {
      if (held && held.length > 0) output.write(held.join(''));
      held = undefined;
    },
  };
};

const INTERVAL_MS = 60_000;
/** The metrics have all of them. */
const MAX_SHOWN = 5;

/** Logs how often translated sentences failed a check. */
interface CheckLog {
  /** Counts what the given meter counts, and notes the checks. */
  readonly meter: Meter;
  /** Logs the rest. */
  stop(): void;
}

/**
 * Logs, once a minute, one line with the number of sentences since the last one, and with the most
 * frequent engines, pairs, checks and repairs; nothing without any. The lines have no texts.
 */
export const createCheckLog = (meter: Meter, log: Logger): CheckLog => {
  const failures = new Map<string, { readonly labels: Counts['checks']; sentences: number }>();
  const flush = (): void => {
    if (failures.size === 0) return;
    const rows = [...failures.values()].toSorted((one, other) => other.sentences - one.sentences);
    const sum = (some: typeof rows) => some.reduce((total, row) => total + row.sentences, 0);
    const most = rows
      .slice(0, MAX_SHOWN)
      .map(({ labels, sentences }) => ({ ...labels, sentences }));
    const repaired = sum(rows.filter(({ labels }) => labels.repair !== 'none'));
    log.info({ sentences: sum(rows), repaired, most }, 'translated sentences failed a check');
    failures.clear();
  };
  const timer = setInterval(flush, INTERVAL_MS);
  timer.unref();
  const count: Meter['count'] = (name, labels, amount = 1) => {
    meter.count(name, labels, amount);
    if (name !== 'checks') return;
    const { engine, pair, defect, repair } = labels as Counts['checks'];
    const key = [engine, pair, defect, repair].join(' ');
    const entry = failures.get(key) ?? {
      labels: { engine, pair, defect, repair },
      sentences: 0,
    };
    entry.sentences += amount;
    failures.set(key, entry);
  };
  return {
    meter: {
      count,
      time: (work, labels) => meter.time(work, labels),
      noteBatch: (sentences, labels) => meter.noteBatch(sentences, labels),
    },
    stop() {
      clearInterval(timer);
      flush();
    },
  };
};

/**
 * An error as a line of the log has it: its own fields, its message and stack with those of its
 * causes. What it inherits stays out: a timeout inherits the numbers of 25 errors of the DOM.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const own = Object.entries(error).filter(([, value]) => Object(value) !== value);
  return {
    ...Object.fromEntries(own),
    type,
    message,
    stack,
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeError) }),
  };
};
