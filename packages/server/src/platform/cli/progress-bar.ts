import { SingleBar } from 'cli-progress';

/** What a bar is drawn on: standard error of the process. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface ProgressBar {
  /** Sets the amount done since the beginning. */
  update(done: number): void;
  /** Removes the bar. Idempotent. */
  stop(): void;
}

interface ProgressBarOptions {
  readonly stream: ProgressStream;
  /** The text before the bar. */
  readonly label: string;
  readonly total: number;
  /** What was done before. @default 0 */
  readonly start?: number;
  /** The text after the bar. @default the time that is left */
  readonly describe?: (done: number) => string;
}

const NO_BAR: ProgressBar = { update: () => {}, stop: () => {} };

/** Before anything is done the time is not known, and nothing is shown. */
const timeLeft = (seconds: number): string => {
  if (!Number.isFinite(seconds) || seconds <= 0) return '';
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}h${minutes}m left`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s left` : `${seconds}s left`;
};

/** A bar that moves on a terminal, never longer than a line; nothing elsewhere. */
export const createProgressBar = (options: ProgressBarOptions): ProgressBar => {
  const { stream, label, total, start = 0, describe } = options;
  if (stream.isTTY !== true) return NO_BAR;
  const bar = new SingleBar({
    format: `{label} [{bar}] {percentage}%  ${describe ? '{description}' : '{eta_formatted}'}`,
    formatTime: timeLeft,
    barCompleteChar: '#',
    barIncompleteChar: '-',
    barsize: 24,
    stream,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
  });
  const payload = (done: number) => ({ label, description: describe?.(done) });
  bar.start(total, start, payload(start));
  return { update: (done) => bar.update(done, payload(done)), stop: () => bar.stop() };
};
