/**
 * Reads a body up to a maximum size.
 *
 * @returns undefined when it is larger than `maxBytes`; the rest is then discarded
 */
export const readBody = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> => {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

/** @returns undefined if it is not JSON */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
