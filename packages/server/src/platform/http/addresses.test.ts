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
