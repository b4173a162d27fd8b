import { AppError } from '@dragoman/contract';

const MAX_ATTEMPTS = 5;

/**
 * Does a change again that was overtaken by another one, with what that one has stored.
 *
 * @param noun what is changed, such as `style rule`
 * @param attempt returns undefined when it was overtaken
 * @throws AppError `too_many_requests` when it is overtaken each time
 */
export const retryConflicts = async <Result>(
  noun: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> => {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new AppError('too_many_requests', {
    message: `The ${noun} was changed by another request at the same time. Try again.`,
    retryAfterSeconds: 1,
  });
};
