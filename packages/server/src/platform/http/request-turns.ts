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
  now: () => number = () => performance.now(),
): ((caller: string, begin: Begin) => void) => {
  const waiting = new Map<string, Begin[]>();
  /** When the turn began in which work is being done; undefined outside of one. */
  let startedMs: number | undefined;

  const next = (): Begin | undefined => {
    const [first] = waiting;
    if (!first) return undefined;
    const [caller, [begin, ...others]] = first;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    return begin;
  };
  const step = (): void => {
    if (startedMs === undefined) {
      startedMs = now();
      // Runs in the next turn, before all steps that are put off until then.
      setImmediate(() => {
        startedMs = undefined;
      });
    }
    if (now() - startedMs < turnMs) next()?.();
    else setImmediate(step);
  };

  return (caller, begin) => {
    const own = waiting.get(caller);
    if (own) own.push(begin);
    else waiting.set(caller, [begin]);
    // What follows from one piece of work without waiting is done before the next step.
    setImmediate(step);
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
