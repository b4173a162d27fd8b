import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { DocumentError } from '../../../document-error.js';
import { isDictionary, isList, nameOf, type PdfDictionary, type PdfValue } from './pdf-values.js';

/** Filters of a stream inside one another. */
const MAX_FILTERS = 8;

const FULL_NAMES: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
};

/**
 * Undoes the filters of a stream.
 *
 * @param limit most bytes of the result
 * @returns undefined for filters of pictures and other unknown ones
 * @throws DocumentError too_large
 */
export const decodeStream = (
  dictionary: PdfDictionary,
  bytes: Uint8Array,
  {
    limit,
    resolve,
  }: { readonly limit: number; readonly resolve: (value: PdfValue | undefined) => PdfValue },
): Uint8Array | undefined => {
  const listOf = (value: PdfValue): readonly PdfValue[] =>
    value === null ? [] : isList(value) ? value : [value];
  const filters = listOf(resolve(dictionary.get('Filter') ?? dictionary.get('F')));
  const parameters = listOf(resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP')));
  if (filters.length > MAX_FILTERS) throw new DocumentError('too_large', 'Too many filters.');
  let result = bytes;
  for (const [index, filter] of filters.entries()) {
    const name = nameOf(resolve(filter));
    const given = resolve(parameters[index]);
    const decode = DECODERS[FULL_NAMES[name] ?? name];
    if (!decode) return undefined;
    const options = isDictionary(given) ? given : new Map<string, PdfValue>();
    const numberOf = (key: string, usual: number): number => {
      const value = resolve(options.get(key));
      return typeof value === 'number' ? value : usual;
    };
    result = decode(result, limit, numberOf);
    if (result.length > limit) throw tooLarge();
  }
  return result;
};

type Decoder = (
  bytes: Uint8Array,
  limit: number,
  numberOf: (key: string, usual: number) => number,
) => Uint8Array;

const tooLarge = (): DocumentError => new DocumentError('too_large', 'Its content is too large.');

const inflate: Decoder = (bytes, limit, numberOf) => {
  const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  const attempt = (run: () => Uint8Array): Uint8Array | undefined => {
    try {
      return run();
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge();
      return undefined;
    }
  };
  const found =
    attempt(() => inflateSync(bytes, options)) ??
    attempt(() => inflateRawSync(bytes.subarray(2), options)) ??
    new Uint8Array();
  return undoPredictor(found, numberOf);
};

const lzw: Decoder = (bytes, limit, numberOf) => {
  const early = numberOf('EarlyChange', 1);
  const output: number[] = [];
  let table: Uint8Array[] = [];
  const reset = (): void => {
    table = [];
    for (let code = 0; code < 256; code++) table.push(Uint8Array.of(code));
    table.push(new Uint8Array(), new Uint8Array());
  };
  reset();
  let width = 9;
  let bits = 0;
  let held = 0;
  let previous: Uint8Array | undefined;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    if (bits < width) continue;
    const code = (held >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    held &= (1 << bits) - 1;
    if (code === 257) break;
    if (code === 256) {
      reset();
      width = 9;
      previous = undefined;
      continue;
    }
    let entry = table[code];
    if (!entry && previous && code === table.length) {
      entry = Uint8Array.of(...previous, previous[0] as number);
    }
    if (!entry) break;
    if (output.length + entry.length > limit) throw tooLarge();
    for (const value of entry) output.push(value);
    if (previous && table.length < 4096) {
      table.push(Uint8Array.of(...previous, entry[0] as number));
    }
    previous = entry;
    const size = table.length + early;
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9;
  }
  return undoPredictor(Uint8Array.from(output), numberOf);
};

const ascii85: Decoder = (bytes) => {
  const output: number[] = [];
  let group: number[] = [];
  const flush = (): void => {
    const count = group.length;
    if (count < 2) return;
    while (group.length < 5) group.push(84);
    let value = 0;
    for (const digit of group) value = value * 85 + digit;
    for (let index = 0; index < count - 1; index++) {
      output.push(Math.floor(value / 256 ** (3 - index)) % 256);
    }
    group = [];
  };
  for (const code of bytes) {
    if (code === 0x7e) break;
    if (code === 0x7a && group.length === 0) output.push(0, 0, 0, 0);
    else if (code >= 0x21 && code <= 0x75) {
      group.push(code - 0x21);
      if (group.length === 5) flush();
    }
  }
  flush();
  return Uint8Array.from(output);
};

const asciiHexadecimal: Decoder = (bytes) => {
  const text = Buffer.from(bytes).toString('latin1').split('>')[0] ?? '';
  const digits = text.replace(/[^0-9a-f]/gi, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
};

const runLength: Decoder = (bytes, limit) => {
  const output: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at++] as number;
    if (length === 128) break;
    if (output.length + 128 > limit) throw tooLarge();
    if (length < 128) {
      for (let count = 0; count <= length && at < bytes.length; count++) {
        output.push(bytes[at++] as number);
      }
    } else {
      const value = bytes[at++] ?? 0;
      for (let count = 0; count < 257 - length; count++) output.push(value);
    }
  }
  return Uint8Array.from(output);
};

const DECODERS: Readonly<Record<string, Decoder>> = {
  FlateDecode: inflate,
  LZWDecode: lzw,
  ASCII85Decode: ascii85,
  ASCIIHexDecode: asciiHexadecimal,
  RunLengthDecode: runLength,
  Crypt: (bytes) => bytes,
};

/** Undoes the differences to neighbours that make data compress better. */
const undoPredictor = (
  bytes: Uint8Array,
  numberOf: (key: string, usual: number) => number,
): Uint8Array => {
  const predictor = numberOf('Predictor', 1);
  if (predictor < 10) return bytes;
  const bitsPerPixel = numberOf('Colors', 1) * numberOf('BitsPerComponent', 8);
  const step = Math.max(1, Math.ceil(bitsPerPixel / 8));
  const row = Math.ceil((numberOf('Columns', 1) * bitsPerPixel) / 8);
  if (!(row > 0 && row < 1_000_000)) return bytes;
  const rows = Math.floor((bytes.length + row) / (row + 1));
  const result = new Uint8Array(rows * row);
  for (let index = 0; index < rows; index++) {
    const from = index * (row + 1);
    const to = index * row;
    const kind = bytes[from] as number;
    for (let column = 0; column < row && from + 1 + column < bytes.length; column++) {
      const left = column >= step ? (result[to + column - step] as number) : 0;
      const up = index > 0 ? (result[to - row + column] as number) : 0;
      const corner = index > 0 && column >= step ? (result[to - row + column - step] as number) : 0;
      const value = bytes[from + 1 + column] as number;
      result[to + column] = value + predicted(kind, left, up, corner);
    }
  }
  return result;
};

const predicted = (kind: number, left: number, up: number, corner: number): number => {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};
