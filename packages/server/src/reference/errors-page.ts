import { ERRORS } from '@dragoman/contract';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `Every error is answered with a JSON object holding \`message\`, \`code\` and \`request_id\`, and \`parameter\`
where one parameter is at fault. \`request_id\` equals the \`X-Trace-ID\` header. The message may be more
exact than the one below. Where trying again can help, the same request may succeed later; wait as long
as \`Retry-After\` says where the answer carries it.`;

/** The page about all error codes, from their table. */
export const errorsPage = (): string => {
  const rows = Object.entries(ERRORS).map(([name, { status, retryable, message }]) => [
    code(name),
    String(status),
    retryable ? 'yes' : 'no',
    message,
  ]);
  const headings = ['Code', 'Status', 'Trying again can help', 'Message'];
  return `${pageHead('Errors', INTRODUCTION)}\n${table(headings, rows)}`;
};
