import { AppError } from '@dragoman/contract';

/** The error for what only a language model could do, once the tokens of the day are spent. */
export const noTokensLeft = (): AppError =>
  new AppError('quota_exceeded', {
    message:
      'Quota exceeded: this needs a language model, and the API key has spent its tokens of today. It gets new ones at midnight UTC.',
  });
