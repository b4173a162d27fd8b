/**
 * Runs work that stops early and cleans up if the user presses Ctrl+C or the process is terminated.
 * The exit code is then the conventional one.
 */
export const untilInterrupted = async (
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = signal === 'SIGINT' ? 130 : 143;
    controller.abort(new Error('interrupted'));
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
