import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError } from '../../../cli/command-error.js';
import { notUtf8 } from './read-text.js';

/** Longest line, in UTF-16 code units; a request to a server has room for it in any script. */
const MAX_LINE_CHARACTERS = 20_000;

/** A line with the line end it had; the last one may have none. */
export interface TextLine {
  readonly text: string;
  readonly end: string;
}

/**
 * The lines of a stream, grouped as they arrive. Only what has just been read is held in memory.
 *
 * @throws CommandError for a line that is too long or no UTF-8; AbortError once the signal aborts
 */
export async function* readLines(
  input: Readable,
  signal: AbortSignal,
): AsyncGenerator<readonly TextLine[]> {
  let count = 0;
  let rest = '';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw notUtf8(`The input after line ${count}`, error);
    }
  };
  addAbortSignal(signal, input);
  for await (const chunk of input) {
    const parts = (rest + decode(chunk)).split('\n');
    rest = parts.pop() ?? '';
    const tooLong = [...parts, rest].findIndex((line) => line.length > MAX_LINE_CHARACTERS);
    if (tooLong >= 0) {
      throw new CommandError(
        `Line ${count + tooLong + 1} is longer than ${MAX_LINE_CHARACTERS} characters. Omit --lines.`,
      );
    }
    const lines = parts.map(toLine);
    count += lines.length;
    if (lines.length > 0) yield lines;
  }
  rest += decode();
  if (rest !== '') yield [{ text: rest, end: '' }];
}

const toLine = (line: string): TextLine =>
  line.endsWith('\r') ? { text: line.slice(0, -1), end: '\r\n' } : { text: line, end: '\n' };
