import type { EngineHealth } from '@dragoman/core';
import type { ModelConnection } from './model-connection.js';
import type { FailureKind, RequestFailure } from './request-failure.js';
import type { Slots } from './slots.js';

const REASONS: Readonly<Record<FailureKind, string>> = {
  unreachable: 'there is no connection to its server',
  refused: 'its server refuses the requests',
  overloaded: 'its server is overloaded',
  server_error: 'its server fails',
  silent: 'its server does not answer',
  incomplete: 'the answers of its server end too early',
  malformed: 'it does not answer in the form that it is asked for',
  too_long: 'its answers do not end',
  timeout: 'its server takes too long',
};

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'its server refuses the key',
  403: 'its server refuses the key',
  404: 'its server knows no such model, or no chat completions at this address',
};

/** What an operator is told about the connection to a model. */
export const describeHealth = (
  connection: ModelConnection,
  slots: Slots,
  model: string,
): Pick<EngineHealth, 'notes' | 'details' | 'load'> => {
  const { problem, protocol } = connection;
  const waiting = protocol
    ? []
    : [`The language model ${model} is not used yet: it is being tried.`];
  return {
    notes: problem
      ? [`The language model ${model} is not used now: ${reasonOf(problem)}.`]
      : waiting,
    details: { model, ...(protocol && { protocol }) },
    load: {
      workers: slots.running,
      models: protocol ? 1 : 0,
      memoryBytes: 0,
      queued: slots.waiting,
      restarts: connection.breakdowns,
    },
  };
};

const reasonOf = ({ kind, status }: RequestFailure): string => {
  const known = status === undefined ? undefined : REFUSALS[status];
  const reason = known ?? REASONS[kind];
  return status === undefined ? reason : `${reason} (status ${status})`;
};
