import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FORMATS } from '@dragoman/documents';
import { CommandError, wrongUsage } from '../../../cli/command-error.js';
import { exists, makeFolder } from '../../../platform/files.js';
import { resultFileName } from '../../documents/file-names.js';
import { documentFormatOf, type FoundFile } from './find-files.js';
import { readShard, type Shard } from './translate-options.js';

const WHOLE: Shard = { number: 1, count: 1 };

interface LineFilesJob {
  readonly shard: Shard | undefined;
  /** Translates the lines of a stream into a file. */
  readonly translate: (lines: Readable, output: string | undefined) => Promise<void>;
  /** Told about a shard that was translated before. */
  readonly onDone: (output: string) => void;
}

/** A file to translate, and where its translation goes. */
export interface FilePlan {
  readonly input: string;
  /** Undefined: standard output. */
  readonly output: string | undefined;
}

export interface Destination {
  readonly output?: string;
  readonly outputDir?: string;
  /** The target language, as given. */
  readonly to: string;
}

/**
 * Decides where each translation goes, before any work. A document without a destination goes
 * beside its source: `report.docx` into German becomes `report.de.docx`.
 *
 * @throws CommandError when a file would be overwritten
 */
export const planFiles = (
  files: readonly FoundFile[],
  { output, outputDir, to }: Destination,
): readonly FilePlan[] => {
  const plans = files.map(({ path, name }) => ({
    input: path,
    output: outputDir === undefined ? (output ?? besides(path, to)) : join(outputDir, named(name)),
  }));
  const inputs = new Set(files.map(({ path }) => resolve(path)));
  const outputs = new Set<string>();
  for (const { output: place } of plans) {
    if (place === undefined) continue;
    const path = resolve(place);
    if (inputs.has(path)) {
      throw wrongUsage(`${path} would be overwritten. Choose another file for the translation.`);
    }
    if (outputs.has(path)) throw wrongUsage(`Two of the files have the name ${basename(path)}.`);
    outputs.add(path);
  }
  if (outputDir !== undefined) {
    makeFolders([outputDir, ...plans.map(({ output: place = '' }) => dirname(place))]);
  }
  return plans;
};

/** Plain text and markup are printed instead. */
const besides = (path: string, to: string): string | undefined =>
  documentFormatOf(path) && named(path).replace(/(\.[^.]*)$/, `.${to.toLowerCase()}$1`);

/** The name of the result: of what cannot be written as it is read, with another extension. */
const named = (path: string): string => {
  const format = documentFormatOf(path);
  const outputFormat = format && FORMATS[format].outputFormats[0];
  return format && outputFormat ? resultFileName(path, format, outputFormat) : path;
};

const makeFolders = (paths: readonly string[]): void => {
  try {
    for (const path of new Set(paths)) makeFolder(path);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
};

/**
 * Translates files line by line, one after the other, whatever their size. A shard whose translation
 * is there already is left as it is: an output has its name only when it is complete.
 */
export const translateLineFiles = async (
  files: readonly FilePlan[],
  { shard, translate, onDone }: LineFilesJob,
): Promise<void> => {
  for (const { input, output } of files) {
    if (shard && output !== undefined && (await exists(output))) onDone(output);
    else await translate(await readShard(input, shard ?? WHOLE), output);
  }
};
