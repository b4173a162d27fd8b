/** Does work when all that was added before is done; resolves and rejects as the work does. */
export type InSequence = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A sequence of work, one after the other. What fails does not hold up what comes after it. */
export const createSequence = (): InSequence => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
};
