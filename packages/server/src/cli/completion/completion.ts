import type { Command } from 'commander';
import { describeProgram } from './describe-program.js';
import { COMPLETION_SCRIPTS, type Shell } from './shells.js';

/** `dragoman completion`: the script is generated from the program, so it is complete. */
export const completionCommand = (shell: Shell, _options: unknown, command: Command): void => {
  const program = command.parent ?? command;
  process.stdout.write(COMPLETION_SCRIPTS[shell](program.name(), describeProgram(program)));
};
