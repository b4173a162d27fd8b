/** Characters 80 to 9F of windows-1252, which TextDecoder of Node 20 takes for ISO-8859-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** An encoding in which every byte is one character. */
export interface SingleByteTable {
  /** By byte; undefined where the encoding has nothing. */
  readonly characters: readonly (string | undefined)[];
  readonly bytes: ReadonlyMap<string, number>;
}

const tables = new Map<string, SingleByteTable | undefined>();

/** @param label of the Encoding Standard. @returns undefined for encodings of several bytes */
export const singleByteTable = (label: string): SingleByteTable | undefined => {
  if (!tables.has(label)) tables.set(label, readTable(label));
  return tables.get(label);
};

const readTable = (label: string): SingleByteTable | undefined => {
  if (label.startsWith('utf-')) return undefined;
  const decoder = new TextDecoder(label);
  const characters = Array.from({ length: 256 }, (_, byte) => {
    if (decoder.encoding === 'windows-1252' && byte >= 0x80 && byte <= 0x9f) {
      return WINDOWS_1252.charAt(byte - 0x80);
    }
    const text = decoder.decode(Uint8Array.of(byte));
    return text.length === 1 && text !== '\uFFFD' ? text : undefined;
  });
  const bytes = new Map(
    characters.flatMap((text, byte) => (text === undefined ? [] : [[text, byte]])),
  );
  // In an encoding of several bytes the first byte of each alone means nothing.
  return bytes.size > 200 ? { characters, bytes } : undefined;
};
