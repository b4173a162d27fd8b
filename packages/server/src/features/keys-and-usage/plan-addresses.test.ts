import { describe, expect, it } from 'vitest';
import { createPlanAddressCheck, portOf } from './plan-addresses.js';
import { keyWith } from './testing/key-records.js';

const paid = keyWith();
const free = { ...keyWith(), plan: 'free' as const };

describe('base addresses', () => {
  it.each([
    ['api.example.com', 'api-free.example.com', 'API.example.com', 'api-free.example.com:3030'],
    [
      'https://api.example.com',
      'https://api-free.example.com/',
      'api.example.com',
      'api-free.example.com:443',
    ],
    ['http://h/base', 'http://f/base', 'h:80', 'f'],
    ['h:3030', 'h:3031', 'h:3030', 'h:3031'],
    ['https://h:3030', 'https://h:3031/x', 'h:3030', 'h:3031'],
    ['[::1]:3030', '[::1]:3031', '[::1]:3030', '[::1]:3031'],
  ])('%s and %s keep the plans apart', (baseUrl, freeBaseUrl, paidHost, freeHost) => {
    const check = createPlanAddressCheck(baseUrl, freeBaseUrl);
    const at = (host: string) => ({ host, localPort: 3030 });
    expect(() => check(paid, at(paidHost))).not.toThrow();
    expect(() => check(free, at(freeHost))).not.toThrow();
    expect(() => check(paid, at(freeHost))).toThrow(`keys of the paid plan belong to ${baseUrl}`);
    expect(() => check(free, at(paidHost))).toThrow(
      `keys of the free plan belong to ${freeBaseUrl}`,
    );
    expect(() => check(free, at('127.0.0.1:9'))).not.toThrow();
    expect(() => check(free, { host: undefined, localPort: undefined })).not.toThrow();
  });

  it('may be ports', () => {
    const check = createPlanAddressCheck('3030', ':3031');
    const at = (localPort: number) => ({ host: 'anything', localPort });
    expect(() => check(paid, at(3030))).not.toThrow();
    expect(() => check(paid, at(3031))).toThrow('belong to port 3030');
    expect(() => check(free, at(3030))).toThrow('belong to port 3031');
  });

  it('mean nothing unless both are given', () => {
    expect(() =>
      createPlanAddressCheck('h', undefined)(free, { host: 'h', localPort: 1 }),
    ).not.toThrow();
    expect(() =>
      createPlanAddressCheck(undefined, 'h')(paid, { host: 'h', localPort: 1 }),
    ).not.toThrow();
  });

  it('are distinguished from ports', () => {
    expect([portOf('3031'), portOf(':3031'), portOf('h:3031'), portOf('https://h')]).toEqual([
      3031,
      3031,
      undefined,
      undefined,
    ]);
  });
});
