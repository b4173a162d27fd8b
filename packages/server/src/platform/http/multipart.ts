import { AppError, invalidParameter } from '@dragoman/contract';
import { decodeUtf8, joinNumbered } from './parse-bodies.js';

/**
 * The fields of a multipart form; repeated fields become lists.
 *
 * @param contentType the header, which names the boundary
 * @throws AppError `malformed_body`; `invalid_parameter` for a file
 */
export const parseMultipartBody = async (
  body: Buffer,
  contentType: string,
): Promise<Readonly<Record<string, unknown>>> => {
  decodeUtf8(body);
  const form = await readForm(body, contentType);
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw invalidParameter(name, 'Files are not accepted here.');
    const known = fields[name];
    fields[name] = known === undefined ? value : [...[known].flat(), value];
  }
  return joinNumbered(fields);
};

const readForm = async (body: Buffer, contentType: string): Promise<FormData> => {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch (cause) {
    throw new AppError('malformed_body', {
      message: 'The multipart form cannot be read. Is the boundary the same as in the header?',
      cause,
    });
  }
};
