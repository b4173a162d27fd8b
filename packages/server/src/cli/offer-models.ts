import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findLanguage, toWireCode } from '@dragoman/contract';
import type { Configuration } from '../configuration/settings.js';
import { CatalogueError } from '../features/models/catalogue-error.js';
import { missingDirections, planDownloads } from '../features/models/download-models.js';
import { knownLanguages } from '../features/models/known-languages.js';
import { isOffline } from '../features/models/model-settings.js';
import { pullOne } from '../features/models/models-command-pull.js';
import { MODEL_LICENSE, type PublishedLanguage } from '../features/models/published-languages.js';
import { readWanted, type WantedModels } from '../features/models/wanted-models.js';
import { makeFolder } from '../platform/files.js';
import { formatFileSize } from '../platform/format-file-size.js';

/** In the data folder; while it is there, nothing is offered again. */
const OFFER_MADE_FILE = 'models-offered';

/** Where the question is asked, and for whom. */
interface OfferContext {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** The language of the system: `de-AT`. */
  readonly locale: string;
  /** Aborts a download. */
  readonly signal: AbortSignal;
  /** Called when the question is there. */
  readonly onAsked?: () => void;
}

/**
 * Offers, once, the full models for the language of the system and English, beside a server that
 * runs with the starter models, and downloads them. Nobody is asked, and nothing is downloaded,
 * where languages are configured, the models are installed, or the machine is offline. Never
 * rejects.
 */
export const offerModels = async (
  configuration: Configuration,
  { input, output, locale, signal, onAsked }: OfferContext,
): Promise<void> => {
  const { dataDirectory, languages, engines } = configuration;
  const offered = join(dataDirectory, OFFER_MADE_FILE);
  if (languages !== undefined || isOffline(configuration) || existsSync(offered)) return;
  if (!engines.includes('neural')) return;
  const own = knownLanguages(configuration).languages.find(
    ({ tag }) => tag === locale.toLowerCase().split('-', 1)[0],
  );
  // Of a system in English it is not known which other language is wanted.
  const wanted = own && readWanted(own.tag);
  if (wanted && (await missingDirections([wanted], configuration)).length === 0) return;
  const host = new URL(configuration.catalogueUrl).host;
  output.write(
    wanted && own
      ? [
          'Starter models translate so far: small, and bad at long sentences and rare words.',
          `The full models between ${nameOf(own)} and English (${own.tag}-en, en-${own.tag}) are better: about ${formatFileSize(own.estimatedBytes)} from ${host}, licence ${MODEL_LICENSE}.`,
          'They translate on this machine, too. Download them now, while the server runs? [Y/n] ',
        ].join('\n')
      : [
          'Starter models translate so far: small, and bad at long sentences and rare words.',
          `The full models are better: about 30 to 50 MB for each language, from ${host}, licence ${MODEL_LICENSE}.`,
          'Which languages do you want besides English (codes or names, Enter for none)? ',
        ].join('\n'),
  );
  onAsked?.();
  const answer = await nextLine(input, signal);
  if (answer === undefined) return;
  makeFolder(dataDirectory, 0o700);
  await writeFile(offered, `${new Date().toISOString()}\n`).catch(() => {});
  const chosen = wanted ? (/^(y|yes)?$/i.test(answer) ? [wanted] : []) : readNames(answer, output);
  const later = `npx dragoman models pull ${own?.tag ?? 'German'}`;
  if (chosen.length === 0) {
    output.write(`The starter models go on. For the full ones later: ${later}\n`);
    return;
  }
  try {
    await download(chosen, configuration, signal);
  } catch (error) {
    if (signal.aborted) return;
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    if (!(error instanceof CatalogueError)) throw error;
    output.write(`${reason} The starter models go on. Try again later: ${later}\n`);
  }
};

const nameOf = ({ tag }: PublishedLanguage): string => findLanguage(toWireCode(tag))?.name ?? tag;

/** @returns undefined where the input ends first, or the signal aborts */
const nextLine = (input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    // Without a terminal of its own, so that Ctrl+C reaches the server.
    const lines = createInterface({ input, terminal: false, signal });
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.once('close', () => resolve(undefined));
  });

/** What is no language is said, and left out. */
const readNames = (answer: string, output: NodeJS.WritableStream): readonly WantedModels[] =>
  answer.split(/[,;\s]+/).flatMap((name) => {
    if (name === '') return [];
    try {
      const wanted = readWanted(name);
      if (wanted.kind === 'language') return [wanted];
    } catch {
      // It is said below.
    }
    output.write(`${name} is no language with models.\n`);
    return [];
  });

const download = async (
  chosen: readonly WantedModels[],
  configuration: Configuration,
  signal: AbortSignal,
): Promise<void> => {
  const plan = await planDownloads(chosen, configuration, signal);
  if (plan) for (const set of plan.sets) await pullOne(set, plan.options);
};
