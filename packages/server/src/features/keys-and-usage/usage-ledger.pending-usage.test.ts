import { describe, expect, it } from 'vitest';
import { createPendingUsage } from './usage-ledger.js';

const day = '2026-11-21';

describe('usage not reported yet', () => {
  it('is added up by key and by tag', () => {
    const pending = createPendingUsage();
    pending.add({ keyId: 'a', day, characters: 5, tag: 'web' });
    pending.add({ keyId: 'b', day, characters: 6, tag: 'web' });
    pending.add({ keyId: 'a', day, characters: 7, tag: undefined });
    expect(pending.take()).toEqual({
      amounts: [
        { keyId: 'a', day, characters: 12, requests: 2 },
        { keyId: 'b', day, characters: 6, requests: 1 },
      ],
      tagAmounts: [{ tag: 'web', day, characters: 11, requests: 2 }],
    });
    expect(pending.take()).toEqual({ amounts: [], tagAmounts: [] });
  });

  it('holds a limited number of tags, but counts every request for its key', () => {
    const pending = createPendingUsage();
    for (let tag = 0; tag < 10_005; tag++) {
      pending.add({ keyId: 'a', day, characters: 1, tag: `${tag}` });
    }
    pending.add({ keyId: 'a', day, characters: 1, tag: '0' });
    const { amounts, tagAmounts } = pending.take();
    expect(amounts).toEqual([{ keyId: 'a', day, characters: 10_006, requests: 10_006 }]);
    expect(tagAmounts).toHaveLength(10_000);
    expect(tagAmounts[0]?.characters).toBe(2);
  });
});
