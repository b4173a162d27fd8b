import { CatalogueError } from '../catalogue-error.js';
import { type AnswerHeaders, type GetOptions, httpGet } from './http-get.js';
import { retryTransfer } from './transfer-policy.js';

export interface JsonDocument {
  readonly value: unknown;
  readonly headers: AnswerHeaders;
  readonly bytes: number;
}

const getOnce = async (
  address: string,
  options: GetOptions,
  maxBytes: number,
): Promise<JsonDocument> => {
  const answer = await httpGet(address, {
    ...options,
    headers: { accept: 'application/json', ...options.headers },
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new CatalogueError('refused', `The response of ${address} is larger than allowed.`);
    }
    parts.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return { value, headers: answer.headers, bytes };
  } catch (error) {
    throw new CatalogueError('refused', `The response of ${address} is not JSON.`, {
      cause: error,
    });
  }
};

/**
 * A JSON document of bounded size, with retries.
 *
 * @throws CatalogueError `unreachable` or `refused`
 */
export const getJson = (
  address: string,
  { maxBytes, ...options }: GetOptions & { readonly maxBytes: number },
): Promise<JsonDocument> =>
  retryTransfer(() => getOnce(address, options, maxBytes), options.policy, options.signal);
