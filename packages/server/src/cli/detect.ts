import { findLanguage, toWireCode } from '@dragoman/contract';
import type { Detection, DetectLanguages } from '@dragoman/core';
import type { Command } from 'commander';
import { startServices } from '../services.js';
import { wrongUsage } from './command-error.js';
import { configurationOf } from './configuration-of.js';
import { print } from './output.js';
import { quiet } from './quiet.js';
import { readLines } from './translation/read-lines.js';
import { readText } from './translation/read-text.js';
import { untilInterrupted } from './until-interrupted.js';

interface DetectOptions {
  readonly lines?: boolean;
  readonly json?: boolean;
}

/** `dragoman detect` */
export const detectCommand = (
  words: readonly string[],
  options: DetectOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    if (options.lines && words.length > 0) throw wrongUsage('--lines reads standard input only.');
    const services = await startServices(configurationOf(command), quiet);
    const show = (texts: readonly string[]): void => {
      for (const row of detect(services.detect, texts)) {
        print(options.json ? JSON.stringify(row) : showRow(row));
      }
    };
    try {
      if (options.lines) {
        for await (const lines of readLines(process.stdin, signal)) {
          show(lines.map(({ text }) => text));
        }
      } else
        show([
          words.length > 0 ? words.join(' ') : await readText(process.stdin, 'The input', signal),
        ]);
    } finally {
      await services.stop();
    }
  });

const detect = (detectLanguages: DetectLanguages, texts: readonly string[]) =>
  texts.map((text) => {
    // Each by itself: what came in together is chance.
    const { language, confidence, variant } = detectLanguages([text])[0] as Detection;
    const code = language === null ? null : toWireCode(language);
    const name = code === null ? null : (findLanguage(code)?.name ?? null);
    return { language: code, name, confidence: Number(confidence.toFixed(3)), script: variant };
  });

/** `ES  Spanish  97 %`, with columns for tools between tabs. */
const showRow = ({ language, name, confidence }: ReturnType<typeof detect>[number]): string =>
  language === null ? '-\t-\t0 %' : `${language}\t${name}\t${Math.round(confidence * 100)} %`;
