import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountServices } from '../accounts/account-services.js';
import { readReportingTag } from './reporting-tag.js';

/** Says how many characters the answer bills, before it is sent. */
export type SetBill = (characters: number) => void;

/**
 * Checks the limits of the request's key and reserves the characters of its texts. They are billed
 * once a complete response with a bill has been sent; otherwise nothing is billed.
 *
 * @throws AppError `too_many_requests`, `quota_exceeded`; `invalid_parameter` for a wrong tag
 */
export const chargeFor = async (
  request: FastifyRequest,
  reply: FastifyReply,
  texts: readonly string[],
  { rateLimits, ledger }: Pick<AccountServices, 'rateLimits' | 'ledger'>,
): Promise<SetBill> => {
  if (!request.apiKey) throw new Error('only requests with a key can be charged for');
  const tag = readReportingTag(request.headers);
  const characters = texts.reduce((sum, text) => sum + countCodePoints(text), 0);
  await rateLimits.take(request.apiKey, { requests: 0, characters });
  const charge = await ledger.reserve(request.apiKey, characters, tag);
  let bill: number | undefined;
  const close = () => {
    if (bill !== undefined && reply.raw.writableFinished) charge.settle(bill);
    else charge.cancel();
  };
  if (reply.raw.destroyed) close();
  else reply.raw.once('close', close);
  return (billed) => {
    bill = billed;
  };
};

/** The unit of quotas, as the pipeline bills it. */
const countCodePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
