import { showPair } from '@dragoman/contract';
import type { Command } from 'commander';
import { configurationOf } from '../../configuration/command-configuration.js';
import { untilInterrupted } from '../../platform/cli/command.js';
import { remark } from '../../platform/cli/output.js';
import {
  createProgressBar,
  type ProgressBar,
  type ProgressStream,
} from '../../platform/cli/progress-bar.js';
import { formatFileSize } from '../../platform/format-file-size.js';
import { CatalogueError } from './catalogue-error.js';
import { configuredCatalogue } from './configured-catalogue.js';
import { pullOptionsOf } from './download-models.js';
import type { Architecture, ModelSet } from './remote/model-sets.js';
import { chooseSets } from './remote/model-sets.js';
import { type PullOptions, pullModel } from './remote/pull-model.js';
import { readWanted } from './wanted-models.js';

export interface Progress {
  update(doneBytes: number, totalBytes: number): void;
  /** Ends the line and says how it went. */
  finish(message: string): void;
}

/** A bar that moves on a terminal; elsewhere one line at the start and one at the end. */
export const createProgress = (
  label: string,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress => {
  let bar: ProgressBar | undefined;
  const begin = (startBytes: number, totalBytes: number): ProgressBar => {
    const rest = startBytes > 0 ? `, ${formatFileSize(startBytes)} already downloaded` : '';
    if (!stream.isTTY) stream.write(`${label}: downloading ${formatFileSize(totalBytes)}${rest}\n`);
    const startedAtMs = now();
    const describe = (doneBytes: number): string => {
      const seconds = Math.max(0.001, (now() - startedAtMs) / 1000);
      const perSecond = Math.round(Math.max(0, doneBytes - startBytes) / seconds);
      return `${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}  ${formatFileSize(perSecond)}/s`;
    };
    return createProgressBar({ stream, label, total: totalBytes, start: startBytes, describe });
  };
  return {
    update(doneBytes, totalBytes) {
      bar ??= begin(doneBytes, totalBytes);
      bar.update(doneBytes);
    },
    finish(message) {
      bar?.stop();
      stream.write(`${message}\n`);
    },
  };
};

/** Pulls one model and prints the outcome. @returns whether it is installed now */
export const pullOne = async (
  set: ModelSet,
  options: Omit<PullOptions, 'onBytes'>,
): Promise<boolean> => {
  const progress = createProgress(`${showPair(set.pair)} ${set.architecture}`, process.stderr);
  try {
    const result = await pullModel(set, { ...options, onBytes: progress.update });
    const replaced = result.replaced.length > 0 ? `, replacing ${result.replaced.join(', ')}` : '';
    const size = formatFileSize(set.unpackedBytes);
    progress.finish(
      result.outcome === 'pulled'
        ? `${set.id}: installed in ${result.directory} (${size})${replaced}`
        : `${set.id}: already installed in ${result.directory}`,
    );
    return true;
  } catch (error) {
    progress.finish(`${set.id}: not installed`);
    if (!(error instanceof CatalogueError)) throw error;
    process.stderr.write(`dragoman: ${error.message}\n`);
    if (error.kind === 'unreachable') {
      process.stderr.write(
        'The partial download is kept; run the same command again to resume it.\n',
      );
    }
    return false;
  }
};

/**
 * `dragoman models pull`; all names are read before the catalogue is asked, and looked up before the
 * first byte of a model is fetched.
 */
export const pullCommand = (
  names: readonly string[],
  { architecture }: { readonly architecture?: Architecture },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const wanted = names.map(readWanted);
    const catalogue = await configuredCatalogue(configuration, signal, names);
    const chosen = wanted.map((one) => chooseSets(catalogue, one, architecture));
    for (const pair of chosen.flatMap(({ missing }) => missing)) {
      remark(`The catalogue has no model ${pair}; only the other direction is installed.`);
    }
    const sets = new Set(chosen.flatMap((one) => one.sets));
    const options = pullOptionsOf(configuration, catalogue, signal);
    for (const set of sets) if (!(await pullOne(set, options))) process.exitCode = 1;
  });
