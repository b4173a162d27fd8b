import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { DocumentError, DragomanError } from '@dragoman/client';
import { baseOf, findLanguage, isAppError, type WireTranslation } from '@dragoman/contract';
import type { RequestParameters } from '@dragoman/core';
import type { Command } from 'commander';
import {
  CommandError,
  EXIT_CODES,
  untilInterrupted,
  wrongUsage,
} from '../../../platform/cli/command.js';
import { print, remark } from '../../../platform/cli/output.js';
import { createProgressBar } from '../../../platform/cli/progress-bar.js';
import {
  readLines,
  readText,
  readTextFile,
  type TextLine,
  wordsOf,
} from '../../../platform/cli/read-text.js';
import { chosenServer } from '../../../platform/cli/server-access.js';
import { exists } from '../../../platform/files.js';
import {
  type FilePlan,
  type FoundFile,
  findFiles,
  isDocument,
  namedByWord,
  planFiles,
  whyUnknown,
} from './find-files.js';
import { type Output, toOutput } from './output-file.js';
import { isDocumentFile, translateDocumentFile } from './translate-document-file.js';
import { batchTexts, translateLarge, untranslated } from './translate-large.js';
import {
  formatOf,
  readShard,
  type Shard,
  settingsOf,
  shardName,
  type TranslateOptions,
} from './translate-options.js';
import { openBackend, type TranslationBackend } from './translation-backend.js';

/** Shorter texts are done before anyone could read a progress bar. */
const BAR_FROM_CHARACTERS = 5000;

/** `dragoman translate` */
export const translateCommand = (
  given: readonly string[],
  options: TranslateOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const words = options.text ? given : wordsOf(given);
    const isText = options.text === true || options.file !== undefined;
    const isNamed = !isText && (await areDocuments(words));
    if (!isText && !isNamed) await refuseFileNames(words);
    const paths = isNamed ? words : (options.file ?? []);
    const texts = isNamed ? [] : words;
    checkInputs(texts, paths, options);
    const { files: found, skipped } = await findFiles(paths, options);
    const files = planFiles(found.map(inShards(options)), options);
    // Invalid options are reported before an engine is started.
    const settings = settingsOf(options, formatOf(options, options.lines ? undefined : paths[0]));
    const backend = await openBackend(command, chosenServer(options), signal);
    const job: Job = { backend, options, signal };
    try {
      if (options.lines) {
        const translate = (lines: Readable, place: string | undefined) =>
          toOutput(place, signal, (output) => translateStream(job, lines, settings, output));
        if (files.length === 0) {
          greetTerminal(options);
          await translate(process.stdin, options.output);
        } else {
          await translateLineFiles(files, options, translate);
        }
      } else if (files.length > 0) {
        if (!options.quiet) {
          for (const path of skipped) remark(`${path} is skipped: ${whyUnknown(path)}.`);
        }
        await translateFiles(job, files);
      } else {
        const text = texts.length > 0 ? texts.join(' ') : await readStandardInput(options, signal);
        if (text.trim() === '' && !options.quiet) remark('The input is empty.');
        await translateOne(job, { text, output: options.output, label: 'translating' });
      }
    } finally {
      await backend.close();
    }
  });

/** `dragoman translate report.docx` means the file; `dragoman translate Hello` the word. */
const areDocuments = async (words: readonly string[]): Promise<boolean> =>
  words.length > 0 && (await Promise.all(words.map(isDocument))).every(Boolean);

/** @throws CommandError where every word is a file or folder, or looks like a file */
const refuseFileNames = async (words: readonly string[]): Promise<void> => {
  const named = await Promise.all(words.map(namedByWord));
  const [first] = named;
  if (first === undefined || named.includes(undefined)) return;
  const names = words.join(' ');
  const inFolders = named.includes('folder') ? '--recursive ' : '';
  // Where the translations go has no name that could be guessed.
  const output = inFolders !== '' || words.length > 1 ? '--output-dir FOLDER ' : '';
  const options = `${inFolders}${output}--file ${names}`;
  throw wrongUsage(
    words.length === 1
      ? `${names} looks like the name of a ${first}. Use ${options} to translate the ${first}, or --text to translate the name itself.`
      : `These look like names of files. Use ${options} to translate the files, or --text to translate the names themselves.`,
  );
};

