import { DocumentError } from '../../../document-error.js';
import { type DocumentLimits, requireWithin } from '../../../limits.js';
import {
  cursorOf,
  isKeyword,
  readObjectAt,
  readToken,
  readValue,
  skipSpace,
} from './parse-values.js';
import {
  isDictionary,
  isList,
  isReference,
  isStream,
  nameOf,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from './pdf-values.js';
import { decodeStream } from './stream-filters.js';

/** Where an object is: at an offset of the file, or in an object that holds others. */
export type ObjectPlace =
  | { readonly offset: number; readonly generation: number }
  | { readonly container: number; readonly index: number };

/** An opened file, whose objects are read when they are asked for. */
export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly trailer: PdfDictionary;
  readonly places: ReadonlyMap<number, ObjectPlace>;
  /** Where the newest table of objects is; undefined where it was damaged and objects were searched. */
  readonly tableOffset: number | undefined;
  /** Whether that table is a stream, as from PDF 1.5 on. */
  readonly hasTableStream: boolean;
  /** What a value stands for: an object for a reference, and null for what is missing. */
  resolve(value: PdfValue | undefined): PdfValue;
  dictionary(value: PdfValue | undefined): PdfDictionary;
  list(value: PdfValue | undefined): readonly PdfValue[];
  number(value: PdfValue | undefined, usual?: number): number;
  /** Bytes of a stream without its filters; undefined if they are unknown. */
  decode(stream: PdfStream): Uint8Array | undefined;
}

const MAX_OBJECTS = 2_000_000;
/** Tables of objects, one for each time a file was changed. */
const MAX_TABLES = 1000;
/** Objects that are kept while they may be asked for again. */
const KEPT_OBJECTS = 20_000;
const KEPT_CONTAINERS = 16;
const MAX_REFERENCE_STEPS = 32;
const EMPTY: PdfDictionary = new Map();

interface Tables {
  readonly places: Map<number, ObjectPlace>;
  readonly freed: Set<number>;
  trailer: PdfDictionary;
  hasTableStream: boolean;
}

/**
 * Opens a file by its table of objects, or by searching for them when the table is damaged.
 *
 * @throws DocumentError format_mismatch, truncated, encrypted, too_large
 */
export const openPdf = (bytes: Uint8Array, limits: DocumentLimits): PdfFile => {
  requireWithin(bytes.length, limits, 'partBytes');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = buffer.subarray(0, 1024).indexOf('%PDF-');
  if (header < 0) throw new DocumentError('format_mismatch', 'It is no PDF.');
  const inflated = { bytes: 0 };
  const tableOffset = header === 0 ? findTable(buffer) : undefined;
  const read =
    tableOffset === undefined ? undefined : readTables(bytes, tableOffset, limits, inflated);
  const isSound = (tables: Tables): boolean => {
    // The catalogue may lie in a stream, which cannot be read then.
    if (tables.trailer.has('Encrypt')) throw new DocumentError('encrypted');
    const file = fileOf(bytes, tables, tableOffset, limits, inflated);
    const catalog = file.dictionary(tables.trailer.get('Root'));
    return isDictionary(file.resolve(catalog.get('Pages')));
  };
  if (read && isSound(read)) return fileOf(bytes, read, tableOffset, limits, inflated);
  const searched = searchObjects(buffer, limits, inflated);
  if (!isSound(searched)) throw new DocumentError('truncated');
  return fileOf(bytes, searched, undefined, limits, inflated);
};

