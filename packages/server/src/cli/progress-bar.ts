import { SingleBar } from 'cli-progress';

/** What a bar is drawn on: standard error of the process. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface ProgressBar {
  /** So much more is done. */
  advance(amount: number): void;
  /** Takes the bar away. Idempotent. */
  stop(): void;
}

const NO_BAR: ProgressBar = { advance: () => {}, stop: () => {} };

/** A bar with the time that is left; nothing where nobody is watching. */
export const createProgressBar = (
  label: string,
  total: number,
  { stream, isQuiet }: { readonly stream: ProgressStream; readonly isQuiet: boolean },
): ProgressBar => {
  if (isQuiet || stream.isTTY !== true) return NO_BAR;
  const bar = new SingleBar({
    format: '{label} [{bar}] {percentage}%  {eta_formatted} left',
    barCompleteChar: '#',
    barIncompleteChar: '-',
    barsize: 24,
    stream,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
  });
  bar.start(total, 0, { label });
  return { advance: (amount) => bar.increment(amount), stop: () => bar.stop() };
};
