import { AppError, isAppError, MEBIBYTE } from '@dragoman/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { bounded } from '../../platform/read-bounded.js';
import type { SentFile } from './prepare-upload.js';
import type { ReceiveFile } from './receive-files.js';

/** Fields and boundaries beside the file. */
const MAX_OTHER_BYTES = MEBIBYTE;
const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 16 * 1024;

/** A form with a file in it, unchecked. */
interface MultipartForm {
  readonly file: SentFile | undefined;
  /** Of the body, with those of the query behind them. A list where one came several times. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('body_too_large', { message: `The document is larger than ${maxBytes} bytes.` });

export interface MultipartLimits {
  /** Of the file. */
  readonly maxBytes: number;
  /**
   * Called when the file begins, with the fields before it: says how much of it may be read. What
   * it throws ends the reading.
   */
  readonly beforeFile?: (fields: Readonly<Record<string, unknown>>) => Promise<number>;
}

/**
 * Reads a form whose one file, named `file`, may come before or after its fields.
 *
 * @param receive stores the file while it arrives; it is discarded if the form cannot be read
 * @throws AppError `unsupported_media_type`, `body_too_large`, `malformed_body`, `invalid_file`
 */
export const readMultipart = async (
  request: FastifyRequest,
  receive: ReceiveFile,
  limits: MultipartLimits,
): Promise<MultipartForm> => {
  const { maxBytes } = limits;
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', {
      message: 'Send the document as multipart/form-data.',
    });
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_OTHER_BYTES) {
    throw tooLarge(maxBytes);
  }
  const received: SentFile[] = [];
  const receiveNamed = async (part: MultipartFile, fileBytes: number): Promise<void> => {
    const chunks = bytesOf(part, fileBytes);
    if (part.fieldname === 'file' && received.length === 0) {
      received.push({ ...(await receive(chunks)), name: nameOf(part) });
    } else {
      for await (const _ of chunks);
    }
  };
  try {
    const fields = await readParts(request, limits, receiveNamed);
    return { file: received[0], fields };
  } catch (error) {
    await received[0]?.discard();
    if (isAppError(error)) throw error;
    throw new AppError('malformed_body', {
      message:
        'The form could not be read. Is it complete, and its boundary the one of the header?',
      cause: error,
    });
  }
};

/** @returns the fields */
const readParts = async (
  request: FastifyRequest,
  { maxBytes, beforeFile = async () => maxBytes }: MultipartLimits,
  receive: (part: MultipartFile, maxBytes: number) => Promise<void>,
): Promise<MultipartForm['fields']> => {
  const fields = new Map<string, unknown>();
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
      await receive(part, await beforeFile(Object.fromEntries(fields)));
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
  return { ...(request.query as object), ...Object.fromEntries(fields) };
};

async function* bytesOf(
  { file }: MultipartFile,
  maxBytes: number,
): AsyncGenerator<Buffer, void, void> {
  yield* bounded<Buffer>(file, maxBytes, () => tooLarge(maxBytes));
  if (file.truncated) throw tooLarge(maxBytes);
}

/** The types promise a name, which a part may lack. */
const nameOf = ({ filename }: MultipartFile): string | undefined =>
  (filename as string | undefined) || undefined;
