import { ERRORS } from '@dragoman/contract';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `An error response is a JSON object with \`message\`, \`code\` and \`request_id\`, and with \`parameter\`
if a parameter is invalid. \`request_id\` equals the \`X-Trace-ID\` header. The message may be more
specific than the one below. Where a retry can help, the same request may succeed later; wait as long
as \`Retry-After\` says, if the response has that header.`;

/** The page about all error codes, from their table. */
export const errorsPage = (): string => {
  const rows = Object.entries(ERRORS).map(([name, { status, retryable, message }]) => [
    code(name),
    String(status),
    retryable ? 'yes' : 'no',
    message,
  ]);
  const headings = ['Code', 'Status', 'Worth retrying', 'Message'];
  return `${pageHead('Errors', INTRODUCTION)}\n${table(headings, rows)}`;
};
