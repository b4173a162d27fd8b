import { createRequire } from 'node:module';

/** Version of this program, as its package says. */
export const { version: VERSION } = createRequire(import.meta.url)('../../../package.json') as {
  readonly version: string;
};
