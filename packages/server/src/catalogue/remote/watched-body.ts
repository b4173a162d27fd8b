/** Fires if it is not stopped or restarted in time. */
export const createTimer = (milliseconds: number, fire: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    start: () => {
      stop();
      timer = setTimeout(fire, milliseconds);
    },
  };
};

/**
 * The chunks of a body, with a limit on how long the sender may pause.
 *
 * The abort is watched here as well: the stream of Node 20's fetch can stay pending for ever if the
 * abort comes just after the last chunk has arrived.
 *
 * @throws the reason of `signal`, or what the stream fails with
 */
export async function* watchedBody(
  body: ReadableStream<Uint8Array>,
  options: {
    readonly signal: AbortSignal;
    readonly silenceTimeoutMs: number;
    readonly onSilence: () => void;
  },
): AsyncGenerator<Uint8Array> {
  const { signal } = options;
  const reader = body.getReader();
  const timer = createTimer(options.silenceTimeoutMs, options.onSilence);
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
  });
  // The timer only runs while waiting for a chunk.
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      timer.start();
      const { done, value } = await Promise.race([reader.read(), aborted]);
      // The time that the receiver spends on a chunk does not count.
      timer.stop();
      if (done) return;
      yield value;
    }
  } finally {
    timer.stop();
    signal.removeEventListener('abort', onAbort);
    reader.cancel().catch(() => {});
  }
}
