import { bashScript } from './bash.js';
import type { DescribedCommand } from './describe-program.js';
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
