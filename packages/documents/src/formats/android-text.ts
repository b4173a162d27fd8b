const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Text of an Android string: escapes resolved, white space collapsed outside quotation marks. */
export const decodeAndroid = (source: string): string =>
  source.replace(
    /\\(?:u([\da-fA-F]{4})|([\s\S]))|"((?:\\[\s\S]|[^"\\])*)"|[ \t\r\n]+/g,
    (whole, unicode, character, quoted) => {
      if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (character !== undefined) return ESCAPES[character] ?? character;
      // What is in quotation marks keeps its spaces; the escapes in it count all the same.
      return quoted === undefined ? (whole.trim() === '' ? ' ' : whole) : decodeEscapes(quoted);
    },
  );

const decodeEscapes = (source: string): string =>
  source.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_whole, unicode, character) =>
    unicode ? String.fromCharCode(Number.parseInt(unicode, 16)) : (ESCAPES[character] ?? character),
  );

export const encodeAndroid = (text: string): string =>
  text
    .replace(/[\\"']/g, '\\$&')
    .replace(/^[@?]/, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    // Two spaces would become one.
    .replace(/ (?= )/g, '\\u0020');