const fileOf = (
  bytes: Uint8Array,
  { places, trailer, hasTableStream }: Tables,
  tableOffset: number | undefined,
  limits: DocumentLimits,
  inflated: { bytes: number },
): PdfFile => {
  const kept = new Map<number, PdfValue>();
  const containers = new Map<number, readonly PdfValue[]>();
  const loading = new Set<number>();

  const load = (number: number): PdfValue => {
    const place = places.get(number);
    if (!place || loading.has(number)) return null;
    loading.add(number);
    try {
      if ('container' in place) return loadContainer(place.container)[place.index] ?? null;
      const found = readObjectAt(bytes, place.offset, lengthOf);
      return found?.number === number ? found.value : null;
    } finally {
      loading.delete(number);
    }
  };
  const lengthOf = (dictionary: PdfDictionary): number | undefined => {
    const length = file.resolve(dictionary.get('Length'));
    return typeof length === 'number' ? length : undefined;
  };
  const loadContainer = (number: number): readonly PdfValue[] => {
    const known = containers.get(number);
    if (known) return known;
    const place = places.get(number);
    if (!place || 'container' in place) return [];
    const stream = file.resolve({ kind: 'reference', number, generation: 0 });
    const values = isStream(stream) ? readContainer(file, stream) : [];
    if (containers.size >= KEPT_CONTAINERS) containers.delete(containers.keys().next().value ?? 0);
    containers.set(number, values);
    return values;
  };

  const file: PdfFile = {
    bytes,
    trailer,
    places,
    tableOffset,
    hasTableStream,
    resolve(value) {
      let current = value ?? null;
      for (let step = 0; isReference(current); step++) {
        if (step > MAX_REFERENCE_STEPS) return null;
        const { number } = current;
        const known = kept.get(number);
        if (known !== undefined) {
          current = known;
          continue;
        }
        const loaded: PdfValue = load(number);
        if (kept.size >= KEPT_OBJECTS) kept.clear();
        kept.set(number, loaded);
        current = loaded;
      }
      return current;
    },
    dictionary(value) {
      const found = file.resolve(value);
      if (isStream(found)) return found.dictionary;
      return isDictionary(found) ? found : EMPTY;
    },
    list(value) {
      const found = file.resolve(value);
      return isList(found) ? found : [];
    },
    number(value, usual = 0) {
      const found = file.resolve(value);
      return typeof found === 'number' && Number.isFinite(found) ? found : usual;
    },
    decode({ dictionary, bytes: encoded }) {
      const decoded = decodeStream(dictionary, encoded, {
        limit: limits.partBytes,
        resolve: file.resolve,
      });
      countInflated(inflated, decoded, limits);
      return decoded;
    },
  };
  return file;
};

/** A file of few bytes may hold many streams of many, and be asked for each of them again. */
const countInflated = (
  inflated: { bytes: number },
  content: Uint8Array | undefined,
  limits: DocumentLimits,
): void => {
  inflated.bytes += content?.length ?? 0;
  if (inflated.bytes > 10 * limits.inflatedBytes) {
    throw new DocumentError('too_large', 'Its content is too large.');
  }
};

const readContainer = (file: PdfFile, stream: PdfStream): readonly PdfValue[] => {
  const bytes = file.decode(stream);
  if (!bytes) return [];
  const first = file.number(stream.dictionary.get('First'));
  const count = Math.min(file.number(stream.dictionary.get('N')), bytes.length);
  const head = { ...cursorOf(bytes), hasReferences: false };
  const values: PdfValue[] = [];
  for (let index = 0; index < count; index++) {
    readValue(head);
    const offset = readValue(head);
    values.push(typeof offset === 'number' ? readValue(cursorOf(bytes, first + offset)) : null);
  }
  return values;
};

const findTable = (buffer: Buffer): number | undefined => {
  const from = buffer.lastIndexOf('startxref');
  if (from < 0) return undefined;
  const offset = readValue({ ...cursorOf(buffer, from + 9), hasReferences: false });
  return typeof offset === 'number' && offset > 0 && offset < buffer.length ? offset : undefined;
};

