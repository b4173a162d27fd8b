import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MEBIBYTE, MEMORY_LIMITS, type WireMemory } from '@dragoman/contract';
import type { Command } from 'commander';
import { CommandError } from '../../platform/cli/command.js';
import { print, remark, showTable } from '../../platform/cli/output.js';
import { createProgressBar } from '../../platform/cli/progress-bar.js';
import { statInput } from '../../platform/cli/read-text.js';
import {
  findOwned,
  type LocationOptions,
  withOwnedResources,
} from '../keys-and-usage/owned-resources.js';
import {
  createLocalMemories,
  createRemoteMemories,
  type MemoryBackend,
} from './memories-command-backend.js';

const BACKENDS = {
  noun: 'Translation memories',
  inDatabase: createLocalMemories,
  onServer: createRemoteMemories,
};

const withMemories = (
  command: Command,
  options: LocationOptions,
  work: (memories: MemoryBackend) => Promise<void>,
): Promise<void> => withOwnedResources(BACKENDS, command, options, work);

/** `dragoman memories import` */
export const importCommand = async (
  path: string,
  options: LocationOptions & { readonly name?: string },
  command: Command,
): Promise<void> => {
  const sizeBytes = await sizeOf(path);
  const fileName = basename(path);
  const file = { name: options.name ?? fileName, fileName, sizeBytes };
  await withMemories(command, options, async (memories) => {
    const bar = createProgressBar({ stream: process.stderr, label: fileName, total: sizeBytes });
    try {
      const content = counted(createReadStream(path), bar.update);
      const { memory, skippedCount } = await memories.importFile({ ...file, content });
      bar.stop();
      print(memory.translation_memory_id);
      const skipped = skippedCount === 0 ? '' : `; ${skippedCount} units were skipped`;
      remark(`Created '${memory.name}' with ${memory.segment_count} segments${skipped}.`);
    } finally {
      bar.stop();
    }
  });
};

/** `dragoman memories export` */
export const exportCommand = (
  selector: string,
  options: LocationOptions,
  command: Command,
): Promise<void> =>
  withMemories(command, options, async (memories) => {
    const { translation_memory_id: id } = select(await memories.list(), selector);
    await pipeline(await memories.exportFile(id), process.stdout, { end: false });
  });

/** `dragoman memories list` */
export const listCommand = (
  options: LocationOptions & { readonly json: boolean },
  command: Command,
): Promise<void> =>
  withMemories(command, options, async (memories) => {
    const list = await memories.list();
    if (options.json) print(JSON.stringify({ translation_memories: list }, null, 2));
    else if (list.length > 0) process.stdout.write(showMemories(list));
    else remark('No translation memories yet. Create one: dragoman memories import FILE');
  });

/** `dragoman memories remove` */
export const removeCommand = (
  selector: string,
  options: LocationOptions,
  command: Command,
): Promise<void> =>
  withMemories(command, options, async (memories) => {
    const { translation_memory_id: id, name } = select(await memories.list(), selector);
    await memories.remove(id);
    print(`removed: ${name} (${id})`);
  });

const showMemories = (list: readonly WireMemory[]): string => {
  const rows = list.map((memory) => [
    memory.translation_memory_id,
    memory.name,
    `${memory.source_language} to ${memory.target_languages.join(', ')}`,
    String(memory.segment_count),
  ]);
  return showTable([['Id', 'Name', 'Languages', 'Segments'], ...rows], [3]);
};

const select = (memories: readonly WireMemory[], selector: string): WireMemory => {
  const memory = findOwned(memories, selector, {
    noun: 'translation memories',
    named: ({ translation_memory_id: id, name }) => ({ id, name }),
  });
  if (memory) return memory;
  throw new CommandError(
    `There is no translation memory '${selector}' of this key. See: dragoman memories list`,
  );
};

/** The size of a file in bytes. @throws CommandError for what is no TMX file */
const sizeOf = async (path: string): Promise<number> => {
  const found = await statInput(path);
  if (!found.isFile()) throw new CommandError(`${path} is not a file.`);
  if (found.size === 0) throw new CommandError(`${path} is empty.`);
  if (found.size <= MEMORY_LIMITS.importBytes) return found.size;
  const mebibytes = MEMORY_LIMITS.importBytes / MEBIBYTE;
  throw new CommandError(`${path} is larger than ${mebibytes} MiB. Split it into several files.`);
};

async function* counted(
  content: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    count(size);
    yield chunk;
  }
}
