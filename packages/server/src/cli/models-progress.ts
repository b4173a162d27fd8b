import { showSize } from '../catalogue/show-size.js';

const BAR_WIDTH = 24;
const REDRAW_EVERY_MS = 100;

/** What a progress line is written to: standard error of the process. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  update(doneBytes: number, totalBytes: number): void;
  /** Ends the line and says how it went. */
  finish(message: string): void;
}

/** `en-de  [######------]  50%  7.1 of 14.2 MB  2.1 MB/s` */
export const progressLine = (
  label: string,
  doneBytes: number,
  totalBytes: number,
  bytesPerSecond: number,
): string => {
  const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 0;
  const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-');
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${label}  [${bar}] ${percent}  ${showSize(doneBytes)} of ${showSize(totalBytes)}  ${showSize(Math.round(bytesPerSecond))}/s`;
};

/** A bar that moves on a terminal; elsewhere one line at the start and one at the end. */
export const createProgress = (
  label: string,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress => {
  let first: { readonly atMs: number; readonly bytes: number } | undefined;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    update(doneBytes, totalBytes) {
      const atMs = now();
      if (first === undefined) {
        first = { atMs, bytes: doneBytes };
        const rest = doneBytes > 0 ? `, ${showSize(doneBytes)} are there already` : '';
        if (!stream.isTTY) stream.write(`${label}: downloading ${showSize(totalBytes)}${rest}\n`);
      }
      if (!stream.isTTY || (atMs - drawnAtMs < REDRAW_EVERY_MS && doneBytes < totalBytes)) return;
      drawnAtMs = atMs;
      const seconds = Math.max(0.001, (atMs - first.atMs) / 1000);
      const perSecond = Math.max(0, doneBytes - first.bytes) / seconds;
      const line = progressLine(label, doneBytes, totalBytes, perSecond);
      stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    finish(message) {
      stream.write(`${stream.isTTY && first ? '\r\u001b[K' : ''}${message}\n`);
    },
  };
};