/** Reads the newest table and all that came before it; undefined when one is damaged. */
const readTables = (
  bytes: Uint8Array,
  start: number,
  limits: DocumentLimits,
  inflated: { bytes: number },
): Tables | undefined => {
  const tables: Tables = {
    places: new Map(),
    freed: new Set(),
    trailer: EMPTY,
    hasTableStream: false,
  };
  const seen = new Set<number>();
  const waiting = [start];
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (seen.has(offset)) continue;
    if (seen.size >= MAX_TABLES) return undefined;
    seen.add(offset);
    const cursor = cursorOf(bytes, offset);
    skipSpace(cursor);
    const isPlain = bytes[cursor.at] === 0x78;
    const trailer = isPlain
      ? readPlainTable(bytes, cursor.at, tables)
      : readTableStream(bytes, cursor.at, tables, limits, inflated);
    if (!trailer) return undefined;
    if (seen.size === 1) {
      tables.trailer = trailer;
      tables.hasTableStream = !isPlain;
    }
    for (const key of ['XRefStm', 'Prev']) {
      const next = trailer.get(key);
      if (typeof next === 'number' && next > 0 && next < bytes.length) waiting.push(next);
    }
  }
  return tables;
};

const place = ({ places, freed }: Tables, number: number, found: ObjectPlace | undefined): void => {
  if (places.has(number) || freed.has(number)) return;
  if (places.size + freed.size > MAX_OBJECTS) {
    throw new DocumentError('too_large', `More than ${MAX_OBJECTS} objects.`);
  }
  if (found) places.set(number, found);
  else freed.add(number);
};

const readPlainTable = (
  bytes: Uint8Array,
  at: number,
  tables: Tables,
): PdfDictionary | undefined => {
  const cursor = { ...cursorOf(bytes, at), hasReferences: false };
  readToken(cursor);
  for (;;) {
    const first = readToken(cursor);
    if (isKeyword(first)) {
      if (first.keyword !== 'trailer') return undefined;
      const trailer = readValue(cursorOf(bytes, cursor.at));
      return isDictionary(trailer) ? trailer : undefined;
    }
    const count = readToken(cursor);
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    if (count > MAX_OBJECTS) return undefined;
    for (let index = 0; index < count; index++) {
      const offset = readToken(cursor);
      const generation = readToken(cursor);
      const kind = readToken(cursor);
      if (typeof offset !== 'number' || typeof generation !== 'number' || !isKeyword(kind)) {
        return undefined;
      }
      const isUsed = kind.keyword === 'n' && offset > 0;
      place(tables, first + index, isUsed ? { offset, generation } : undefined);
    }
  }
};

const readTableStream = (
  bytes: Uint8Array,
  at: number,
  tables: Tables,
  limits: DocumentLimits,
  inflated: { bytes: number },
): PdfDictionary | undefined => {
  const direct = (value: PdfValue | undefined): PdfValue => value ?? null;
  const found = readObjectAt(bytes, at, (dictionary) => {
    const length = dictionary.get('Length');
    return typeof length === 'number' ? length : undefined;
  })?.value;
  if (!isStream(found)) return undefined;
  const { dictionary } = found;
  const content = decodeStream(dictionary, found.bytes, {
    limit: limits.partBytes,
    resolve: direct,
  });
  countInflated(inflated, content, limits);
  const widths = direct(dictionary.get('W'));
  if (!content || !isList(widths)) return undefined;
  const [a = 0, b = 0, c = 0] = widths.map((width) => (typeof width === 'number' ? width : 0));
  if (![a, b, c].every((width) => width >= 0 && width <= 8) || a + b + c === 0) return undefined;
  const size = direct(dictionary.get('Size'));
  const index = direct(dictionary.get('Index'));
  const ranges = isList(index) ? index : [0, size];
  let position = 0;
  const readField = (width: number, usual: number): number => {
    if (width === 0) return usual;
    let value = 0;
    for (let count = 0; count < width; count++) value = value * 256 + (content[position++] ?? 0);
    return value;
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range];
    const count = ranges[range + 1];
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let entry = 0; entry < count && position + a + b + c <= content.length; entry++) {
      const kind = readField(a, 1);
      const second = readField(b, 0);
      const third = readField(c, 0);
      if (kind === 1) place(tables, first + entry, { offset: second, generation: third });
      else if (kind === 2) place(tables, first + entry, { container: second, index: third });
      else place(tables, first + entry, undefined);
    }
  }
  return dictionary;
};

