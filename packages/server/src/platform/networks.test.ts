import { describe, expect, it } from 'vitest';
import { createNetworkCheck, isNetwork } from './networks.js';

describe('isNetwork', () => {
  it.each(['192.0.2.7', '10.0.0.0/8', '10.1.2.3/8', '::1', '2001:db8::/32', '::ffff:192.0.2.7'])(
    'takes %s',
    (text) => expect(isNetwork(text)).toBe(true),
  );

  it.each([
    '',
    'localhost',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    'fe80::1%eth0',
    '192.0.2.7:3030',
    '[::1]',
    '::ffff:10.0.0.0/104',
  ])('refuses %j', (text) => expect(isNetwork(text)).toBe(false));
});

describe('createNetworkCheck', () => {
  const isKnown = createNetworkCheck(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'fe80::/10']);

  it.each([
    '10.255.0.1',
    '::ffff:10.0.0.1',
    '10.0.0.1:443',
    '192.0.2.7',
    '2001:db8:1::5',
    '[2001:db8::1]:443',
    'fe80::1%eth0',
  ])('knows %s', (address) => expect(isKnown(address)).toBe(true));

  it.each([
    '11.0.0.1',
    '192.0.2.8',
    '2001:db9::1',
    '::ffff:11.0.0.1',
    'unknown',
    '',
    '10.0.0.1, x',
  ])('does not know %j', (address) => expect(isKnown(address)).toBe(false));

  it('knows nothing without networks', () => {
    expect(createNetworkCheck([])('127.0.0.1')).toBe(false);
  });
});
