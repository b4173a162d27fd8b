import * as z from 'zod';
import { described, nameSchemas, RESPONSE_SCHEMAS } from './parameters.js';

export const LIVENESS = z.object({ status: z.literal('ok') });

export const READINESS = z.object({
  status: z.enum(['ready', 'not ready']),
  engines: described(z.record(z.string(), z.string()), 'State of each engine by name.'),
});

nameSchemas(RESPONSE_SCHEMAS, {
  Liveness: LIVENESS,
  Readiness: READINESS,
});
