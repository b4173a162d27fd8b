import type { LogOutput } from './log-output.js';

/** An output whose lines can wait. */
interface HeldOutput extends LogOutput {
  /** Writes what has waited; from now on, nothing waits. */
  release(): void;
}

/** Holds back lines, such as those of the log, while something is written that is read as a whole. */
export const createHeldOutput = (output: LogOutput): HeldOutput => {
  let held: string[] | undefined = [];
  return {
    write(line) {
      if (held) held.push(line);
      else output.write(line);
    },
    release() {
      if (held && held.length > 0) output.write(held.join(''));
      held = undefined;
    },
  };
};
