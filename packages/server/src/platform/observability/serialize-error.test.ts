import { expect, it } from 'vitest';
import { serializeError } from './serialize-error.js';

it('writes a timeout without what it inherits', () => {
  const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(Object.keys(Object(serializeError(timeout))).toSorted()).toEqual([
    'message',
    'stack',
    'type',
  ]);
});

it('writes what belongs to an error: its code, its cause, and the errors that it is made of', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', port: 5432 });
  const error = new Error('no database', { cause: refused });
  expect(serializeError(refused)).toMatchObject({ code: 'ECONNREFUSED', port: 5432 });
  expect(serializeError(error)).toMatchObject({ type: 'Error', message: 'no database: refused' });
  expect(serializeError(new AggregateError([refused], 'all failed'))).toMatchObject({
    message: 'all failed',
    errors: [{ code: 'ECONNREFUSED' }],
  });
});

it('leaves what is no error as it is', () => {
  expect(serializeError('broken')).toBe('broken');
});
