/** Names and values from the operating system. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. No other code reads it. */
export const processEnvironment = (): Environment => process.env;
