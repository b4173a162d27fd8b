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