const WHOLE: Shard = { number: 1, count: 1 };

/**
 * Translates files line by line, one after the other, whatever their size. A shard whose translation
 * is there already is left as it is: an output has its name only when it is complete.
 */
const translateLineFiles = async (
  files: readonly FilePlan[],
  { shard, quiet }: TranslateOptions,
  translate: (lines: Readable, output: string | undefined) => Promise<void>,
): Promise<void> => {
  for (const { input, output } of files) {
    if (shard && output !== undefined && (await exists(output))) {
      if (!quiet) remark(`${output} exists already, and is left as it is.`);
    } else await translate(await readShard(input, shard ?? WHOLE), output);
  }
};

/** One after the other. Of several, one that cannot be translated does not stop the others. */
const translateFiles = async (job: Job, files: readonly FilePlan[]): Promise<void> => {
  let failures = 0;
  for (const [index, { input, output }] of files.entries()) {
    const counter = files.length > 1 ? `(${index + 1}/${files.length}) ` : '';
    const label = counter + basename(input);
    try {
      if (isDocumentFile(input, job.options)) await translateDocument(job, input, output, label);
      else {
        const text = await readTextFile(input, job.signal);
        await translateOne(job, { text, file: input, output, label });
      }
    } catch (error) {
      const named = namingFile(input, error);
      if (files.length === 1 || !isAboutFile(named)) throw named;
      remark(named.message);
      failures++;
    }
  }
  if (failures > 0) {
    throw new CommandError(`${failures} of ${files.length} files could not be translated.`);
  }
};

const isAboutFile = (error: unknown): error is CommandError =>
  error instanceof CommandError && error.exitCode === EXIT_CODES.failed;

interface Job {
  readonly backend: TranslationBackend;
  readonly options: TranslateOptions;
  readonly signal: AbortSignal;
}

interface Input {
  readonly text: string;
  readonly file?: string;
  /** Undefined: standard output. */
  readonly output: string | undefined;
  /** Label of the progress bar. */
  readonly label: string;
}

const checkInputs = (
  texts: readonly string[],
  paths: readonly string[],
  options: TranslateOptions,
): void => {
  if (texts.length > 0 && (paths.length > 0 || options.lines)) {
    throw wrongUsage('Give either a text, or --file, or --lines with standard input.');
  }
  if (options.shard && !(options.lines && paths.length > 0 && options.outputDir !== undefined)) {
    throw wrongUsage('--shard is for files of lines. Add --lines, --file and --output-dir.');
  }
  if (options.output !== undefined && options.outputDir !== undefined) {
    throw wrongUsage('Give either --output or --output-dir, not both.');
  }
  if (options.outputDir === undefined && (paths.length > 1 || options.recursive)) {
    throw wrongUsage('Several files need a folder for their translations. Add --output-dir.');
  }
  if (options.outputDir !== undefined && paths.length === 0) {
    throw wrongUsage('--output-dir is for files. Add --file, or use --output.');
  }
};

const readStandardInput = (options: TranslateOptions, signal: AbortSignal): Promise<string> => {
  greetTerminal(options);
  return readText(process.stdin, 'The input', signal);
};

const greetTerminal = ({ quiet }: TranslateOptions): void => {
  if (process.stdin.isTTY && !quiet) remark('Reading from the terminal; press Ctrl+D to finish.');
};

/** A text and its translation. */
export interface Outcome {
  readonly source: string;
  readonly translation: string;
  /** Upper-case code; null if there was nothing to translate. */
  readonly detected: string | null;
}

const WORDS = /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u;

/**
 * A remark on a text that came back unchanged because of its language; undefined if there is none
 * to make. A single word may be the same in both languages.
 */
export const remarkUnchanged = (
  { source, translation, detected }: Outcome,
  { target_lang: target, source_lang: given }: RequestParameters,
): string | undefined => {
  if (detected === null || source.trim() !== translation.trim() || !WORDS.test(source)) {
    return undefined;
  }
  if (given !== undefined) {
    return `The text came back unchanged. Is it in ${nameOf(given)}, as --from says?`;
  }
  return baseOf(target).toUpperCase() === detected.toUpperCase()
    ? `The text came back unchanged: it is in ${nameOf(detected)} already. If it is not, name its language with --from.`
    : undefined;
};

