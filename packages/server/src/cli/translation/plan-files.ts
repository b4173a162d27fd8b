import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CommandError, wrongUsage } from '../common/command-error.js';
import { checkTextFile } from './read-text.js';
import type { TranslateOptions } from './translate-options.js';

/** A file to translate, and where its translation goes. */
export interface FilePlan {
  readonly input: string;
  /** Undefined: standard output. */
  readonly output: string | undefined;
}

const MAX_FILES = 10_000;

/**
 * Decides where each translation goes, before any work.
 *
 * @throws CommandError when a file cannot be translated, or would be overwritten
 */
export const planFiles = async (
  files: readonly string[],
  { output, outputDir }: Pick<TranslateOptions, 'output' | 'outputDir'>,
): Promise<readonly FilePlan[]> => {
  if (files.length > MAX_FILES)
    throw wrongUsage(`At most ${MAX_FILES} files can be translated at once.`);
  if (files.length > 1 && outputDir === undefined) {
    throw wrongUsage('Several files need a folder for their translations. Add --output-dir.');
  }
  const plans = files.map((input) => ({
    input,
    output: outputDir === undefined ? output : join(outputDir, basename(input)),
  }));
  const inputs = new Set(files.map((file) => resolve(file)));
  const outputs = new Set<string>();
  for (const { input, output: place } of plans) {
    await checkTextFile(input);
    if (place === undefined) continue;
    const path = resolve(place);
    if (inputs.has(path)) {
      throw wrongUsage(`${path} would be overwritten. Choose another file for the translation.`);
    }
    if (outputs.has(path)) throw wrongUsage(`Two of the files have the name ${basename(path)}.`);
    outputs.add(path);
  }
  if (outputDir !== undefined) await makeFolder(outputDir);
  return plans;
};

const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The folder ${path} cannot be created (${error.code}).`, {
      cause: error,
    });
  });
};
