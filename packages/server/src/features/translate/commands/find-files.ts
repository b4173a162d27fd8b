import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type DocumentFormat, FORMATS, formatOfExtension, SAVE_AS } from '@dragoman/documents';
import { glob } from 'tinyglobby';
import { CommandError, wrongUsage } from '../../../platform/cli/command.js';
import { checkInputFile } from '../../../platform/cli/read-text.js';
import { makeFolder } from '../../../platform/files.js';
import { resultFileName } from '../../documents/file-names.js';

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

/** A file to translate. */
export interface FoundFile {
  readonly path: string;
  /** Its name, or its path below the folder that was named. */
  readonly name: string;
}

interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Paths of files that no format is known for. */
  readonly skipped: readonly string[];
}

export interface Search {
  readonly recursive?: boolean;
  readonly include?: readonly string[];
  /** Files that are read line by line may have any size. */
  readonly lines?: boolean;
}

const MAX_FILES = 10_000;

/** The format a file name stands for. */
export const formatOfName = (path: string): DocumentFormat | undefined =>
  formatOfExtension(extname(path).slice(1).toLowerCase());

/** The kind of document a file name stands for; plain text and markup other than XLIFF are none. */
export const documentFormatOf = (path: string): DocumentFormat | undefined => {
  const format = formatOfName(path);
  return format === 'txt' || format === 'html' || format === 'android' ? undefined : format;
};

/**
 * Arguments that mean a file, also without `--file`. A single word with the ending of a document
 * means one that may be missing: nobody wants the name itself translated.
 */
export const isDocument = async (argument: string): Promise<boolean> =>
  documentFormatOf(argument) !== undefined &&
  (!/\s/.test(argument) || ((await stat(argument).catch(() => undefined))?.isFile() ?? false));

/** A name with an ending, or a path: `notes.rtf`, `texts/intro`. Addresses of sites are neither. */
const FILE_NAME = /^(?!\w+:\/\/)(?!www\.)(?=.*[/\\]|.*\.[A-Za-z][A-Za-z0-9]{1,4}$)[^\s<>{}|*?"]+$/;
/** Endings of names of sites and programs, which people do translate as words. */
const NO_FILE = /\.(?:com|org|net|io|dev|app|js|eu|de|fr|es|it|nl|uk)$/i;

/**
 * What a single word names rather than something to translate: a file or folder of this machine, or
 * a file by the form of its name.
 */
export const namedByWord = async (word: string): Promise<'file' | 'folder' | undefined> => {
  if (/\s/.test(word)) return undefined;
  const found = await stat(word).catch(() => undefined);
  if (found?.isDirectory()) return 'folder';
  const hasForm = FILE_NAME.test(word) && !NO_FILE.test(word) && !/^\w+\/\w+$/.test(word);
  return hasForm || found?.isFile() ? 'file' : undefined;
};

/**
 * The files that were named; with `recursive`, also those in folders.
 *
 * @param include glob patterns of paths below a folder, such as `**\/*.docx`; by default all
 *   formats that can be translated
 * @throws CommandError when a file does not exist, is too large, or a folder without `recursive`
 */
export const findFiles = async (
  paths: readonly string[],
  { recursive, include, lines }: Search,
): Promise<FoundFiles> => {
  if (include && !recursive) throw wrongUsage('--include is for folders. Add --recursive.');
  const files: FoundFile[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    if (recursive && (await stat(path).catch(() => undefined))?.isDirectory()) {
      for (const name of await namesIn(path, include)) {
        const file = { path: join(path, name), name };
        if (include || formatOfName(name)) files.push(file);
        else skipped.push(file.path);
      }
    } else files.push({ path, name: basename(path) });
    if (files.length > MAX_FILES) {
      throw wrongUsage(`At most ${MAX_FILES} files can be translated at once.`);
    }
  }
  if (paths.length > 0 && files.length === 0) {
    throw new CommandError(`No file to translate was found in ${paths.join(', ')}.`);
  }
  for (const { path } of files) {
    const isDocument = documentFormatOf(path) !== undefined;
    await checkInputFile(path, { isDocument, isAnySize: lines === true });
  }
  return { files, skipped };
};

/** What can be done about a file of an unknown format. */
export const whyUnknown = (path: string): string => {
  const target = SAVE_AS[extname(path).slice(1).toLowerCase()];
  return target === undefined ? 'its format is not known' : `save it as ${target} first`;
};

/** Links are not followed: they may lead out of the folder, or in circles. */
const namesIn = async (
  folder: string,
  include: readonly string[] = ['**'],
): Promise<readonly string[]> =>
  (await glob([...include], { cwd: folder, followSymbolicLinks: false })).toSorted();
