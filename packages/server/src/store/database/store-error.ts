/** The database cannot be used and a person has to look at it; the message says where and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
