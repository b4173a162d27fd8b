/**
 * The key and address of the service, from the same variables as in its other tools. No other code
 * reads the environment.
 */
export const fromEnvironment = (): {
  readonly authKey: string | undefined;
  readonly serverUrl: string | undefined;
} => ({
  authKey: process.env.DRAGOMAN_AUTH_KEY || undefined,
  serverUrl: process.env.DRAGOMAN_SERVER_URL || undefined,
});