/** Finds objects by how they begin, where the table of a file is damaged or missing. */
const searchObjects = (
  buffer: Buffer,
  limits: DocumentLimits,
  inflated: { bytes: number },
): Tables => {
  const tables: Tables = {
    places: new Map(),
    freed: new Set(),
    trailer: EMPTY,
    hasTableStream: false,
  };
  const trailer = new Map<string, PdfValue>();
  const containers: number[] = [];
  const noLength = (): undefined => undefined;
  for (let at = buffer.indexOf('obj'); at >= 0; at = buffer.indexOf('obj', at + 3)) {
    const head = /(\d{1,10})[\s\0]{1,8}(\d{1,5})[\s\0]{0,8}$/.exec(
      buffer.toString('latin1', Math.max(0, at - 28), at),
    );
    if (!head) continue;
    const number = Number(head[1]);
    tables.places.set(number, { offset: at - head[0].length, generation: Number(head[2]) });
    if (tables.places.size > MAX_OBJECTS) throw new DocumentError('too_large');
    const kind = /^[^>]{0,200}?\/Type[\s\0]*\/(ObjStm|XRef|Catalog)/.exec(
      buffer.toString('latin1', at, at + 400),
    )?.[1];
    if (kind === 'ObjStm') containers.push(number);
    if (kind === 'Catalog') trailer.set('Root', { kind: 'reference', number, generation: 0 });
    if (kind === 'XRef') {
      const value = readObjectAt(buffer, at - head[0].length, noLength)?.value;
      if (isStream(value)) copyTrailer(value.dictionary, trailer);
    }
  }
  for (let at = buffer.indexOf('trailer'); at >= 0; at = buffer.indexOf('trailer', at + 7)) {
    const value = readValue(cursorOf(buffer, at + 7));
    if (isDictionary(value)) copyTrailer(value, trailer);
  }
  tables.trailer = trailer;
  // One that keeps no object that it looked for before all places were known.
  const open = (): PdfFile => fileOf(buffer, tables, undefined, limits, inflated);
  addContained(open(), tables, containers);
  if (!trailer.has('Root')) findCatalog(open(), tables, trailer);
  return tables;
};

const copyTrailer = (from: PdfDictionary, to: Map<string, PdfValue>): void => {
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = from.get(key);
    if (value !== undefined) to.set(key, value);
  }
};

const addContained = (file: PdfFile, tables: Tables, containers: readonly number[]): void => {
  for (const container of containers) {
    const stream = file.resolve({ kind: 'reference', number: container, generation: 0 });
    const bytes = isStream(stream) ? file.decode(stream) : undefined;
    if (!isStream(stream) || !bytes) continue;
    const head = { ...cursorOf(bytes), hasReferences: false };
    const count = Math.min(file.number(stream.dictionary.get('N')), bytes.length);
    for (let index = 0; index < count; index++) {
      const number = readValue(head);
      readValue(head);
      if (typeof number !== 'number') break;
      const known = tables.places.get(number);
      if (!known || 'container' in known) replacePlace(tables, number, { container, index });
    }
  }
};

const replacePlace = ({ places }: Tables, number: number, found: ObjectPlace): void => {
  if (places.size > MAX_OBJECTS) throw new DocumentError('too_large');
  places.set(number, found);
};

const findCatalog = (file: PdfFile, tables: Tables, trailer: Map<string, PdfValue>): void => {
  for (const number of tables.places.keys()) {
    const reference = { kind: 'reference', number, generation: 0 } as const;
    if (nameOf(file.dictionary(reference).get('Type')) === 'Catalog')
      trailer.set('Root', reference);
  }
};
