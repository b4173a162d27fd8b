import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { DocumentError } from './document-error.js';
import { type DocumentLimits, requireWithin } from './limits.js';

/** A file in a ZIP archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** The header of the central directory, to write it again. */
  readonly header: Entry;
  /** The bytes as they are stored, compressed or not. */
  readonly stored: Uint8Array;
}

export interface Archive {
  /** In the order of the archive. */
  readonly entries: readonly ArchiveEntry[];
  readonly bytes: Uint8Array;
  has(name: string): boolean;
  /**
   * Inflates an entry. All entries share one budget, counted while they inflate.
   *
   * @throws DocumentError too_large, truncated
   */
  inflate(name: string): Uint8Array;
}

const STORED = 0;
const DEFLATED = 8;
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Opens a ZIP archive in memory.
 *
 * @throws DocumentError truncated, encrypted, too_large, malformed
 */
export const readArchive = async (bytes: Uint8Array, limits: DocumentLimits): Promise<Archive> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = await readEntries(buffer, limits);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size !== entries.length) {
    throw new DocumentError('malformed', 'Two files in the archive have one name.');
  }
  let inflatedBytes = 0;
  return {
    entries,
    bytes,
    has: (name) => byName.has(name),
    inflate(name) {
      const entry = byName.get(name);
      if (!entry) throw new DocumentError('malformed', 'A part of the document is missing.');
      const budget = Math.min(limits.partBytes, limits.inflatedBytes - inflatedBytes);
      const content = inflateEntry(entry, Math.max(budget, 0));
      if (crc32(content) !== entry.header.crc32) throw new DocumentError('truncated');
      inflatedBytes += content.length;
      return content;
    },
  };
};

const readEntries = async (
  buffer: Buffer,
  limits: DocumentLimits,
): Promise<readonly ArchiveEntry[]> => {
  const entries: ArchiveEntry[] = [];
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: false });
    requireWithin(zip.entryCount, limits, 'entries');
    for await (const header of zip.eachEntry()) {
      requireWithin(entries.length + 1, limits, 'entries');
      if (header.isEncrypted()) throw new DocumentError('encrypted');
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(header, { minimal: true });
      const end = fileDataStart + header.compressedSize;
      if (end > buffer.length) throw new DocumentError('truncated');
      entries.push({ name: header.fileName, header, stored: buffer.subarray(fileDataStart, end) });
    }
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError('truncated', undefined, { cause });
  }
  return entries;
};

const inflateEntry = ({ header, stored }: ArchiveEntry, budget: number): Uint8Array => {
  if (header.compressionMethod === STORED) {
    if (stored.length > budget)
      throw new DocumentError('too_large', 'Too many bytes when unpacked.');
    return stored;
  }
  if (header.compressionMethod !== DEFLATED) {
    throw new DocumentError('malformed', 'The archive is compressed in an unusual way.');
  }
  try {
    return inflateRawSync(stored, {
      maxOutputLength: Math.max(budget, 1),
      chunkSize: chunkSizeFor(header.uncompressedSize),
    });
  } catch (cause) {
    const isTooLarge =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new DocumentError('too_large', 'Too many bytes when unpacked.');
    throw new DocumentError('truncated', undefined, { cause });
  }
};

/**
 * Bytes that zlib fills at a time. Small chunks of a large part stay with the process when they are
 * done with, large ones go back to the system.
 *
 * @param size what the header says; it may be wrong
 */
export const chunkSizeFor = (size: number): number =>
  Math.min(Math.max(size, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
