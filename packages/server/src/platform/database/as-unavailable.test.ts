import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../features/keys-and-usage/account-store.js';
import { asUnavailable } from './as-unavailable.js';

const store = asUnavailable({
  async ask(error: unknown): Promise<void> {
    throw error;
  },
});

describe('a store', () => {
  it('reports what its database reports as unavailable, with the cause', async () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const error = await store.ask(cause).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect((error as Error).cause).toBe(cause);
  });

  it('does not call a mistake of the program an outage', async () => {
    const mistake = new TypeError('undefined is not a function');
    await expect(store.ask(mistake)).rejects.toBe(mistake);
  });
});
