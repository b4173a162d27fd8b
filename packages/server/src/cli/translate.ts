import { basename } from 'node:path';
import type { Command } from 'commander';
import { wrongUsage } from './command-error.js';
import { print, remark } from './output.js';
import { createProgressBar } from './progress-bar.js';
import { chosenServer } from './server-access.js';
import type { TranslationBackend, TranslationSettings } from './translation/backend.js';
import { openBackend } from './translation/open-backend.js';
import { fileOutput, type Output, standardOutput } from './translation/output.js';
import { planFiles } from './translation/plan-files.js';
import { readText, readTextFile } from './translation/read-text.js';
import { translateLarge, untranslated } from './translation/translate-large.js';
import { translateLines } from './translation/translate-lines.js';
import { formatOf, settingsOf, type TranslateOptions } from './translation/translate-options.js';
import { untilInterrupted } from './until-interrupted.js';

/** Shorter texts are done before a bar could be read. */
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
    // Whatever is wrong with the options shows before an engine is started.
    const settings = settingsOf(options, formatOf(options, options.file?.[0]));
    const backend = await openBackend(command, chosenServer(options), signal);
    const job: Job = { backend, options, signal };
    try {
      if (options.lines) {
        await toOutput(options.output, signal, (output) => translateStream(job, settings, output));
      } else if (files.length > 0) {
        for (const [index, { input, output }] of files.entries()) {
          const label = files.length > 1 ? `(${index + 1}/${files.length}) ` : '';
          const text = await readTextFile(input);
          await translateOne(job, { text, file: input, output, label: label + basename(input) });
        }
      } else {
        const text = words.length > 0 ? words.join(' ') : await readStandardInput(options);
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
  /** Stands before the progress bar. */
  readonly label: string;
}

const checkInputs = (words: readonly string[], options: TranslateOptions): void => {
  const given = [words.length > 0, options.file !== undefined, options.lines === true];
  if (given.filter(Boolean).length > 1) {
    throw wrongUsage('Give one of text, --file, and --lines with standard input.');
  }
  if (options.output !== undefined && options.outputDir !== undefined) {
    throw wrongUsage('Give either --output or --output-dir.');
  }
  if (options.outputDir !== undefined && options.file === undefined) {
    throw wrongUsage('--output-dir is for files. Add --file, or use --output.');
  }
};

const readStandardInput = (options: TranslateOptions): Promise<string> => {
  if (process.stdin.isTTY && !options.quiet) remark('Reading the terminal; end with Ctrl+D.');
  return readText(process.stdin, 'The input');
};

/** Translates a text or file as a whole, and prints or writes it when all of it is there. */
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
    // Opened first: a place that cannot be written to must show before the work.
    await toOutput(output, signal, async ({ write }) => {
      const translated = await translateLarge(backend, text, settings, call);
      bar?.stop();
      if (output !== undefined) await write(translated.text);
      else if (!options.json) await write(`${translated.text.replace(/\n$/, '')}\n`);
      if (options.json) {
        const shown = output === undefined ? translated : { ...translated, text: undefined };
        print(JSON.stringify({ file, output, ...shown }));
      }
    });
  } finally {
    bar?.stop();
  }
};

/** Translates standard input line by line. */
const translateStream = async (
  { backend, options, signal }: Job,
  settings: TranslationSettings,
  { write }: Output,
): Promise<void> => {
  if (process.stdin.isTTY && !options.quiet) remark('Reading the terminal; end with Ctrl+D.');
  await translateLines(backend, process.stdin, settings, {
    signal,
    write: ({ text, end }, translated) =>
      options.json
        ? write(`${JSON.stringify(translated ?? untranslated(text))}\n`)
        : write((translated?.text ?? text) + end),
  });
};

const toOutput = async (
  path: string | undefined,
  signal: AbortSignal,
  work: (output: Output) => Promise<void>,
): Promise<void> => {
  const output = path === undefined ? standardOutput() : await fileOutput(path);
  try {
    await work(output);
    signal.throwIfAborted();
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
};
