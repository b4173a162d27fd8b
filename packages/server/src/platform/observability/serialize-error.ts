import { pino } from 'pino';

/**
 * An error as a line of the log has it: its own fields, its message and stack with those of its
 * causes. What it inherits stays out: a timeout inherits the numbers of 25 errors of the DOM.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const own = Object.entries(error).filter(([, value]) => Object(value) !== value);
  return {
    ...Object.fromEntries(own),
    type,
    message,
    stack,
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeError) }),
  };
};
