type Action = (...input: never[]) => unknown;

/**
 * An action whose module is loaded only when it runs, so that help, completion and the version
 * appear immediately.
 */
export const lazily =
  (load: () => Promise<Action>): ((...input: unknown[]) => Promise<void>) =>
  async (...input) => {
    const action = await load();
    await action(...(input as never[]));
  };
