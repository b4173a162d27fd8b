import { type Fields, fieldsOf, isSent, nameOf, objectOf, textOf } from './body-fields.js';
import { AppError, invalidParameter, missingParameter } from './errors.js';
import { MEMORY_LIMITS } from './schemas/memory.js';

/** An import that was asked for; its file follows. */
export interface SentMemoryImport {
  /** Of the translation memory. */
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Size of the file in bytes. */
  readonly contentLength: number;
}

/** A page of the list of translation memories. */
export interface MemoryPage {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the segments of a translation memory. */
export interface SegmentPage {
  readonly pageSize: number;
  readonly cursor: string | undefined;
  readonly filter: SegmentFilter | undefined;
}

/** Chooses segments with a text in their source or in a target. */
export interface SegmentFilter {
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

const PAGE_SIZES = { least: 1, most: 25, usual: 10 } as const;
const SEGMENT_PAGE_SIZES = { least: 1, most: 100, usual: 50 } as const;
const FILTER_CHARACTERS = { least: 2, most: 500 } as const;
const MAX_CURSOR_CHARACTERS = 1000;
const MAX_CONTENT_TYPE_CHARACTERS = 255;

/**
 * The body of `POST /v3/translation_memories/import`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseMemoryImport = (body: unknown): SentMemoryImport => {
  const fields = fieldsOf(body);
  const file = objectOf(fields, 'source_file');
  const fileName = nameOf(file, 'file_name', MEMORY_LIMITS.nameBytes);
  const parameters = isSent(fields.parameters) ? objectOf(fields, 'parameters') : {};
  const name = isSent(parameters.display_name)
    ? nameOf(parameters, 'display_name', MEMORY_LIMITS.nameBytes)
    : fileName;
  return {
    name,
    fileName,
    contentType: contentTypeOf(file),
    contentLength: contentLengthOf(file),
  };
};

const contentTypeOf = (file: Fields): string => {
  if (!isSent(file.content_type)) return 'application/xml';
  const type = textOf(file, 'content_type');
  if (type.length <= MAX_CONTENT_TYPE_CHARACTERS && /^[\x21-\x7e][\x20-\x7e]*$/.test(type)) {
    return type;
  }
  throw invalidParameter('content_type', 'It is a media type such as application/xml.');
};

const contentLengthOf = ({ content_length: length }: Fields): number => {
  if (!isSent(length)) throw missingParameter('content_length');
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 1) {
    throw invalidParameter('content_length', 'It is the size of the file in bytes.');
  }
  if (length <= MEMORY_LIMITS.importBytes) return length;
  throw new AppError('body_too_large', {
    parameter: 'content_length',
    message: `A TMX file may have ${MEMORY_LIMITS.importBytes} bytes.`,
  });
};

/**
 * The query of `GET /v3/translation_memories`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseMemoryPage = (query: unknown): MemoryPage => {
  const fields = fieldsOf(query);
  const sent = isSent(fields.page) ? fields.page : '0';
  const page = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined;
  if (page === undefined) {
    throw new AppError('invalid_parameter', {
      parameter: 'page',
      message: 'Parameter "page" must be a non-negative integer',
    });
  }
  return { page, pageSize: pageSizeOf(fields, PAGE_SIZES) };
};

/**
 * The query of `GET /v3/translation_memories/{translation_memory_id}/segments`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseSegmentPage = (query: unknown): SegmentPage => {
  const fields = fieldsOf(query);
  const cursor = isSent(fields.page_cursor) ? textOf(fields, 'page_cursor') : undefined;
  if (cursor !== undefined && cursor.length > MAX_CURSOR_CHARACTERS) {
    throw invalidParameter('page_cursor');
  }
  return {
    pageSize: pageSizeOf(fields, SEGMENT_PAGE_SIZES),
    cursor,
    filter: filterOf(fields),
  };
};

const pageSizeOf = (
  { page_size: sent }: Fields,
  { least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number },
): number => {
  if (!isSent(sent)) return usual;
  const size = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  if (size >= least && size <= most) return size;
  throw invalidParameter('page_size', `It is a number from ${least} to ${most}.`);
};

const filterOf = (fields: Fields): SegmentFilter | undefined => {
  const isCaseSensitive = flagOf(fields, 'filter_case_sensitive');
  if (!isSent(fields.filter_text)) return undefined;
  const text = textOf(fields, 'filter_text');
  const { least, most } = FILTER_CHARACTERS;
  if (text.length >= least && text.length <= most) return { text, isCaseSensitive };
  throw invalidParameter('filter_text', `It has ${least} to ${most} characters.`);
};

const flagOf = (fields: Fields, parameter: string): boolean => {
  const value = isSent(fields[parameter]) ? fields[parameter] : 'false';
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw invalidParameter(parameter, 'Allowed: true, false.');
};
