/** The last lines of a program's output, for when it failed. */
export const tail = (output, lines = 20) =>
  output
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n');

/** A step that takes longer says that it is running. */
const SILENT_MS = 1000;

/**
 * Runs one step of the set-up and prints one line about it: name, outcome, seconds; before that, a
 * line that it is running if it takes a while. `work` resolves to a short text, or to an object
 * whose `outcome` is one; so does this.
 */
export const step = async (name, work, { print = console.error, silentMs = SILENT_MS } = {}) => {
  const startedMs = performance.now();
  const announcement = setTimeout(() => print(`${name.padEnd(16)} …`), silentMs);
  const result = await (async () => work())().finally(() => clearTimeout(announcement));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  print(`${name.padEnd(16)} ${result.outcome ?? result} (${seconds} s)`);
  return result;
};

/** Ends the set-up: the user must do something. Its message is shown without a stack trace. */
export class SetupError extends Error {
  name = 'SetupError';
}
