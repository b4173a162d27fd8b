/** The database cannot be used, and an operator has to fix it; the message says where and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
