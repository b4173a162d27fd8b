/**
 * Reads a body up to a maximum size.
 *
 * @returns undefined when it is larger than `maxBytes`; the rest is then not read
 */
export const readBounded = async (
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
};
