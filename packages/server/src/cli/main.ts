import { CommanderError } from 'commander';
import { createProgram } from './program.js';

/** Runs the command line; sets the exit code instead of throwing. */
export const main = async (argv: readonly string[]): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the output, such as `head`, has closed it.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  // A script for completion names the flags of all commands.
  const program = createProgram(argv[0] === 'completion' ? undefined : argv);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const { describeError, exitCodeOf } = await import('./describe-error.js');
    process.exitCode = exitCodeOf(error);
    // Help that was shown because no command was given.
    if (error instanceof CommanderError && !error.message.startsWith('error:')) return;
    process.stderr.write(`dragoman: ${describeError(error, program, argv)}\n`);
  }
};