const nameOf = (code: string): string => findLanguage(code)?.name ?? code;

/** Translates a text or file as a whole, and prints or writes it when it is complete. */
const translateOne = async (
  { backend, options, signal }: Job,
  { text, file, output, label }: Input,
): Promise<void> => {
  const settings = settingsOf(options, formatOf(options, file));
  const isWatched = !options.quiet && text.length >= BAR_FROM_CHARACTERS;
  const bar = isWatched
    ? createProgressBar({ stream: process.stderr, label, total: text.length })
    : undefined;
  const call = { signal, onCharacters: (done: number) => bar?.update(done) };
  try {
    // Opened first: an output that cannot be written must fail before the work.
    const translated = await toOutput(output, signal, async ({ write }) => {
      const done = await translateLarge(backend, text, settings, call);
      bar?.stop();
      if (output !== undefined) await write(done.text);
      else if (!options.json) await write(`${done.text.replace(/\n$/, '')}\n`);
      return done;
    });
    const note = remarkUnchanged(
      { source: text, translation: translated.text, detected: translated.detected_source_language },
      settings,
    );
    for (const one of [note, translated.message]) {
      if (one !== undefined && !options.quiet) remark(file === undefined ? one : `${file}: ${one}`);
    }
    if (options.json) {
      const shown = output === undefined ? translated : { ...translated, text: undefined };
      print(JSON.stringify({ file, output, ...shown }));
    } else remarkOutput(output, options);
  } finally {
    bar?.stop();
  }
};

/** Translates a document with its formatting, and writes the result when it is complete. */
const translateDocument = async (
  { backend, options, signal }: Job,
  file: string,
  output: string | undefined,
  label: string,
): Promise<void> => {
  const { billedCharacters } = await toOutput(output, signal, async ({ write }) => {
    const call = { options, signal, label, output };
    const result = await translateDocumentFile(backend, file, call);
    await write(result.content);
    return result;
  });
  if (options.json) print(JSON.stringify({ file, output, billed_characters: billedCharacters }));
  else remarkOutput(output, options);
};

/** Names the file of a translation where the command line does not. */
const remarkOutput = (output: string | undefined, options: TranslateOptions): void => {
  if (options.output === undefined && output !== undefined && !options.quiet) remark(output);
};

/** An error about a text or document names its file; other errors do not concern the file. */
const namingFile = (file: string, error: unknown): unknown => {
  const isKnown = isAppError(error) || error instanceof DragomanError;
  const isOfFile =
    error instanceof DocumentError ||
    (isKnown && (error.code === 'invalid_file' || error.parameter === 'text'));
  return isOfFile ? new CommandError(`${file}: ${error.message}`, { cause: error }) : error;
};

const inShards =
  ({ shard }: TranslateOptions) =>
  (file: FoundFile): FoundFile =>
    shard ? { ...file, name: shardName(file.name, shard) } : file;

/**
 * Translates a stream line by line, each line separately, in order, as the lines arrive. Only what
 * has just been read is held in memory. Empty lines stay as they are.
 *
 * @param write takes a line's translation, undefined for a blank line
 */
export const translateLines = async (
  backend: Pick<TranslationBackend, 'translate'>,
  input: Readable,
  settings: RequestParameters,
  {
    signal,
    write,
  }: {
    readonly signal: AbortSignal;
    readonly write: (line: TextLine, translated: WireTranslation | undefined) => Promise<void>;
  },
): Promise<void> => {
  for await (const lines of readLines(input, signal)) {
    const texts = lines.map(({ text }) => text).filter((text) => text.trim() !== '');
    const translated: WireTranslation[] = [];
    for (const batch of batchTexts(texts)) {
      translated.push(...(await backend.translate(batch, settings, signal)));
    }
    let next = 0;
    for (const line of lines) {
      await write(line, line.text.trim() === '' ? undefined : translated[next++]);
    }
  }
};

/** Translates a stream line by line. */
const translateStream = async (
  { backend, options, signal }: Job,
  lines: Readable,
  settings: RequestParameters,
  { write }: Output,
): Promise<void> => {
  await translateLines(backend, lines, settings, {
    signal,
    write: ({ text, end }, translated) =>
      options.json
        ? write(`${JSON.stringify(translated ?? untranslated(text))}\n`)
        : write((translated?.text ?? text) + end),
  });
};
