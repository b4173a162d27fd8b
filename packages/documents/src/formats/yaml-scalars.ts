import { CST } from 'yaml';

type ScalarToken = CST.FlowScalar | CST.BlockScalar;

/** A scalar's text with its place, and how to write another in the same style. */
export interface ScalarPlace {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly write: (text: string) => string;
}

/** @returns undefined for aliases and what cannot be read */
export const scalarPlace = (token: ScalarToken, source: string): ScalarPlace | undefined => {
  if (token.type === 'alias') return undefined;
  const resolved = CST.resolveAsScalar(token);
  if (!resolved) return undefined;
  if (token.type === 'block-scalar') return blockPlace(token, resolved.value, source);
  const start = token.offset;
  return {
    start,
    end: start + token.source.length,
    text: resolved.value,
    write:
      token.type === 'single-quoted-scalar'
        ? writeSingleQuoted
        : token.type === 'double-quoted-scalar'
          ? writeDoubleQuoted
          : writePlain,
  };
};

const blockPlace = (
  token: CST.BlockScalar,
  text: string,
  source: string,
): ScalarPlace | undefined => {
  const style = token.props.find((prop) => prop.type === 'block-scalar-header');
  const content = source.indexOf(token.source, token.offset);
  const indent = /^[ ]*(?=[^\s])/m.exec(token.source)?.[0] ?? '';
  // An indentation that is given as a number belongs to a text that begins with spaces.
  if (content < 0 || indent === '' || !style) return undefined;
  const head = source.slice(style.offset, content);
  if (/^[|>][+-]?\d/.test(head)) return undefined;
  const lineEnd = /\r\n|\n/.exec(token.source)?.[0] ?? '\n';
  const tail = /(?:[ \t]*\r?\n)*$/.exec(token.source)?.[0] ?? '';
  return {
    start: style.offset,
    end: content + token.source.length,
    text: text.replace(/\n+$/, ''),
    write: (words) => {
      const lines = words.trimEnd().split(/\r?\n/);
      // Lines that are indented further do not fold.
      const isFolded = head.startsWith('>') && !lines.some((line) => /^[ \t]/.test(line));
      const written = lines.map((line) => (line.trim() === '' ? '' : indent + line));
      const joined = written.join(isFolded ? lineEnd + lineEnd : lineEnd);
      return (isFolded ? head : head.replace('>', '|')) + joined + tail;
    },
  };
};

const writeSingleQuoted = (text: string): string =>
  /[\r\n]/.test(text) ? writeDoubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;

/** JSON is YAML in double quotes, apart from two line ends. */
const writeDoubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const writePlain = (text: string): string => {
  const isSafe =
    /^[\p{L}\p{N}]/u.test(text) &&
    !/[\r\n\t]|: | #|[:#,[\]{}]|\s$/.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text) &&
    !/^[\d.,:+-]+$/.test(text);
  return isSafe ? text : writeDoubleQuoted(text);
};
