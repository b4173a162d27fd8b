import {
  createProgressBar,
  type ProgressBar,
  type ProgressStream,
} from '../../cli/progress-bar.js';
import { showSize } from '../show-size.js';

export interface Progress {
  update(doneBytes: number, totalBytes: number): void;
  /** Ends the line and says how it went. */
  finish(message: string): void;
}

/** A bar that moves on a terminal; elsewhere one line at the start and one at the end. */
export const createProgress = (
  label: string,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress => {
  let bar: ProgressBar | undefined;
  const begin = (startBytes: number, totalBytes: number): ProgressBar => {
    const rest = startBytes > 0 ? `, ${showSize(startBytes)} already downloaded` : '';
    if (!stream.isTTY) stream.write(`${label}: downloading ${showSize(totalBytes)}${rest}\n`);
    const startedAtMs = now();
    const describe = (doneBytes: number): string => {
      const seconds = Math.max(0.001, (now() - startedAtMs) / 1000);
      const perSecond = Math.round(Math.max(0, doneBytes - startBytes) / seconds);
      return `${showSize(doneBytes)} of ${showSize(totalBytes)}  ${showSize(perSecond)}/s`;
    };
    return createProgressBar({ stream, label, total: totalBytes, start: startBytes, describe });
  };
  return {
    update(doneBytes, totalBytes) {
      bar ??= begin(doneBytes, totalBytes);
      bar.update(doneBytes);
    },
    finish(message) {
      bar?.stop();
      stream.write(`${message}\n`);
    },
  };
};
