import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, METADATA_FILE } from '@dragoman/engines/neural/metadata';
import { readModelMetadata } from '@dragoman/engines/neural/model-folder';
import { Parser, type ReadEntry } from 'tar';
import { exists, renameDurably, syncDirectory } from '../../../platform/files.js';
import { CatalogueError } from '../catalogue-error.js';
import {
  type ArchiveFile,
  type ArchiveManifest,
  type ArchiveModel,
  entryPath,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  readManifest,
} from './export-models.js';
import {
  discardModel,
  lockModel,
  prepareIncoming,
  requireNoLink,
  sweepIncoming,
} from './incoming.js';
import { requireSpace, verifyModel } from './models-directory.js';

interface ImportedModel {
  readonly id: string;
  readonly outcome: 'imported' | 'already there';
}

interface Expected {
  readonly model: ArchiveModel;
  readonly file: ArchiveFile;
}

const refuse = (message: string): never => {
  throw new CatalogueError('invalid', message);
};

export interface ArchiveEntry {
  /** As in the archive: only to be compared with known names, never to be opened. */
  readonly path: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Passes the files of a tar to `take`, one after the other. Folders are skipped; a link, a device
 * or anything else that is not a regular file is an error.
 *
 * @throws CatalogueError `invalid` if it is not a file, not a tar or ends too early; whatever `take`
 *   throws; the reason of the signal
 */
const readTar = async (
  archivePath: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const status = await stat(archivePath);
  // A pipe may never end, and a device never does.
  if (!status.isFile())
    throw new CatalogueError('invalid', `${archivePath} is not a regular file.`);
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
  };
  const handle = async (entry: ReadEntry): Promise<void> => {
    if (entry.type === 'Directory' || failure) {
      entry.resume();
      return;
    }
    if (entry.type !== 'File' && entry.type !== 'OldFile') {
      throw new CatalogueError('invalid', `${archivePath} holds a ${entry.type}: ${entry.path}`);
    }
    await take({ path: entry.path, bytes: entry.size, chunks: entry });
    // Lets the parser continue if `take` did not read everything.
    entry.resume();
  };
  // The parser continues when an entry has been read completely, which is before `take` has
  // finished.
  let taken: Promise<void> = Promise.resolve();
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      taken = taken
        .then(() => handle(entry))
        .catch((error: unknown) => {
          fail(error);
          entry.resume();
        });
    },
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      fail(new CatalogueError('invalid', `${archivePath} is not a complete archive: ${reason}`));
      resolve();
    });
  });
  try {
    for await (const chunk of createReadStream(archivePath, { signal })) {
      if (failure) break;
      if (!parser.write(chunk)) {
        await Promise.race([
          ended,
          new Promise<void>((resolve) => parser.once('drain', () => resolve())),
        ]);
      }
    }
    if (!failure) {
      parser.end();
      await ended;
    }
    await taken;
  } catch (error) {
    if (!failure) throw error;
  }
  if (failure) throw failure.error;
};

