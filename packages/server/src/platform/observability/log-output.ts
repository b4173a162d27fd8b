import { writeSync } from 'node:fs';

/** How long a reader that is slow may hold up the server before lines are dropped. */
const MAX_WAIT_MS = 1000;
const RETRY_MS = 10;
const WARN = 40;

/** An output of lines that never throws. */
export interface LogOutput {
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
