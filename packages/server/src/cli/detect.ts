import type { Command } from 'commander';
import { readLines } from '../features/translate/commands/read-lines.js';
import { readText } from '../features/translate/commands/read-text.js';
import { wrongUsage } from './command-error.js';
import { print } from './output.js';
import { chosenServer } from './server-access.js';
import { type DetectedLanguage, openTextDetector } from './text-detector.js';
import { untilInterrupted } from './until-interrupted.js';

interface DetectOptions {
  readonly lines?: boolean;
  readonly server?: string;
  readonly json?: boolean;
}

/** `dragoman detect` */
export const detectCommand = (
  words: readonly string[],
  options: DetectOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    if (options.lines && words.length > 0) throw wrongUsage('--lines only reads standard input.');
    const detector = await openTextDetector(command, chosenServer(options), signal);
    const show = async (text: string): Promise<void> => {
      const found = await detector.detect(text);
      print(options.json ? JSON.stringify(found) : showRow(found));
    };
    try {
      if (options.lines) {
        for await (const lines of readLines(process.stdin, signal)) {
          for (const { text } of lines) await show(text);
        }
      } else if (words.length > 0) await show(words.join(' '));
      else await show(await readText(process.stdin, 'The input', signal));
    } finally {
      await detector.close();
    }
  });

/** `ES  Spanish  97 %`, with tabs between, as tools that cut columns like it. */
const showRow = ({ language, name, confidence }: DetectedLanguage): string =>
  `${language ?? '-'}\t${name ?? '-'}\t${Math.round(confidence * 100)} %`;
