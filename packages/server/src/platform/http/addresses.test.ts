import { networkOf } from '@dragoman/browser-proxy/visitors';
import { describe, expect, it } from 'vitest';
import { isLoopback } from './addresses.js';

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    'knows %s',
    (host) => expect(isLoopback(host)).toBe(true),
  );

  it.each(['0.0.0.0', '::', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.example.com', ''])(
    'takes %s for another machine',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});

describe('networkOf', () => {
  it.each([
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::2', '2001:db8:0:0'],
    ['2001:db8:1::1', '2001:db8:1:0'],
    ['2001:db8:1:0:a:b:c:d', '2001:db8:1:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});
