import { randomUUID } from 'node:crypto';

/** A new id that connects a response, its error and its log lines. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');
