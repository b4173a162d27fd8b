import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { MEBIBYTE } from '@dragoman/contract';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
import { fileLayer, type LayerResult } from './layers.js';

const MAX_FILE_BYTES = MEBIBYTE;

/** Read when it is in the working directory and no other file is named. */
export const DEFAULT_FILE_NAME = 'dragoman.json';

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where JSON is broken. The runtime's own message quotes the text, which may be a secret. */
const describeBreak = (text: string, error: unknown): string => {
  const position = error instanceof Error && /at position (\d+)/.exec(error.message)?.[1];
  if (!position) return 'is not valid JSON';
  return `is not valid JSON: line ${text.slice(0, Number(position)).split('\n').length}`;
};

const parseObject = (text: string, where: string): Readonly<Record<string, unknown>> => {
  const refuse = (reason: string): never => {
    throw new ConfigurationError([{ where, reason }]);
  };
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : refuse('must hold one JSON object');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return refuse(describeBreak(text, error));
  }
};

/** What was read, or why it could not be; the reason names neither path nor content. */
type FileText = { readonly text: string } | { readonly code: string };

/** Reads a small text file; one longer than `maxBytes` gives the code `too large`. */
export const readBoundedFile = (path: string, maxBytes: number): FileText => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    // Pipes and special files give less than asked, so read on until the end or the bound.
    while (length <= maxBytes) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) return { text: buffer.toString('utf8', 0, length) };
      length += read;
    }
    return { code: 'too large' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { code: typeof code === 'string' ? code : 'unreadable' };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/**
 * The layer of the configuration file; undefined when none is named and the default one is absent.
 *
 * @throws ConfigurationError when the file cannot be read or is not one JSON object.
 */
export const readConfigurationFile = (
  named: { readonly path: string; readonly namedBy: string } | undefined,
  workingDirectory: string,
): LayerResult | undefined => {
  const path = resolve(workingDirectory, named?.path ?? DEFAULT_FILE_NAME);
  const file = readBoundedFile(path, MAX_FILE_BYTES);
  if ('text' in file) {
    const members = parseObject(file.text.replace(/^\uFEFF/, ''), path);
    return fileLayer(members, { path, baseDirectory: dirname(path) });
  }
  if (!named && file.code === 'ENOENT') return undefined;
  const problem: ConfigurationProblem = {
    where: named?.namedBy ?? path,
    reason: `the file ${path} cannot be read (${file.code})`,
  };
  throw new ConfigurationError([problem]);
};
