import { answerInThread } from '../threads.js';
import { refuseManyFields, refuseManyValues } from './bound-values.js';
import { parseBody } from './parse-bodies.js';
import type { LargeBody } from './read-body.js';

// The thread that reads large bodies: many megabytes of text, in few values.

answerInThread(async ({ bytes, contentType }: LargeBody) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  refuseManyValues(body, contentType);
  const value = await parseBody(body, contentType);
  refuseManyFields(value);
  return value;
});
