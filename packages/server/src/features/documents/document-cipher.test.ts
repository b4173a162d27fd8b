import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decrypt,
  decryptChunks,
  digestOfDocumentKey,
  encrypt,
  encryptChunks,
  fileKeyOf,
  isDocumentKey,
  newDocumentSecrets,
} from './document-cipher.js';

const secrets = newDocumentSecrets();
const fileKey = fileKeyOf(secrets);

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

const sealInPieces = async (bytes: Buffer, size: number): Promise<Buffer> => {
  const sealed: Buffer[] = [];
  for await (const chunk of encryptChunks(fileKey, 'a file', inChunks(bytes, size)))
    sealed.push(chunk);
  return Buffer.concat(sealed);
};

describe('what is sealed', () => {
  it('is opened again by the same key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(decrypt(fileKey, 'a file', encrypt(fileKey, 'a file', bytes))).toEqual(
          Buffer.from(bytes),
        );
      }),
    );
  });

  it.each([0, 1, 1024 * 1024, 2_500_000])(
    'in chunks is opened again, at once or in chunks of any size: %i bytes',
    async (length) => {
      const bytes = Buffer.alloc(length, 'The house is big.');
      const sealed = await sealInPieces(bytes, 65_536);
      expect(decrypt(fileKey, 'a file', sealed).equals(bytes)).toBe(true);
      for (const size of [5, 17, 100_000]) {
        if (length / size > 1e5) continue;
        const opened: Buffer[] = [];
        for await (const chunk of decryptChunks(fileKey, 'a file', inChunks(sealed, size))) {
          opened.push(chunk);
        }
        expect(Buffer.concat(opened).equals(bytes)).toBe(true);
      }
    },
  );

  it('in chunks ends with an error when a byte was changed', async () => {
    const sealed = await sealInPieces(Buffer.from('The house is big.'), 5);
    sealed[14] = (sealed[14] as number) ^ 1;
    const chunks = decryptChunks(fileKey, 'a file', inChunks(sealed, 10));
    const readAll = async () => {
      for await (const _chunk of chunks);
    };
    await expect(readAll()).rejects.toThrow();
  });

  it('is not what it was before', () => {
    const text = Buffer.from('The house is big.');
    const sealed = encrypt(fileKey, 'a file', text);
    expect(sealed.includes(text)).toBe(false);
    expect(encrypt(fileKey, 'a file', text)).not.toEqual(sealed);
  });

  it.each([
    ['another key', fileKeyOf({ ...secrets, id: 'other' }), 'a file', 0],
    ['another purpose', fileKey, 'another file', 0],
    ['a changed byte', fileKey, 'a file', 1],
  ])('is not opened with %s', (_, key, purpose, change) => {
    const sealed = encrypt(fileKey, 'a file', Buffer.from('text'));
    sealed[14] = (sealed[14] as number) ^ change;
    expect(() => decrypt(key, purpose, sealed)).toThrow();
  });

  it.each([0, 5, 27])('is refused when only %i bytes of it are left', (length) => {
    const sealed = encrypt(fileKey, 'a file', Buffer.from('text'));
    expect(() => decrypt(fileKey, 'a file', sealed.subarray(0, length))).toThrow();
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
