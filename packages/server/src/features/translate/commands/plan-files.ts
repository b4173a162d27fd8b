import { basename, dirname, join, resolve } from 'node:path';
import { FORMATS } from '@dragoman/documents';
import { CommandError, wrongUsage } from '../../../cli/command-error.js';
import { makeFolder } from '../../../platform/files.js';
import { resultFileName } from '../../documents/file-names.js';
import { documentFormatOf, type FoundFile } from './find-files.js';

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
