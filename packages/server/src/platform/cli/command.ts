/**
 * How a command ended, as the shell sees it. Interrupted ones end with 128 and the signal's number.
 */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
} as const;

/** A command cannot continue; the message is one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(
    message: string,
    { exitCode = EXIT_CODES.failed, cause }: { exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** The command line is invalid. */
export const wrongUsage = (message: string): CommandError =>
  new CommandError(message, { exitCode: EXIT_CODES.wrongUsage });

/** How long the work may take to clean up. */
const GRACE_MS = 5000;

/**
 * Runs work that stops early and cleans up if the user presses Ctrl+C or the process is terminated.
 * The exit code is then the conventional one. Work that does not end soon is ended by the signal, as
 * by a second one.
 */
export const untilInterrupted = async (
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = signal === 'SIGINT' ? 130 : 143;
    // From now on a signal has its usual effect.
    process.off('SIGINT', stop).off('SIGTERM', stop);
    controller.abort(new Error('interrupted'));
    setTimeout(() => process.kill(process.pid, signal), GRACE_MS).unref();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.stderr.write('Interrupted.\n');
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
};

type Action = (...input: never[]) => unknown;

/**
 * An action whose module is loaded only when it runs, so that help, completion and the version
 * appear immediately.
 */
export const lazily =
  (load: () => Promise<Action>): ((...input: unknown[]) => Promise<void>) =>
  async (...input) => {
    const action = await load();
    await action(...(input as never[]));
  };
