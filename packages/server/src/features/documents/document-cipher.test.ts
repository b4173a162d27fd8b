import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOfDocumentKey,
  fileKeyOf,
  isDocumentKey,
  newDocumentSecrets,
  open,
  openPieces,
  seal,
  sealPieces,
} from './document-cipher.js';

const secrets = newDocumentSecrets();
const fileKey = fileKeyOf(secrets);

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

const sealInPieces = async (bytes: Buffer, size: number): Promise<Buffer> => {
  const sealed: Buffer[] = [];
  for await (const piece of sealPieces(fileKey, 'a file', inPieces(bytes, size)))
    sealed.push(piece);
  return Buffer.concat(sealed);
};

describe('what is sealed', () => {
  it('is opened again by the same key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(open(fileKey, 'a file', seal(fileKey, 'a file', bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([0, 1, 1024 * 1024, 2_500_000])(
    'in pieces is opened again, at once or in pieces of any size: %i bytes',
    async (length) => {
      const bytes = Buffer.alloc(length, 'The house is big.');
      const sealed = await sealInPieces(bytes, 65_536);
      expect(open(fileKey, 'a file', sealed).equals(bytes)).toBe(true);
      for (const size of [5, 17, 100_000]) {
        if (length / size > 1e5) continue;
        const opened: Buffer[] = [];
        for await (const piece of openPieces(fileKey, 'a file', inPieces(sealed, size))) {
          opened.push(piece);
        }
        expect(Buffer.concat(opened).equals(bytes)).toBe(true);
      }
    },
  );

  it('in pieces ends with an error when a byte was changed', async () => {
    const sealed = await sealInPieces(Buffer.from('The house is big.'), 5);
    sealed[14] = (sealed[14] as number) ^ 1;
    const pieces = openPieces(fileKey, 'a file', inPieces(sealed, 10));
    const readAll = async () => {
      for await (const _piece of pieces);
    };
    await expect(readAll()).rejects.toThrow();
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
