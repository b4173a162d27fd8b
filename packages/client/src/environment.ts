/** The environment variables about the service. Empty variables count as not set. */
export interface ServiceEnvironment {
  readonly authKey: string | undefined;
  readonly serverUrl: string | undefined;
  readonly baseUrl: string | undefined;
  readonly freeBaseUrl: string | undefined;
}

/** Reads the documented variables; no other code of the library reads the environment. */
export const readEnvironment = (): ServiceEnvironment => ({
  authKey: process.env.DRAGOMAN_AUTH_KEY || undefined,
  serverUrl: process.env.DRAGOMAN_SERVER_URL || undefined,
  baseUrl: process.env.DRAGOMAN_BASE_URL || undefined,
  freeBaseUrl: process.env.DRAGOMAN_FREE_BASE_URL || undefined,
});
