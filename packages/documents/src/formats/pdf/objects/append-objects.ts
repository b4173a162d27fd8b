import { deflateSync } from 'node:zlib';
import { append } from '../../../many-values.js';
import type { ObjectPlace, PdfFile } from './pdf-file.js';
import {
  isReference,
  isStream,
  nameOf,
  type PdfDictionary,
  type PdfReference,
  type PdfStream,
  type PdfValue,
  pdfName,
  writeValue,
} from './pdf-values.js';

/** New and changed objects of a file, which go behind what is there. */
export interface ObjectAppender {
  /** Makes room for a new object. */
  reserve(): PdfReference;
  /** Sets what a reference stands for from now on. */
  set(reference: PdfReference, value: PdfValue): void;
  add(value: PdfValue): PdfReference;
  /** Adds a stream and compresses it. */
  addStream(entries: Iterable<readonly [string, PdfValue]>, bytes: Uint8Array): PdfReference;
  /** The file with all of them. The bytes it had stay where they were. */
  finish(): Uint8Array;
}

/** A stream with its bytes compressed. */
export const compressedStream = (
  entries: Iterable<readonly [string, PdfValue]>,
  bytes: Uint8Array,
): PdfStream => {
  const compressed = deflateSync(bytes);
  const dictionary = new Map<string, PdfValue>(entries);
  for (const key of ['F', 'DP', 'DecodeParms', 'FFilter', 'FDecodeParms']) dictionary.delete(key);
  dictionary.set('Filter', pdfName('FlateDecode'));
  dictionary.set('Length', compressed.length);
  return { kind: 'stream', dictionary, bytes: compressed };
};

export const createAppender = (file: PdfFile): ObjectAppender => {
  let next = 1;
  for (const number of file.places.keys()) next = Math.max(next, number + 1);
  next = Math.max(next, file.number(file.trailer.get('Size')));
  const pieces: Uint8Array[] = [file.bytes];
  let length = file.bytes.length;
  const written = new Map<number, ObjectPlace>();
  const push = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const lastByte = file.bytes.at(-1);
  if (lastByte !== 10 && lastByte !== 13) push(Buffer.from('\n'));

  const appender: ObjectAppender = {
    reserve: () => ({ kind: 'reference', number: next++, generation: 0 }),
    set({ number, generation }, value) {
      written.set(number, { offset: length, generation });
      push(Buffer.from(`${number} ${generation} obj\n${writeValue(value)}\n`, 'latin1'));
      if (isStream(value)) {
        push(Buffer.from('stream\n'));
        push(value.bytes);
        push(Buffer.from('\nendstream\n'));
      }
      push(Buffer.from('endobj\n'));
    },
    add(value) {
      const reference = appender.reserve();
      appender.set(reference, value);
      return reference;
    },
    addStream: (entries, bytes) => appender.add(compressedStream(entries, bytes)),
    finish() {
      if (written.size === 0) return file.bytes;
      const isWhole = file.tableOffset === undefined;
      const places = new Map<number, ObjectPlace>(isWhole ? file.places : []);
      for (const [number, found] of written) places.set(number, found);
      const isStreamed =
        file.hasTableStream || [...places.values()].some((at) => 'container' in at);
      const trailer = trailerOf(file);
      push(
        isStreamed
          ? tableStream(places, trailer, { number: next++, offset: length })
          : plainTable(places, trailer, { size: next, offset: length }),
      );
      return Buffer.concat(pieces);
    },
  };
  return appender;
};

const trailerOf = (file: PdfFile): Map<string, PdfValue> => {
  const trailer = new Map<string, PdfValue>();
  for (const key of ['Root', 'Info', 'ID']) {
    const value = file.trailer.get(key);
    if (value !== undefined) trailer.set(key, value);
  }
  if (file.tableOffset !== undefined) trailer.set('Prev', file.tableOffset);
  return trailer;
};

/** Numbers that follow each other, with the first one. */
const rangesOf = (numbers: readonly number[]): readonly (readonly number[])[] => {
  const ranges: number[][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && range.at(-1) === number - 1) range.push(number);
    else ranges.push([number]);
  }
  return ranges;
};

const plainTable = (
  places: ReadonlyMap<number, ObjectPlace>,
  trailer: Map<string, PdfValue>,
  { size, offset }: { readonly size: number; readonly offset: number },
): Uint8Array => {
  const isFirst = !trailer.has('Prev');
  const numbers = [...places.keys()].filter((number) => number > 0).sort((a, b) => a - b);
  const lines = ['xref\n'];
  if (isFirst) lines.push('0 1\n0000000000 65535 f \n');
  for (const range of rangesOf(numbers)) {
    lines.push(`${range[0]} ${range.length}\n`);
    for (const number of range) {
      const place = places.get(number);
      if (!place || 'container' in place) continue;
      const generation = String(place.generation).padStart(5, '0');
      lines.push(`${String(place.offset).padStart(10, '0')} ${generation} n \n`);
    }
  }
  trailer.set('Size', size);
  lines.push(`trailer\n${writeValue(trailer)}\nstartxref\n${offset}\n%%EOF\n`);
  return Buffer.from(lines.join(''), 'latin1');
};

const tableStream = (
  places: Map<number, ObjectPlace>,
  trailer: Map<string, PdfValue>,
  { number, offset }: { readonly number: number; readonly offset: number },
): Uint8Array => {
  places.set(number, { offset, generation: 0 });
  const numbers = [...places.keys()].sort((a, b) => a - b);
  const content = Buffer.alloc(numbers.length * 8);
  for (const [index, entry] of numbers.entries()) {
    const place = places.get(entry) as ObjectPlace;
    const isContained = 'container' in place;
    content[index * 8] = isContained ? 2 : 1;
    content.writeUInt32BE(isContained ? place.container : place.offset, index * 8 + 1);
    content.writeUIntBE(isContained ? place.index : place.generation, index * 8 + 5, 3);
  }
  const dictionary: PdfDictionary = new Map<string, PdfValue>([
    ...trailer,
    ['Type', pdfName('XRef')],
    ['Size', number + 1],
    ['W', [1, 4, 3]],
    ['Index', rangesOf(numbers).flatMap((range) => [range[0] as number, range.length])],
  ]);
  const stream = compressedStream(dictionary, content);
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${writeValue(stream.dictionary)}\nstream\n`, 'latin1'),
    stream.bytes,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`),
  ]);
};

const MAX_FIELDS = 10_000;

/** The fields of a form that are signed. */
const signedFields = (file: PdfFile): readonly PdfReference[] => {
  const form = file.dictionary(file.dictionary(file.trailer.get('Root')).get('AcroForm'));
  const signed: PdfReference[] = [];
  const seen = new Set<number>();
  const waiting = [...file.list(form.get('Fields'))];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isReference(value) || seen.has(value.number) || seen.size > MAX_FIELDS) continue;
    seen.add(value.number);
    const field = file.dictionary(value);
    append(waiting, file.list(field.get('Kids')));
    const isSignature = nameOf(file.resolve(field.get('FT'))) === 'Sig';
    if (isSignature && file.dictionary(field.get('V')).has('ByteRange')) signed.push(value);
  }
  return signed;
};

/** Whether somebody has signed a file, as it is or in a form of it. */
export const isSigned = (file: PdfFile): boolean => signedFields(file).length > 0;

/** Takes signatures away, which would be shown to be invalid. */
export const dropSignatures = (file: PdfFile, appender: ObjectAppender): void => {
  for (const reference of signedFields(file)) {
    const field = new Map<string, PdfValue>(file.dictionary(reference));
    field.delete('V');
    appender.set(reference, field);
  }
};
