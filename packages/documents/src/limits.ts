import { DocumentError } from './document-error.js';

/** What one document may cost. Sizes are counted while they grow; no header is believed. */
export interface DocumentLimits {
  /** Entries of an archive. Default 2000. */
  readonly entries: number;
  /** Bytes of all entries that are inflated, together. Default 200 MiB. */
  readonly inflatedBytes: number;
  /** Bytes of one inflated entry, or of a file that is no archive. Default 50 MiB. */
  readonly partBytes: number;
  /** Elements, lists or objects inside one another. Default 256. */
  readonly depth: number;
  /** UTF-16 code units of one XML tag with its attributes. Default 1 Mi. */
  readonly tagLength: number;
  /** Paragraphs to translate. Default 500 000. */
  readonly paragraphs: number;
  /** Pages of a PDF. Default 2000. */
  readonly pages: number;
}

export const MEBIBYTE = 1024 * 1024;

export const DEFAULT_LIMITS: DocumentLimits = {
  entries: 2000,
  inflatedBytes: 200 * MEBIBYTE,
  partBytes: 50 * MEBIBYTE,
  depth: 256,
  tagLength: MEBIBYTE,
  paragraphs: 500_000,
  pages: 2000,
};

/** @throws DocumentError too_large when a limit is passed */
export const requireWithin = (value: number, limits: DocumentLimits, name: LimitName): void => {
  if (value > limits[name]) {
    throw new DocumentError('too_large', `More than ${limits[name]} ${LIMIT_NAMES[name]}.`);
  }
};

const LIMIT_NAMES = {
  entries: 'files in the archive',
  inflatedBytes: 'bytes when unpacked',
  partBytes: 'bytes in one part',
  depth: 'elements inside one another',
  tagLength: 'characters in one tag',
  paragraphs: 'paragraphs',
  pages: 'pages',
} as const;

type LimitName = keyof DocumentLimits;
