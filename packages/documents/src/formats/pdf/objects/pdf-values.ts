/** A name such as `/Type`, without its slash. */
interface PdfName {
  readonly kind: 'name';
  readonly name: string;
}

export interface PdfReference {
  readonly kind: 'reference';
  readonly number: number;
  readonly generation: number;
}

interface PdfString {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export interface PdfStream {
  readonly kind: 'stream';
  readonly dictionary: PdfDictionary;
  /** As they are in the file, encoded. */
  readonly bytes: Uint8Array;
}

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfReference
  | PdfString
  | PdfStream
  | readonly PdfValue[]
  | PdfDictionary;

const NAMES = new Map<string, PdfName>();
const MAX_SHARED_NAMES = 10_000;

/** Names are many and few are different, so equal ones are one object. */
export const pdfName = (name: string): PdfName => {
  const known = NAMES.get(name);
  if (known) return known;
  const made: PdfName = { kind: 'name', name };
  if (NAMES.size < MAX_SHARED_NAMES) NAMES.set(name, made);
  return made;
};

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  value instanceof Map;

export const isList = (value: PdfValue | undefined): value is readonly PdfValue[] =>
  Array.isArray(value);

const isKind = (value: PdfValue | undefined, kind: string): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

export const isName = (value: PdfValue | undefined): value is PdfName => isKind(value, 'name');

export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  isKind(value, 'reference');

export const isString = (value: PdfValue | undefined): value is PdfString =>
  isKind(value, 'string');

export const isStream = (value: PdfValue | undefined): value is PdfStream =>
  isKind(value, 'stream');

/** The name without its slash, or an empty text for anything else. */
export const nameOf = (value: PdfValue | undefined): string => (isName(value) ? value.name : '');

/** Writes a value in the syntax of the format. Streams are written by their file. */
export const writeValue = (value: PdfValue): string => {
  if (value === null) return 'null';
  // Numbers that were read are not rounded.
  if (typeof value === 'number') return writeNumber(value, 6);
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(writeValue).join(' ')}]`;
  if (isDictionary(value)) {
    const entries = [...value].map(([key, entry]) => `${writeName(key)} ${writeValue(entry)}`);
    return `<<${entries.join(' ')}>>`;
  }
  if (value.kind === 'name') return writeName(value.name);
  if (value.kind === 'reference') return `${value.number} ${value.generation} R`;
  if (value.kind === 'string') return `<${Buffer.from(value.bytes).toString('hex')}>`;
  return writeValue(value.dictionary);
};

/** At most four decimals, and never with an exponent, which the format does not know. */
export const writeNumber = (value: number, decimals = 4): string => {
  if (!Number.isFinite(value)) return '0';
  const text = Number.isInteger(value)
    ? value.toFixed(0)
    : value.toFixed(decimals).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
};

const writeName = (name: string): string =>
  `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => {
    const code = character.charCodeAt(0) & 0xff;
    return `#${code.toString(16).padStart(2, '0')}`;
  })}`;
