import { MEBIBYTE } from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';

/** What is copied before other requests have their turn: memory that was never used takes time. */
const BYTES_PER_TURN = MEBIBYTE;

/**
 * Reads a stream of bytes to its end.
 *
 * @returns undefined as soon as there are more than `maxBytes`; the rest is not read
 */
export const readBounded = async (
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return joinInTurns(chunks, bytes);
};

/** The same bytes as they arrive. @throws what `tooLarge` returns, once there are more than `maxBytes` */
export async function* bounded<Chunk extends Uint8Array>(
  stream: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk, void, void> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

const joinInTurns = async (chunks: readonly Uint8Array[], bytes: number): Promise<Buffer> => {
  const joined = Buffer.allocUnsafe(bytes);
  let end = 0;
  let ofTurn = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
    ofTurn += chunk.length;
    if (ofTurn < BYTES_PER_TURN) continue;
    ofTurn = 0;
    await yieldToLoop();
  }
  return joined;
};
