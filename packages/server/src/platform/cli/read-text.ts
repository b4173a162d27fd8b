import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { MAX_DOCUMENT_BYTES, MEBIBYTE } from '@dragoman/contract';
import { SAVE_AS } from '@dragoman/documents';
import { readBounded } from '../read-bounded.js';
import { CommandError } from './command.js';

/** Bytes that are not UTF-8 would be changed by decoding, so they are refused. */
const notUtf8 = (name: string, cause?: unknown): CommandError => {
  const target = SAVE_AS[extname(name).slice(1).toLowerCase()];
  const advice =
    target === undefined
      ? 'Convert it first, for example with: iconv -f ISO-8859-1 -t UTF-8'
      : `Save it as ${target} first.`;
  return new CommandError(`${name} is not UTF-8 text. ${advice}`, { cause });
};

/** The words of a command line. `-` alone is standard input, as for other programs. */
export const wordsOf = (given: readonly string[]): readonly string[] =>
  given.length === 1 && given[0] === '-' ? [] : given;

/** How large an input may be, and what to do about a larger one. */
interface SizeLimit {
  readonly maxBytes: number;
  readonly advice: string;
}

/** A file or standard input that is translated as a whole. */
const TO_TRANSLATE: SizeLimit = {
  maxBytes: 10 * MEBIBYTE,
  advice: 'Split it, or translate it line by line with --lines.',
};

/** As much as servers can be set to take. */
const DOCUMENT: SizeLimit = { maxBytes: MAX_DOCUMENT_BYTES, advice: 'Split it.' };

const tooLarge = (name: string, { maxBytes, advice }: SizeLimit): CommandError =>
  new CommandError(`${name} is larger than ${maxBytes / MEBIBYTE} MiB. ${advice}`);

/**
 * Reads a stream to its end. A byte order mark stays in the text.
 *
 * @param name what it is called in messages
 * @throws CommandError when it is too large or no UTF-8; AbortError once the signal aborts
 */
export const readText = async (
  input: Readable,
  name: string,
  signal: AbortSignal,
  limit = TO_TRANSLATE,
): Promise<string> => {
  // Otherwise Ctrl+C would only work after the end of the input.
  addAbortSignal(signal, input);
  const bytes = await readBounded(input, limit.maxBytes);
  if (bytes === undefined) throw tooLarge(name, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw notUtf8(name, error);
  }
};

/** Reads a file of bytes. @throws CommandError when it cannot be read, or is too large */
export const readBinaryFile = async (path: string, signal: AbortSignal): Promise<Buffer> => {
  await checkInputFile(path, { isDocument: true });
  try {
    return await readFile(path, { signal });
  } catch (error) {
    throw readable(path, error);
  }
};

/** Reads a file. @throws CommandError like {@link readText}, and when it cannot be read */
export const readTextFile = async (
  path: string,
  signal: AbortSignal,
  limit = TO_TRANSLATE,
): Promise<string> => {
  try {
    return await readText(createReadStream(path), path, signal, limit);
  } catch (error) {
    throw readable(path, error);
  }
};

/** Makes sure, before any work, that a file is there and not too large. @throws CommandError */
export const checkInputFile = async (
  path: string,
  { isDocument, isAnySize }: { readonly isDocument: boolean; readonly isAnySize?: boolean },
): Promise<void> => {
  const limit = isDocument ? DOCUMENT : TO_TRANSLATE;
  const found = await statInput(path);
  if (found.isDirectory()) {
    throw new CommandError(`${path} is a folder. Add --recursive to translate the files in it.`);
  }
  if (!isAnySize && found.size > limit.maxBytes) throw tooLarge(path, limit);
};

/** What a path names. @throws CommandError when there is nothing */
export const statInput = (path: string): Promise<Stats> =>
  stat(path).catch((error) => {
    throw readable(path, error);
  });

const readable = (path: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT')
    return new CommandError(`The file ${path} does not exist.`, { cause: error });
  if (code === 'EACCES')
    return new CommandError(`No permission to read ${path}.`, { cause: error });
  return error;
};

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
