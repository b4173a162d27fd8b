import type { Command } from 'commander';
import { bashScript } from './bash.js';
import { type DescribedCommand, describeProgram } from './describe-program.js';
import { fishScript } from './fish.js';
import { zshScript } from './zsh.js';

/** A completion script by shell. */
export const COMPLETION_SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Record<
  string,
  (name: string, commands: readonly DescribedCommand[]) => string
>;

export type Shell = keyof typeof COMPLETION_SCRIPTS;

export const SHELLS = Object.keys(COMPLETION_SCRIPTS) as readonly Shell[];

/** `dragoman completion`: the script is generated from the program, so it is complete. */
export const completionCommand = (shell: Shell, _options: unknown, command: Command): void => {
  const program = command.parent ?? command;
  process.stdout.write(COMPLETION_SCRIPTS[shell](program.name(), describeProgram(program)));
};
