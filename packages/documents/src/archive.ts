import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { DocumentError } from './document-error.js';
import { type DocumentLimits, MEBIBYTE, requireWithin } from './limits.js';

/** A file in a ZIP archive. */
interface ArchiveEntry {
  readonly name: string;
  /** The header of the central directory, to write it again. */
  readonly header: Entry;
  /** The bytes as they are stored, compressed or not. */
  readonly stored: Uint8Array;
}

interface Archive {
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
const MAX_CHUNK_BYTES = 4 * MEBIBYTE;

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
    throw new DocumentError('malformed', 'The archive contains a file name twice.');
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
    throw new DocumentError(
      'malformed',
      'The archive uses a compression method other than stored or deflate.',
    );
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
const chunkSizeFor = (size: number): number =>
  Math.min(Math.max(size, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** The flag of a name in UTF-8; all others describe what a fresh entry is not. */
const UTF8_NAME = 0x0800;
/** ZIP version 2.0, which has deflate and folders. */
const VERSION = 20;

interface WrittenEntry {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly size: number;
  readonly attributes: number;
  readonly stored: Uint8Array;
}

/**
 * Writes an archive with some entries replaced. The others keep order, dates and compressed bytes.
 * No entry gets an extra field, as `mimetype` of OpenDocument and EPUB demands.
 *
 * @param removed names of entries to leave out
 */
export const writeArchive = (
  archive: Archive,
  changed: ReadonlyMap<string, Uint8Array>,
  removed: ReadonlySet<string> = new Set(),
): Uint8Array =>
  joinArchive(
    archive.entries
      .filter(({ name }) => !removed.has(name))
      .map((entry) => replaceEntry(entry, changed.get(entry.name))),
  );

/** Makes a new archive. @param files contents by name, in order */
export const createArchive = (
  files: readonly (readonly [name: string, content: Uint8Array])[],
): Uint8Array =>
  joinArchive(
    files.map(([name, content]) => ({
      // 1 January 1980, so that the same document is the same bytes.
      time: 0,
      date: 33,
      attributes: 0,
      flags: UTF8_NAME,
      ...(name === 'mimetype' ? store(content) : compress(content)),
      name: Buffer.from(name),
    })),
  );

const replaceEntry = ({ header, stored }: ArchiveEntry, content?: Uint8Array): WrittenEntry => ({
  name: header.fileNameRaw,
  flags: header.generalPurposeBitFlag & UTF8_NAME,
  time: header.lastModFileTime,
  date: header.lastModFileDate,
  attributes: header.externalFileAttributes,
  ...(content
    ? header.compressionMethod === 0
      ? store(content)
      : compress(content)
    : {
        method: header.compressionMethod,
        crc: header.crc32,
        size: header.uncompressedSize,
        stored,
      }),
});

const store = (content: Uint8Array) => ({
  method: 0,
  crc: crc32(content),
  size: content.length,
  stored: content,
});

const compress = (content: Uint8Array) => ({
  method: 8,
  crc: crc32(content),
  size: content.length,
  stored: deflateRawSync(content, { chunkSize: chunkSizeFor(content.length / 4) }),
});

const joinArchive = (entries: readonly WrittenEntry[]): Uint8Array => {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const common = commonHeader(entry);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL_HEADER, 0);
    common.copy(local, 4);
    directory.push(centralHeader(entry, common, offset), entry.name);
    pieces.push(local, entry.name, entry.stored);
    offset += local.length + entry.name.length + entry.stored.length;
  }
  const directorySize = directory.reduce((size, piece) => size + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
};

/** The fields that both headers of an entry have in the same order. */
const commonHeader = (entry: WrittenEntry): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(entry.flags, 2);
  fields.writeUInt16LE(entry.method, 4);
  fields.writeUInt16LE(entry.time, 6);
  fields.writeUInt16LE(entry.date, 8);
  fields.writeUInt32LE(entry.crc, 10);
  fields.writeUInt32LE(entry.stored.length, 14);
  fields.writeUInt32LE(entry.size, 18);
  fields.writeUInt16LE(entry.name.length, 22);
  return fields;
};

const centralHeader = (entry: WrittenEntry, common: Buffer, offset: number): Buffer => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  common.copy(header, 6);
  header.writeUInt32LE(entry.attributes, 38);
  header.writeUInt32LE(offset, 42);
  return header;
};
