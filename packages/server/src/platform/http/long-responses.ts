import { nextTurn } from '@dragoman/core/turns';
import type { FastifyInstance } from 'fastify';

/** Items of a list that are written before other requests have their turn: about a millisecond. */
const ITEMS_PER_TURN = 1000;

/** Whether a list is so long that it is written in turns. */
const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > ITEMS_PER_TURN;

/**
 * The JSON of a response with long lists, written in turns; undefined for one without any, which is
 * written at once.
 */
export const writeInTurns = async (response: unknown): Promise<Buffer | undefined> => {
  if (isLong(response)) return joined(writeList(response));
  if (typeof response !== 'object' || response === null) return undefined;
  return Object.values(response).some(isLong) ? joined(writeMembers(response)) : undefined;
};

async function* writeList(list: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let start = 0; start < list.length; start += ITEMS_PER_TURN) {
    const items = JSON.stringify(list.slice(start, start + ITEMS_PER_TURN)).slice(1, -1);
    yield start === 0 ? items : `,${items}`;
    await nextTurn();
  }
  yield ']';
}

async function* writeMembers(response: object): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(response)) {
    const written = isLong(value) ? undefined : JSON.stringify(value);
    if (written === undefined && !isLong(value)) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isLong(value)) yield* writeList(value);
    else yield written ?? 'null';
  }
  yield '}';
}

/** Bytes, because a long string would be encoded at once when it is sent. */
const joined = async (pieces: AsyncIterable<string>): Promise<Buffer> => {
  const buffers: Buffer[] = [];
  for await (const piece of pieces) buffers.push(Buffer.from(piece));
  return Buffer.concat(buffers);
};

/** Writes responses with long lists in turns. */
export const registerLongResponses = (app: FastifyInstance): void => {
  app.addHook('preSerialization', async (_request, reply, payload) => {
    const written = await writeInTurns(payload);
    if (!written) return payload;
    reply.serializer(() => written as unknown as string);
    return written;
  });
};
