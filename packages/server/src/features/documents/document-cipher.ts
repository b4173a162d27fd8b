import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** AES-256-GCM, with nonces and tags of the lengths NIST SP 800-38D recommends. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A document's id and key as they go over the wire: upper-case hexadecimal digits. */
export interface DocumentSecrets {
  readonly id: string;
  readonly key: string;
}

export const newDocumentSecrets = (): DocumentSecrets => ({
  id: randomBytes(16).toString('hex').toUpperCase(),
  key: randomBytes(KEY_BYTES).toString('hex').toUpperCase(),
});

/** The key that files are encrypted with, derived from the document key (RFC 5869). */
export const fileKeyOf = ({ id, key }: DocumentSecrets): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), id, 'dragoman document', KEY_BYTES));

/** By which a document key is known again. It has 256 random bits, so a fast hash is enough. */
export const digestOfDocumentKey = (key: string): string =>
  createHash('sha256').update(key).digest('hex');

export const isDocumentKey = (key: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOfDocumentKey(key)), Buffer.from(digest));

/**
 * @param purpose what the bytes are, which has to be said again to open them
 * @returns nonce, ciphertext and tag
 */
export const encrypt = (key: Buffer, purpose: string, bytes: Uint8Array): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
};

/** The same as {@link encrypt} for what arrives in chunks. */
export async function* encryptChunks(
  key: Buffer,
  purpose: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, void> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
  yield nonce;
  for await (const chunk of chunks) yield cipher.update(chunk);
  cipher.final();
  yield cipher.getAuthTag();
}

/**
 * Opens what arrives in chunks. What it yields is only known to be whole and unchanged when it has
 * ended without an error.
 *
 * @throws Error as {@link decrypt} does, after the last chunk
 */
export async function* decryptChunks(
  key: Buffer,
  purpose: string,
  sealed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  let decipher: DecipherGCM | undefined;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of sealed) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!decipher && held.length >= NONCE_BYTES) {
      decipher = createDecipheriv(CIPHER, key, held.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(purpose));
      held = held.subarray(NONCE_BYTES);
    }
    // The last bytes are the tag, and only the end tells which these are.
    if (decipher && held.length > TAG_BYTES) {
      yield decipher.update(held.subarray(0, -TAG_BYTES));
      held = held.subarray(-TAG_BYTES);
    }
  }
  if (!decipher) throw new Error('the sealed bytes are cut off');
  decipher.setAuthTag(held).final();
}

/** @throws Error when the key or the purpose is another one, or the bytes were changed */
export const decrypt = (key: Buffer, purpose: string, sealed: Buffer): Buffer => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  // This mode has nothing left at its end, and large files are not copied once more.
  decipher.final();
  return text;
};

/** Tells whether two servers have the same key; says nothing about the key. */
export const fingerprintOf = (serverKey: Buffer): string =>
  createHash('sha256').update('dragoman server key').update(serverKey).digest('hex').slice(0, 16);
