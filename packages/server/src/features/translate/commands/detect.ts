import { findLanguage, toWireCode } from '@dragoman/contract';
import type { Command } from 'commander';
import { configurationOf } from '../../../configuration/command-configuration.js';
import { askServer } from '../../../platform/cli/ask-server.js';
import { CommandError, untilInterrupted, wrongUsage } from '../../../platform/cli/command.js';
import { print, remark } from '../../../platform/cli/output.js';
import { readLines, readText, wordsOf } from '../../../platform/cli/read-text.js';
import { chosenServer } from '../../../platform/cli/server-access.js';
import { silentObservers, startServices } from '../../../services.js';
import { keyFor } from '../../keys-and-usage/server-key.js';

interface DetectOptions {
  readonly lines?: boolean;
  readonly server?: string;
  readonly json?: boolean;
}

/** The language of a text. */
interface DetectedLanguage {
  /** Upper-case wire code; null if it cannot be detected. */
  readonly language: string | null;
  readonly name: string | null;
  /** 0 to 1 */
  readonly confidence: number;
}

/** Detects the language of texts, each separately. */
interface TextDetector {
  detect(text: string): Promise<DetectedLanguage>;
  close(): Promise<void>;
}

/** More of a text does not improve detection, and would not fit into a request. */
const MAX_SENT_CHARACTERS = 10_000;

/** The detector of this process or of a server. */
const openTextDetector = async (
  command: Command,
  server: string | undefined,
  signal: AbortSignal,
): Promise<TextDetector> => {
  const configuration = configurationOf(command);
  if (server !== undefined) {
    return remoteDetector(server, await keyFor(server, configuration), signal);
  }
  const services = await startServices(configuration, silentObservers);
  return {
    async detect(text) {
      const [detection] = await services.detect([text], signal);
      return detected(detection?.language ?? null, detection?.confidence ?? 0);
    },
    close: services.stop,
  };
};

/** Uses LibreTranslate's `/detect`, because the v2 API has no such endpoint. */
const remoteDetector = (
  server: string,
  key: string | undefined,
  signal: AbortSignal,
): TextDetector => ({
  async detect(text) {
    if (text.trim() === '') return detected(null, 0);
    const answer = await askServer(`${server}/detect`, {
      signal,
      body: { q: text.slice(0, MAX_SENT_CHARACTERS) },
      ...(key !== undefined && { headers: { authorization: `Service-Auth-Key ${key}` } }),
    });
    const [found] = Array.isArray(answer?.body) ? answer.body : [];
    if (answer?.status === 200 && typeof found?.language === 'string') {
      return found.confidence > 0
        ? detected(found.language, found.confidence / 100)
        : detected(null, 0);
    }
    throw new CommandError(refusal(server, answer?.status));
  },
  close: async () => {},
});

const refusal = (server: string, status: number | undefined): string => {
  if (status === undefined) return `No server responds at ${server}.`;
  if (status === 403) return `${server} refuses the key. Set DRAGOMAN_AUTH_KEY to a valid one.`;
  if (status === 404) {
    return `${server} does not offer detection. Start it with --compatibility libretranslate, or omit --server.`;
  }
  return `${server} answered with status ${status}. Try again later, or omit --server.`;
};

const detected = (tag: string | null, confidence: number): DetectedLanguage => {
  const language = tag === null ? null : toWireCode(tag);
  const name = language === null ? null : (findLanguage(language)?.name ?? null);
  return { language, name, confidence: Number(confidence.toFixed(3)) };
};

/** `dragoman detect` */
export const detectCommand = (
  given: readonly string[],
  options: DetectOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const words = wordsOf(given);
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
      } else {
        const text =
          words.length > 0 ? words.join(' ') : await readText(process.stdin, 'The input', signal);
        if (text.trim() === '') remark('The input is empty.');
        await show(text);
      }
    } finally {
      await detector.close();
    }
  });

/** `ES  Spanish  97 %`, with tabs between, as tools that cut columns like it. */
const showRow = ({ language, name, confidence }: DetectedLanguage): string =>
  `${language ?? '-'}\t${name ?? '-'}\t${Math.round(confidence * 100)} %`;
