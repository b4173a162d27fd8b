import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FilePlan } from './plan-files.js';
import { readShard, type Shard } from './shards.js';

const WHOLE: Shard = { number: 1, count: 1 };

export interface LineFilesJob {
  readonly shard: Shard | undefined;
  /** Translates the lines of a stream into a file. */
  readonly translate: (lines: Readable, output: string | undefined) => Promise<void>;
  /** Told about a shard that was translated before. */
  readonly onDone: (output: string) => void;
}

/**
 * Translates files line by line, one after the other, whatever their size. A shard whose translation
 * is there already is left as it is: an output has its name only when it is complete.
 */
export const translateLineFiles = async (
  files: readonly FilePlan[],
  { shard, translate, onDone }: LineFilesJob,
): Promise<void> => {
  for (const { input, output } of files) {
    if (shard && output !== undefined && (await exists(output))) onDone(output);
    else await translate(await readShard(input, shard ?? WHOLE), output);
  }
};

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;
