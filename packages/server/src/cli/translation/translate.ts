import { basename } from 'node:path';
import { DragomanError } from '@dragoman/client';
import { isAppError } from '@dragoman/contract';
import type { Command } from 'commander';
import { CommandError, wrongUsage } from '../common/command-error.js';
import { print, remark } from '../common/output.js';
import { createProgressBar } from '../common/progress-bar.js';
import { chosenServer } from '../common/server-access.js';
import { untilInterrupted } from '../common/until-interrupted.js';
import type { TranslationBackend, TranslationSettings } from './backend.js';
import { openBackend } from './open-backend.js';
import { fileOutput, type Output, standardOutput } from './output.js';
import { planFiles } from './plan-files.js';
import { readText, readTextFile } from './read-text.js';
import { remarkUnchanged } from './remark-unchanged.js';
import { translateLarge, untranslated } from './translate-large.js';
import { translateLines } from './translate-lines.js';
import { formatOf, settingsOf, type TranslateOptions } from './translate-options.js';

/** Shorter texts are done before anyone could read a progress bar. */
const BAR_FROM_CHARACTERS = 5000;

/** `dragoman translate` */
export const translateCommand = (
  words: readonly string[],
  options: TranslateOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    checkInputs(words, options);
    const files = await planFiles(options.file ?? [], options);
    // Invalid options are reported before an engine is started.
    const settings = settingsOf(options, formatOf(options, options.file?.[0]));
    const backend = await openBackend(command, chosenServer(options), signal);
    const job: Job = { backend, options, signal };
    try {
      if (options.lines) {
        await toOutput(options.output, signal, (output) => translateStream(job, settings, output));
      } else if (files.length > 0) {
        for (const [index, { input, output }] of files.entries()) {
          const label = files.length > 1 ? `(${index + 1}/${files.length}) ` : '';
          const text = await readTextFile(input, signal);
          await translateOne(job, { text, file: input, output, label: label + basename(input) });
        }
      } else {
        const text = words.length > 0 ? words.join(' ') : await readStandardInput(options, signal);
        await translateOne(job, { text, output: options.output, label: 'translating' });
      }
    } finally {
      await backend.close();
    }
  });

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

const checkInputs = (words: readonly string[], options: TranslateOptions): void => {
  const given = [words.length > 0, options.file !== undefined, options.lines === true];
  if (given.filter(Boolean).length > 1) {
    throw wrongUsage('Give only one of: text, --file, or --lines with standard input.');
  }
  if (options.output !== undefined && options.outputDir !== undefined) {
    throw wrongUsage('Give either --output or --output-dir, not both.');
  }
  if (options.outputDir !== undefined && options.file === undefined) {
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
    if (note !== undefined && !options.quiet)
      remark(file === undefined ? note : `${file}: ${note}`);
    if (options.json) {
      const shown = output === undefined ? translated : { ...translated, text: undefined };
      print(JSON.stringify({ file, output, ...shown }));
    }
  } catch (error) {
    throw file === undefined ? error : namingFile(file, error);
  } finally {
    bar?.stop();
  }
};

/** An error about a text names its file; other errors do not concern the file. */
const namingFile = (file: string, error: unknown): unknown =>
  (isAppError(error) || error instanceof DragomanError) && error.parameter === 'text'
    ? new CommandError(`${file}: ${error.message}`, { cause: error })
    : error;

/** Translates standard input line by line. */
const translateStream = async (
  { backend, options, signal }: Job,
  settings: TranslationSettings,
  { write }: Output,
): Promise<void> => {
  greetTerminal(options);
  await translateLines(backend, process.stdin, settings, {
    signal,
    write: ({ text, end }, translated) =>
      options.json
        ? write(`${JSON.stringify(translated ?? untranslated(text))}\n`)
        : write((translated?.text ?? text) + end),
  });
};

const toOutput = async <Result>(
  path: string | undefined,
  signal: AbortSignal,
  work: (output: Output) => Promise<Result>,
): Promise<Result> => {
  const output = path === undefined ? standardOutput() : await fileOutput(path);
  try {
    const result = await work(output);
    signal.throwIfAborted();
    await output.finish();
    return result;
  } catch (error) {
    await output.discard();
    throw error;
  }
};
