import { AppError } from '@dragoman/contract';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** UTF-8, and what is the same bytes in it. */
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Refuses a body in another encoding than UTF-8, whose letters would be read as others.
 *
 * @param contentType the header
 * @throws AppError `unsupported_media_type`
 */
export const requireUtf8 = (contentType = ''): void => {
  const [, charset] = CHARSET.exec(contentType) ?? [];
  if (charset === undefined || READABLE.has(charset.toLowerCase())) return;
  throw new AppError('unsupported_media_type', {
    message: `The charset ${charset} in Content-Type is not supported. Send UTF-8.`,
  });
};
