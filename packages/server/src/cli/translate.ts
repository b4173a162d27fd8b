import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError, parseTranslateBody, toWireCode } from '@dragoman/contract';
import type { Command } from 'commander';
import { startServices } from '../services.js';
import { configurationOf } from './configuration-of.js';
import { quiet } from './quiet.js';

/** Largest input of the command, in bytes. */
const MAX_INPUT_BYTES = 10 * 1024 * 1024;

interface TranslateOptions {
  readonly to: string;
  readonly from?: string;
  readonly file?: string;
  readonly json: boolean;
}

/** `dragoman translate`: the pipeline without a server. */
export const translateCommand = async (
  words: readonly string[],
  options: TranslateOptions,
  command: Command,
): Promise<void> => {
  const configuration = configurationOf(command);
  const text = await inputOf(words, options);
  const body = parseTranslateBody(
    { text: [text], target_lang: options.to, source_lang: options.from },
    { maxTexts: 1 },
  );
  const services = await startServices(configuration, quiet);
  try {
    const [translated] = await services.translator.translate(body, {
      signal: new AbortController().signal,
      deadlineMs: Number.POSITIVE_INFINITY,
    });
    if (!translated) return;
    const answer = options.json
      ? JSON.stringify({
          detected_source_language: toWireCode(translated.source),
          text: translated.text,
          model_type_used: translated.modelType,
        })
      : translated.text;
    process.stdout.write(answer.endsWith('\n') ? answer : `${answer}\n`);
  } finally {
    await services.stop();
  }
};

const inputOf = async (words: readonly string[], options: TranslateOptions): Promise<string> => {
  if (words.length > 0 && options.file !== undefined) {
    throw new AppError('invalid_parameter', { message: 'Give either text or --file, not both.' });
  }
  if (words.length > 0) return words.join(' ');
  return readBounded(options.file === undefined ? process.stdin : createReadStream(options.file));
};

const readBounded = async (input: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) {
      throw new AppError('body_too_large', {
        message: `The input is larger than ${MAX_INPUT_BYTES} bytes; split it.`,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
