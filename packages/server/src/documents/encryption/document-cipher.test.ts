import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOfDocumentKey,
  fileKeyOf,
  isDocumentKey,
  newDocumentSecrets,
  open,
  seal,
} from './document-cipher.js';

const secrets = newDocumentSecrets();
const fileKey = fileKeyOf(secrets);

describe('what is sealed', () => {
  it('is opened again by the same key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(open(fileKey, 'a file', seal(fileKey, 'a file', bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('is not what it was before', () => {
    const text = Buffer.from('The house is big.');
    const sealed = seal(fileKey, 'a file', text);
    expect(sealed.includes(text)).toBe(false);
    expect(seal(fileKey, 'a file', text)).not.toEqual(sealed);
  });

  it.each([
    ['another key', fileKeyOf({ ...secrets, id: 'other' }), 'a file', 0],
    ['another purpose', fileKey, 'another file', 0],
    ['a changed byte', fileKey, 'a file', 1],
  ])('is not opened with %s', (_, key, purpose, change) => {
    const sealed = seal(fileKey, 'a file', Buffer.from('text'));
    sealed[14] = (sealed[14] as number) ^ change;
    expect(() => open(key, purpose, sealed)).toThrow();
  });

  it.each([0, 5, 27])('is refused when only %i bytes of it are left', (length) => {
    const sealed = seal(fileKey, 'a file', Buffer.from('text'));
    expect(() => open(fileKey, 'a file', sealed.subarray(0, length))).toThrow();
  });
});

describe('a document key', () => {
  it('has the form that clients look for', () => {
    expect(secrets.id).toMatch(/^[0-9A-F]{32}$/);
    expect(secrets.key).toMatch(/^[0-9A-F]{64}$/);
  });

  it('is known by its digest, and no other is', () => {
    const digest = digestOfDocumentKey(secrets.key);
    expect(isDocumentKey(secrets.key, digest)).toBe(true);
    expect(isDocumentKey(newDocumentSecrets().key, digest)).toBe(false);
    expect(isDocumentKey('', digest)).toBe(false);
  });
});
