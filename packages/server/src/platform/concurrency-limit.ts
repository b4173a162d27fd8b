import { AppError } from '@dragoman/contract';

/** Who takes a place. */
interface Occupant {
  readonly ownerId: string;
  /** Differs among callers with the same owner; the same for all callers with one key. */
  readonly callerId: string;
}

/**
 * Takes a place. Those of one caller do not take the places of others.
 *
 * @returns leaves the place; to be called once
 * @throws AppError `too_many_requests`
 */
export type AcquireSlot = (occupant: Occupant) => () => void;

/** Places for the same number of requests at a time, of which one owner or caller has only some. */
export const createConcurrencyLimit = ({
  all,
  perOwner = all,
  perCaller,
}: {
  readonly all: number;
  readonly perOwner?: number;
  readonly perCaller: number;
}): AcquireSlot => {
  const taken = new Set<Occupant>();
  return ({ ownerId, callerId }) => {
    const ofOwner = [...taken].filter((one) => one.ownerId === ownerId);
    const ofCaller = ofOwner.filter((one) => one.callerId === callerId);
    const isFull = taken.size >= all || ofOwner.length >= perOwner || ofCaller.length >= perCaller;
    if (isFull) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    const place = { ownerId, callerId };
    taken.add(place);
    return () => {
      taken.delete(place);
    };
  };
};
