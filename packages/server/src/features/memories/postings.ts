/** A place in the index: a segment, and how many characters its source has. */
export interface Posting {
  readonly position: number;
  /** At most {@link MAX_LENGTH}. */
  readonly length: number;
}

const LENGTH_BITS = 12;
/** Longer texts count as this long. */
export const MAX_LENGTH = 2 ** LENGTH_BITS - 1;

/** A posting in 32 bits. A memory has fewer than 2^20 segments. */
export const packPosting = (position: number, length: number): number =>
  position * 2 ** LENGTH_BITS + Math.min(length, MAX_LENGTH);

export const positionOf = (packed: number): number => packed >>> LENGTH_BITS;

export const lengthOf = (packed: number): number => packed & MAX_LENGTH;

/** The packed postings in the bytes of a bucket (little-endian, whatever the machine). */
export const readPostings = (bytes: Uint8Array): Uint32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const postings = new Uint32Array(bytes.byteLength >> 2);
  // A loop: `Uint32Array.from` takes several times as long, and a search reads thousands.
  for (let index = 0; index < postings.length; index++) {
    postings[index] = view.getUint32(index * 4, true);
  }
  return postings;
};

export const writePostings = (postings: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(postings.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, posting] of postings.entries()) view.setUint32(index * 4, posting, true);
  return bytes;
};
