import { randomUUID } from 'node:crypto';

/** A new id by which an answer, its error and the log's lines on it are found again. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');
