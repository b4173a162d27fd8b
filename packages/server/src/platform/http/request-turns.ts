import { createTurnQueue } from '@dragoman/core/turns';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network-of.js';

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
  const nextTurn = createTurnQueue(turnMs, now);

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
    else inTurn(networkOf(request.ip), done);
  });
};
