/** Fires when it was not stopped or started again in time. */
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
 * The pieces of a body, for as long as its sender goes on.
 *
 * The abort is watched here as well: the stream of Node 20's fetch can stay pending for ever when
 * the abort comes just as the last piece has arrived.
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
  // It is waited for only while a piece is.
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      timer.start();
      const { done, value } = await Promise.race([reader.read(), aborted]);
      // What the receiver does with a piece is not the sender's silence.
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
