import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import {
  FORMALITIES,
  findLanguageByName,
  MODEL_TYPES,
  parseTranslateBody,
} from '@dragoman/contract';
import type { RequestParameters } from '@dragoman/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wrongUsage } from '../../../platform/cli/command.js';

const FORMATS = ['text', 'html', 'xml'] as const;
type TextFormat = (typeof FORMATS)[number];

/** The options of `dragoman translate` as parsed by commander. */
export interface TranslateOptions {
  readonly to: string;
  readonly from?: string;
  readonly file?: readonly string[];
  readonly recursive?: boolean;
  readonly include?: readonly string[];
  readonly text?: boolean;
  readonly lines?: boolean;
  readonly shard?: Shard;
  readonly output?: string;
  readonly outputDir?: string;
  readonly format?: TextFormat;
  readonly tagHandling?: 'html' | 'xml';
  readonly tagHandlingVersion?: 'v1' | 'v2';
  readonly outlineDetection: boolean;
  readonly splittingTags?: string;
  readonly nonSplittingTags?: string;
  readonly ignoreTags?: string;
  readonly modelType?: string;
  readonly formality?: string;
  readonly messageFormat?: 'icu';
  readonly keepHeader?: boolean;
  readonly splitSentences?: string;
  readonly preserveFormatting?: boolean;
  readonly context?: string;
  readonly showBilledCharacters?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly server?: string;
}

const WHAT = 'What to translate:';
const HOW = 'How to translate it:';
const MARKUP = 'Markup:';
const MAX_CONTEXT_CHARACTERS = 20_000;

/** Adds everything that is not a setting of the engines. */
export const addTranslateOptions = (command: Command): Command =>
  command
    .optionsGroup(WHAT)
    .requiredOption('--to <language>', 'target language, such as es, pt-BR or German')
    .option('--from <language>', 'source language; by default it is detected')
    .option('--file <path...>', 'translate these files: UTF-8 text, markup and documents')
    .option('--text', 'the words are a text, even if they look like the name of a file')
    .option('--recursive', 'also translate the files in the folders that --file names')
    .option(
      '--include <pattern...>',
      "with --recursive, only paths like these, such as '**/*.docx'",
    )
    .option(
      '--lines',
      'translate every line separately: of standard input, or of files of any size',
    )
    .option(
      '--shard <number/count>',
      'with --lines and --output-dir, only this part of each file; parts that are there are left',
      parseShard,
    )
    .option('-o, --output <path>', 'write to this file instead of standard output')
    .option('--output-dir <folder>', 'write each file to this folder, under its own name or path')
    .option('--json', 'print JSON, including the detected language and the kind of model')
    .option('--show-billed-characters', 'with --json, include the number of billed characters')
    .option('-q, --quiet', 'no progress bar and no notes')
    .optionsGroup(HOW)
    .addOption(choice('--model-type <kind>', 'prefer speed or quality', MODEL_TYPES))
    .addOption(choice('--formality <degree>', 'how formal the translation is', FORMALITIES))
    .addOption(
      choice(
        '--split-sentences <how>',
        'where sentences end: never, at punctuation and line ends, or at punctuation only',
        ['0', '1', 'nonewlines'],
      ),
    )
    .option('--preserve-formatting', 'keep the initial case and final punctuation of the source')
    .addOption(choice('--message-format <format>', 'texts are messages with branches', ['icu']))
    .option('--keep-header', 'CSV and TSV files: leave the first row as it is')
    .option('--context <text>', 'additional context that is not translated', readContext)
    .optionsGroup(MARKUP)
    .addOption(
      choice(
        '--format <format>',
        'format of the input; by default determined by the file name',
        FORMATS,
      ),
    )
    .addOption(
      choice('--tag-handling <format>', 'the same as --format', ['html', 'xml']).conflicts(
        'format',
      ),
    )
    .addOption(choice('--tag-handling-version <version>', 'v2 refuses malformed XML', ['v1', 'v2']))
    .option('--no-outline-detection', 'XML: only --splitting-tags end sentences')
    .option('--splitting-tags <names>', 'tags that end the sentence, separated by commas')
    .option('--non-splitting-tags <names>', 'tags that never end the sentence')
    .option('--ignore-tags <names>', 'tags whose content is not translated');

