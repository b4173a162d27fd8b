const CODES = ['EMFILE', 'ENFILE'];

/** Whether a file could not be opened only because too many others are open. */
export const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(String(error.code));

/** Ignores an error that says something about a file; others say something about this process. */
export const unlessOutOfFiles =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (isOutOfFiles(error)) throw error;
    return value;
  };
