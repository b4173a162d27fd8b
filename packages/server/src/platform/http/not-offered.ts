import { AppError } from '@dragoman/contract';

/** Paths of the contract that this server does not have yet, and what they are for. */
const NOT_OFFERED: readonly (readonly [path: RegExp, what: string])[] = [
  [/^\/(v3\/voice|v1\/jobs\/voice)\//, 'Speech is not offered by this server'],
  [/^\/v1\/quality-evaluation$/, 'Evaluating quality is not offered by this server'],
];

/** The error for a path that exists in the contract but not here; undefined for all others. */
export const notOffered = (path: string): AppError | undefined => {
  const what = NOT_OFFERED.find(([pattern]) => pattern.test(path))?.[1];
  return what === undefined ? undefined : new AppError('not_offered', { message: `${what}.` });
};
