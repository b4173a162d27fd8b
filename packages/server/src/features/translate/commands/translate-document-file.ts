import { basename } from 'node:path';
import { wrongUsage } from '../../../platform/cli/command.js';
import { createProgressBar } from '../../../platform/cli/progress-bar.js';
import { readBinaryFile } from '../../../platform/cli/read-text.js';
import { documentFormatOf, formatOfName } from './find-files.js';
import { settingsOf, type TranslateOptions } from './translate-options.js';
import type { DocumentResult, TranslationBackend } from './translation-backend.js';

/** Options that say how to treat a text, and mean nothing for a document. */
const FOR_TEXTS = {
  modelType: '--model-type',
  messageFormat: '--message-format',
  splitSentences: '--split-sentences',
  preserveFormatting: '--preserve-formatting',
  context: '--context',
  tagHandlingVersion: '--tag-handling-version',
  splittingTags: '--splitting-tags',
  nonSplittingTags: '--non-splitting-tags',
  ignoreTags: '--ignore-tags',
} as const satisfies Partial<Record<keyof TranslateOptions, string>>;

/** Whether a file is translated as a document, with its formatting, rather than as text or markup. */
export const isDocumentFile = (file: string, { format, tagHandling }: TranslateOptions): boolean =>
  (format ?? tagHandling) === undefined && documentFormatOf(file) !== undefined;

interface DocumentFileCall {
  readonly options: TranslateOptions;
  readonly signal: AbortSignal;
  /** Label of the progress bar. */
  readonly label: string;
  /** Path of the result; undefined for standard output. */
  readonly output: string | undefined;
}

/**
 * Translates a document.
 *
 * @throws CommandError when it cannot be read, or for an option that has no meaning for documents;
 *   AppError or DragomanError when it cannot be translated
 */
export const translateDocumentFile = async (
  backend: TranslationBackend,
  file: string,
  { options, signal, label, output }: DocumentFileCall,
): Promise<DocumentResult> => {
  const { target_lang, source_lang, formality } = documentSettings(options);
  const content = await readBinaryFile(file, signal);
  const bar = options.quiet
    ? undefined
    : createProgressBar({ stream: process.stderr, label, total: 1 });
  try {
    return await backend.translateDocument(
      {
        content,
        fileName: basename(file),
        settings: { target_lang, source_lang, formality },
        outputFormat: outputFormatOf(file, output),
        keepsHeader: options.keepHeader === true,
      },
      { signal, onProgress: (done, all) => bar?.update(done / all) },
    );
  } finally {
    bar?.stop();
  }
};

const documentSettings = (options: TranslateOptions) => {
  for (const [name, flag] of Object.entries(FOR_TEXTS)) {
    if (options[name as keyof typeof FOR_TEXTS] !== undefined) {
      throw wrongUsage(`${flag} is for texts, and has no meaning for documents.`);
    }
  }
  return settingsOf(options, 'text');
};

/** A PDF becomes what the name of the result says. */
const outputFormatOf = (file: string, output = ''): string | undefined => {
  const format = formatOfName(output);
  return format === documentFormatOf(file) ? undefined : format;
};
