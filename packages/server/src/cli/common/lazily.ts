type Action = (...input: never[]) => unknown;

/**
 * An action whose module is loaded when it is needed: help, completion and the version show at
 * once, whatever the other commands need.
 */
export const lazily =
  (load: () => Promise<Action>): ((...input: unknown[]) => Promise<void>) =>
  async (...input) => {
    const action = await load();
    await action(...(input as never[]));
  };
