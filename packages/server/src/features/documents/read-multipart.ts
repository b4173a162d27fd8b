import { AppError, isAppError } from '@dragoman/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { readBounded } from '../../platform/read-bounded.js';
import type { SentFile } from './prepare-upload.js';

/** Fields and boundaries beside the file. */
const MAX_OTHER_BYTES = 1024 * 1024;
const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 16 * 1024;

/** A form with a file in it, unchecked. */
export interface MultipartForm {
  readonly file: SentFile | undefined;
  /** Of the body, with those of the query behind them. A list where one came several times. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('body_too_large', { message: `The document is larger than ${maxBytes} bytes.` });

/** Says how many bytes of a file may be read, given the fields before it. */
export type BeforeFile = (fields: Readonly<Record<string, unknown>>) => Promise<number>;

/**
 * Reads a form whose one file, named `file`, may come before or after its fields.
 *
 * @param maxBytes of the file
 * @param beforeFile called when a file begins; what it throws ends the reading
 * @throws AppError `unsupported_media_type`, `body_too_large`, `malformed_body`, `invalid_file`
 */
export const readMultipart = async (
  request: FastifyRequest,
  maxBytes: number,
  beforeFile: BeforeFile = async () => maxBytes,
): Promise<MultipartForm> => {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', {
      message: 'Send the document as multipart/form-data.',
    });
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_OTHER_BYTES) {
    throw tooLarge(maxBytes);
  }
  try {
    return await readParts(request, maxBytes, beforeFile);
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new AppError('malformed_body', {
      message:
        'The form could not be read. Is it complete, and its boundary the one of the header?',
      cause: error,
    });
  }
};

const readParts = async (
  request: FastifyRequest,
  maxBytes: number,
  beforeFile: BeforeFile,
): Promise<MultipartForm> => {
  const fields = new Map<string, unknown>();
  let file: SentFile | undefined;
  let fileCount = 0;
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
    // Some clients leave the name of the file to a field of its own.
    isPartAFile: (field: string | undefined, _type: string | undefined, name: string | undefined) =>
      name !== undefined || field === 'file',
  } as Parameters<typeof request.parts>[0]);
  for await (const part of parts) {
    if (part.type === 'file') {
      fileCount++;
      const bytes = await readFile(part, await beforeFile(Object.fromEntries(fields)));
      if (part.fieldname === 'file') file = { bytes, name: nameOf(part) };
    } else {
      if (part.valueTruncated) {
        throw new AppError('malformed_body', { message: 'A field of the form is too long.' });
      }
      const known = fields.get(part.fieldname);
      fields.set(part.fieldname, known === undefined ? part.value : [known, part.value].flat());
    }
  }
  if (fileCount > 1) {
    throw new AppError('invalid_file', {
      parameter: 'file',
      message: 'Invalid file data. Send one file at a time.',
    });
  }
  return { file, fields: { ...(request.query as object), ...Object.fromEntries(fields) } };
};

const readFile = async ({ file }: MultipartFile, maxBytes: number): Promise<Buffer> => {
  const bytes = await readBounded(file, maxBytes);
  if (!bytes || file.truncated) throw tooLarge(maxBytes);
  return bytes;
};

/** The types promise a name, which a part may lack. */
const nameOf = ({ filename }: MultipartFile): string | undefined =>
  (filename as string | undefined) || undefined;
