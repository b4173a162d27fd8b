/** Names and values as the operating system hands them over. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. Nothing else in the product reads it. */
export const processEnvironment = (): Environment => process.env;
