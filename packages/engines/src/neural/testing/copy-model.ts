import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the small models for tests lie. */
export const TEST_MODELS = fileURLToPath(
  new URL('../../../../../tests/fixtures/models', import.meta.url),
);

/** How a copy differs from the original. */
export interface ModelChange {
  /** What the metadata calls it, where that is not the folder's name. */
  readonly id?: string;
  readonly model?: (bytes: Buffer) => Buffer;
  readonly vocabulary?: (bytes: Buffer) => Buffer;
  /** Put before every text. */
  readonly prefix?: string;
  /** The content of a phrase book to come with it. */
  readonly phraseBook?: string;
  /** The size of the model that the metadata promises. */
  readonly promisedBytes?: number;
}

/** Copies the model that repeats its input into a directory, under another name and changed. */
export const copyModel = async (
  directory: string,
  folder: string,
  target: string,
  change: ModelChange = {},
): Promise<void> => {
  const original = join(TEST_MODELS, 'copy-en-es');
  const metadata = JSON.parse(await readFile(join(original, 'metadata.json'), 'utf8'));
  await mkdir(join(directory, folder));
  const place = async (
    name: string,
    alter: (bytes: Buffer) => Buffer = (bytes) => bytes,
  ): Promise<object> => write(name, alter(await readFile(join(original, name))));
  const write = async (name: string, bytes: Buffer): Promise<object> => {
    await writeFile(join(directory, folder, name), bytes);
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  const model = await place(metadata.files.model.name, change.model);
  const vocabulary = await place(metadata.files.vocabulary.name, change.vocabulary);
  const phraseBook =
    change.phraseBook === undefined
      ? {}
      : { phraseBook: await write('phrases.tsv', Buffer.from(change.phraseBook)) };
  const promise = change.promisedBytes === undefined ? {} : { bytes: change.promisedBytes };
  const changed = {
    ...metadata,
    id: change.id ?? folder,
    pairs: [{ source: 'en', target, ...(change.prefix && { prefix: change.prefix }) }],
    files: { model: { ...model, ...promise }, vocabulary, ...phraseBook },
  };
  await writeFile(join(directory, folder, 'metadata.json'), JSON.stringify(changed));
};