const readText = async (entry: ArchiveEntry, maxBytes: number): Promise<string> => {
  const parts: Buffer[] = [];
  if (entry.bytes > maxBytes) refuse(`${entry.path} is larger than allowed.`);
  for await (const chunk of entry.chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
};

/** Writes one entry and checks it against the manifest on the way. */
const unpackEntry = async (
  entry: ArchiveEntry,
  { model, file }: Expected,
  staging: string,
): Promise<void> => {
  if (entry.bytes !== file.bytes)
    refuse(`${entry.path} has ${entry.bytes} bytes, not ${file.bytes}.`);
  // Built from checked names, not from the path in the archive.
  const folder = join(staging, model.id);
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256');
  const target = await open(join(folder, file.name), 'wx', 0o644);
  try {
    for await (const chunk of entry.chunks) {
      hash.update(chunk);
      await target.writeFile(chunk);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (hash.digest('hex') !== file.sha256) {
    throw new CatalogueError(
      'damaged',
      `The checksum of ${entry.path} in the archive does not match.`,
    );
  }
};

/** Unpacks everything the manifest lists, and nothing else, into `staging`. */
const unpackArchive = async (
  archivePath: string,
  staging: string,
  signal: AbortSignal,
  onManifest: (manifest: ArchiveManifest) => Promise<void>,
): Promise<ArchiveManifest> => {
  let manifest: ArchiveManifest | undefined;
  const expected = new Map<string, Expected>();
  await readTar(
    archivePath,
    async (entry) => {
      signal.throwIfAborted();
      if (manifest === undefined) {
        if (entry.path !== MANIFEST_NAME) refuse(`${archivePath} does not start with a manifest.`);
        manifest = readManifest(await readText(entry, MAX_MANIFEST_BYTES));
        for (const model of manifest.models)
          for (const file of model.files) expected.set(entryPath(model, file), { model, file });
        await onManifest(manifest);
        return;
      }
      const known = expected.get(entry.path);
      if (known === undefined) {
        throw new CatalogueError(
          'invalid',
          `${entry.path} is not in the manifest, or occurs twice.`,
        );
      }
      expected.delete(entry.path);
      await unpackEntry(entry, known, staging);
    },
    signal,
  );
  if (manifest === undefined) return refuse(`${archivePath} is empty.`);
  const [missing] = expected.keys();
  return missing === undefined ? manifest : refuse(`${missing} is missing from the archive.`);
};

/** Whether the metadata names just the files that came with it, with their checksums. */
const checkMetadata = async ({ id, files }: ArchiveModel, staging: string): Promise<void> => {
  const metadata = await readModelMetadata(join(staging, id), id);
  if ('reason' in metadata) return refuse(`The model ${id} in the archive: ${metadata.reason}.`);
  const named = filesOf(metadata);
  const agrees = (file: ArchiveFile) =>
    file.name === METADATA_FILE ||
    named.some((own) => own.name === file.name && own.sha256 === file.sha256);
  if (named.length !== files.length - 1 || !files.every(agrees)) {
    refuse(`The model ${id} in the archive: the files do not match its metadata.`);
  }
};

const place = async (id: string, staging: string, directory: string): Promise<ImportedModel> => {
  const target = join(directory, id);
  const lock = await lockModel(directory, id);
  try {
    if ((await verifyModel(target, id)).length === 0) return { id, outcome: 'already there' };
    await requireNoLink(target);
    if (await exists(target)) await discardModel(directory, id);
    await syncDirectory(join(staging, id));
    await renameDurably(join(staging, id), target);
    return { id, outcome: 'imported' };
  } finally {
    await lock.release();
  }
};

/**
 * Installs the models from an archive written by `exportModels`. Everything is unpacked into a
 * staging folder and checked before the first model is moved into place; an undamaged installed
 * model is not replaced.
 *
 * @throws CatalogueError `invalid` for an archive that is not one of ours, `damaged`, `no-space`
 */
export const importModels = async (
  archivePath: string,
  modelsDirectory: string,
  signal: AbortSignal,
): Promise<readonly ImportedModel[]> => {
  const incoming = await prepareIncoming(modelsDirectory);
  const name = `import-${randomUUID()}`;
  const staging = join(incoming, name);
  const lock = await lockModel(modelsDirectory, name);
  try {
    await sweepIncoming(modelsDirectory);
    await mkdir(staging);
    const manifest = await unpackArchive(archivePath, staging, signal, ({ models }) =>
      requireSpace(
        modelsDirectory,
        models.flatMap((model) => model.files).reduce((total, file) => total + file.bytes, 0),
      ),
    );
    for (const model of manifest.models) await checkMetadata(model, staging);
    const placed: ImportedModel[] = [];
    for (const { id } of manifest.models) placed.push(await place(id, staging, modelsDirectory));
    return placed;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await lock.release();
  }
};
