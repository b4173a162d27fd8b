const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Text of one quoted string of a catalogue, without its quotation marks. */
export const decodePo = (source: string): string =>
  source.replace(
    /\\(?:x([\da-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g,
    (_whole, hex, octal, character) => {
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return ESCAPES[character] ?? character;
    },
  );

export const encodePo = (text: string): string =>
  text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');

/** Writes a keyword with its text, a line of the file for every line of the text. */
export const writePoField = (keyword: string, encoded: string, lineEnd: string): string => {
  const lines = encoded.match(/(?:\\[^n]|[^\\])*(?:\\n|$)/g)?.filter((line) => line !== '') ?? [];
  if (lines.length < 2) return `${keyword} "${encoded}"`;
  return [`${keyword} ""`, ...lines.map((line) => `"${line}"`)].join(lineEnd);
};
