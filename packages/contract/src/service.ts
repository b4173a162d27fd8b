import * as z from 'zod';
import { ERRORS, type ErrorCode } from './errors.js';
import { described, nameSchemas, RESPONSE_SCHEMAS } from './parameters.js';

/** The JSON format of every error response. */
export const ERROR_BODY = z.object({
  message: described(z.string(), 'What is wrong, for people. May be more specific than the table.'),
  code: described(
    z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    'What is wrong, for programs.',
  ),
  request_id: described(z.string(), 'Equals the `X-Trace-ID` header.'),
  parameter: described(z.string(), 'The invalid parameter, if there is one.').optional(),
  detail: described(
    z.string(),
    'Where exactly it is wrong, such as the entry of a glossary.',
  ).optional(),
  reason: described(
    z.string(),
    'What exactly is wrong, for programs, where the code leaves it open: with files, such as `encrypted`, and entries of a glossary, such as `entry_duplicate`.',
  ).optional(),
  index: described(z.int().min(0), 'Which entry of a list is wrong, from 0.').optional(),
  language: described(
    z.string(),
    'The code of the language that is not installed, or that nothing translates into the target.',
  ).optional(),
});

export type ErrorBody = z.output<typeof ERROR_BODY>;

nameSchemas(RESPONSE_SCHEMAS, { Error: ERROR_BODY });

export const LIVENESS = z.object({ status: z.literal('ok') });

export const READINESS = z.object({
  status: z.enum(['ready', 'not ready']),
  engines: described(z.record(z.string(), z.string()), 'State of each engine by name.'),
});

nameSchemas(RESPONSE_SCHEMAS, {
  Liveness: LIVENESS,
  Readiness: READINESS,
});
