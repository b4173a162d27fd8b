import { isAppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { createKeyGuard } from './key-guard.js';
import { keyWith } from './testing/key-records.js';

/** A guard in front of a store whose look-ups end when it is told so. */
const createSlowGuard = (isRight: (secret: string) => boolean) => {
  let timeMs = 0;
  let lookups = 0;
  const pending: (() => void)[] = [];
  const guard = createKeyGuard(
    {
      find: (secret) => {
        lookups += 1;
        return new Promise((resolve) => {
          pending.push(() => resolve(isRight(secret) ? keyWith({}, secret) : undefined));
        });
      },
    },
    () => timeMs,
  );
  const find = async (secret: string, ip = '192.0.2.1'): Promise<KeyRecord | number | undefined> =>
    guard.find(secret, { ip, socket: {} } as Parameters<typeof guard.find>[1]).catch((error) => {
      if (!isAppError(error)) throw error;
      return error.status;
    });
  /** Ends look-ups until there are none. */
  const settle = async () => {
    await Promise.resolve();
    while (pending.length > 0) {
      for (const end of pending.splice(0)) end();
      // A macrotask, so that everything which waited has begun.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    find,
    settle,
    lookups: () => lookups,
    pass: (ms: number) => {
      timeMs += ms;
    },
  };
};

const names = (count: number, name: string) => Array.from({ length: count }, (_, at) => name + at);

describe('a flood of wrong keys that arrives at once', () => {
  it('costs as many look-ups as may be wrong', async () => {
    const { find, settle, lookups } = createSlowGuard(() => false);
    const found = Promise.all(names(500, 'wrong').map((secret) => find(secret)));
    await settle();
    const outcomes = await found;
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(60);
    expect(outcomes.filter((one) => one === 429)).toHaveLength(440);
    expect(lookups()).toBe(60);
  });

  it('holds up no other address', async () => {
    const { find, settle } = createSlowGuard((secret) => secret === 'right');
    const flood = names(500, 'wrong').map((secret) => find(secret));
    const other = find('right', '192.0.2.2');
    await settle();
    expect(await other).toMatchObject({ id: 'right' });
    await Promise.all(flood);
  });

  it('locks out no key that was right before', async () => {
    const { find, settle } = createSlowGuard((secret) => secret === 'right');
    const first = find('right');
    await settle();
    expect(await first).toMatchObject({ id: 'right' });
    const flood = names(500, 'wrong').map((secret) => find(secret));
    const again = find('right');
    await settle();
    expect(await again).toMatchObject({ id: 'right' });
    await Promise.all(flood);
  });

  it('is over after a minute', async () => {
    const { find, settle, pass } = createSlowGuard((secret) => secret === 'right');
    const flood = Promise.all(names(100, 'wrong').map((secret) => find(secret)));
    await settle();
    await flood;
    pass(60_000);
    const next = find('right');
    await settle();
    expect(await next).toMatchObject({ id: 'right' });
  });
});

describe('right keys that arrive at once', () => {
  it('are all found, however many they are', async () => {
    const { find, settle } = createSlowGuard((secret) => secret.startsWith('right'));
    const found = Promise.all(names(500, 'right').map((secret) => find(secret)));
    await settle();
    expect((await found).every((one) => typeof one === 'object')).toBe(true);
  });

  it('are found between a few wrong ones', async () => {
    const { find, settle } = createSlowGuard((secret) => secret.startsWith('right'));
    const secrets = names(300, '').flatMap((at) => [
      `right${at}`,
      ...(Number(at) < 59 ? [`wrong${at}`] : []),
    ]);
    const found = Promise.all(secrets.map((secret) => find(secret)));
    await settle();
    expect((await found).filter((one) => typeof one === 'object')).toHaveLength(300);
  });
});
