/**
 * Reads a body up to a maximum size.
 *
 * @returns undefined when it is larger than `maxBytes`; the rest is then discarded
 */
export const readBytes = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads a body of JSON up to a maximum size.
 *
 * @returns undefined if it is not JSON, or larger than `maxBytes`
 */
export const readJson = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<unknown> => {
  const bytes = await readBytes(body, maxBytes);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
