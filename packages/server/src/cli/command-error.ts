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
