import { crc32, deflateRawSync } from 'node:zlib';
import { type Archive, type ArchiveEntry, chunkSizeFor } from './read-archive.js';

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
