import { createYieldQueue, yieldToLoop } from '@dragoman/core/event-loop';
import type { FastifyInstance } from 'fastify';
import { callerNetworkOf } from './addresses.js';

/** Requests are begun for so long before other events have their turn. */
const TURN_MS = 5;
/** These do next to nothing, and anyone who asks wants to know whether the thread answers at all. */
const AT_ONCE = new Set(['/health/live', '/health/ready']);

/** Begins a piece of work. */
type Begin = () => void;

/**
 * Begins work in the order of its callers, one piece of each after the other, and for some
 * milliseconds in each turn of the event loop: what arrives at the same moment over a thousand
 * connections would otherwise all be done in one turn.
 *
 * @param now milliseconds of a monotonic clock
 */
export const createCallerTurns = (
  turnMs: number,
  now?: () => number,
): ((caller: string, begin: Begin) => void) => {
  const waiting = new Map<string, Begin[]>();
  const nextTurn = createYieldQueue(turnMs, now);

  const next = (): Begin | undefined => {
    const [first] = waiting;
    if (!first) return undefined;
    const [caller, [begin, ...others]] = first;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    return begin;
  };

  return (caller, begin) => {
    const own = waiting.get(caller);
    if (own) own.push(begin);
    else waiting.set(caller, [begin]);
    void nextTurn().then(() => next()?.());
  };
};

/** Takes the requests that arrive at the same moment in turns. */
export const registerRequestTurns = (app: FastifyInstance): void => {
  const inTurn = createCallerTurns(TURN_MS);
  app.addHook('onRequest', (request, _reply, done) => {
    if (AT_ONCE.has(request.routeOptions.url ?? '')) done();
    else inTurn(callerNetworkOf(request), done);
  });
};

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
    await yieldToLoop();
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
