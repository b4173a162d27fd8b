/** The last lines of a program's output, for when it failed. */
export const tail = (output, lines = 20) =>
  output
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n');

/**
 * Runs one step of the set-up and prints one line about it: name, outcome, seconds.
 * `work` resolves to a short text, or to an object whose `outcome` is one; so does this.
 */
export const step = async (name, work, { print = console.error } = {}) => {
  const startedMs = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  print(`${name.padEnd(16)} ${result.outcome ?? result} (${seconds} s)`);
  return result;
};

/** Ends the set-up: the user must do something. Its message is shown without a stack trace. */
export class SetupError extends Error {
  name = 'SetupError';
}