const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

const readContext = (text: string): string => {
  if (text.length <= MAX_CONTEXT_CHARACTERS) return text;
  throw new InvalidArgumentError(`It has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
};

const FORMAT_BY_EXTENSION: Readonly<Record<string, TextFormat>> = {
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
  '.xlf': 'xml',
  '.xliff': 'xml',
  '.xml': 'xml',
};

/** @param file name of the input; undefined for arguments and standard input */
export const formatOf = (options: TranslateOptions, file?: string): TextFormat =>
  options.format ??
  options.tagHandling ??
  FORMAT_BY_EXTENSION[extname(file ?? '').toLowerCase()] ??
  'text';

/** The code of a language given by name, in English or in the language itself: `german`, `Deutsch`. */
const codeOf = (language: string): string => findLanguageByName(language)?.code ?? language;

/**
 * Converts the options to those of the API.
 *
 * @throws AppError naming the parameter that is wrong; CommandError for tags in plain text
 */
export const settingsOf = (options: TranslateOptions, format: TextFormat): RequestParameters => {
  const { splittingTags, nonSplittingTags, ignoreTags } = options;
  if (format === 'text' && (splittingTags ?? nonSplittingTags ?? ignoreTags) !== undefined) {
    throw wrongUsage(
      'Tags are only recognised in HTML and XML. Add --format html or --format xml.',
    );
  }
  const { text: _, ...settings } = parseTranslateBody(
    {
      text: [''],
      target_lang: codeOf(options.to),
      source_lang: options.from && codeOf(options.from),
      context: options.context,
      model_type: options.modelType,
      formality: options.formality,
      split_sentences: options.splitSentences,
      preserve_formatting: options.preserveFormatting,
      message_format: options.messageFormat,
      tag_handling: format === 'text' ? undefined : format,
      tag_handling_version: options.tagHandlingVersion,
      outline_detection: options.outlineDetection ? undefined : false,
      splitting_tags: splittingTags,
      non_splitting_tags: nonSplittingTags,
      ignore_tags: ignoreTags,
      show_billed_characters: options.showBilledCharacters,
    },
    { maxTexts: 1 },
  );
  return settings;
};

/** One of several parts of a file, the first of which has the number 1. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

const MAX_SHARDS = 100_000;
const LINE_FEED = 0x0a;
const READ_BYTES = 64 * 1024;

/** Reads an option such as `3/64`. @throws InvalidArgumentError */
export const parseShard = (text: string): Shard => {
  const [, number = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (number >= 1 && number <= count && count <= MAX_SHARDS) return { number, count };
  throw new InvalidArgumentError(`It must be a part such as 3/64, of at most ${MAX_SHARDS}.`);
};

/** `corpus.txt.03-of-64`: sorted by name, the parts are in order. */
export const shardName = (name: string, { number, count }: Shard): string =>
  `${name}.${String(number).padStart(String(count).length, '0')}-of-${count}`;

/**
 * The lines that begin in a shard's share of the file's bytes. Whatever the file, every line is in
 * exactly one shard, and the shards in order are the file. Only as much is read as the shard has.
 *
 * @throws Error of the file system
 */
export const readShard = async (path: string, { number, count }: Shard): Promise<Readable> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const shareStart = Math.floor((size / count) * (number - 1));
    const shareEnd = number === count ? size : Math.floor((size / count) * number);
    const start = await firstLineFrom(file, shareStart, size);
    const end = await firstLineFrom(file, shareEnd, size);
    return start < end ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);
  } finally {
    await file.close();
  }
};

/** Where the first line begins that does not begin before the offset; the size if there is none. */
const firstLineFrom = async (file: FileHandle, offset: number, size: number): Promise<number> => {
  if (offset === 0) return 0;
  const buffer = Buffer.alloc(READ_BYTES);
  for (let position = offset - 1; position < size; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
    if (bytesRead === 0) break;
    const at = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (at >= 0) return position + at + 1;
    position += bytesRead;
  }
  return size;
};
