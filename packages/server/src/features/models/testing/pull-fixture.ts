import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchCatalogue } from '../remote/fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY, type TransferPolicy } from '../remote/http-get.js';
import type { Architecture } from '../remote/model-sets.js';
import { chooseSets } from '../remote/model-sets.js';
import { type PullOptions, type PullResult, pullModel } from '../remote/pull-model.js';
import { readWanted } from '../wanted-models.js';
import { type CatalogueServer, startCatalogueServer } from './catalogue-server.js';
import type { OfferedFile } from './offered-model.js';

/** A catalogue with some models and an empty folder to pull them into. */
export interface PullFixture {
  readonly server: CatalogueServer;
  readonly modelsDirectory: string;
  /** The requested pauses, in ms; no time is spent on them. */
  readonly pauses: number[];
  readonly policy: TransferPolicy;
  pull(
    pair: string,
    options?: Partial<PullOptions> & { readonly architecture?: Architecture },
  ): Promise<PullResult>;
  /** Names of the models that a server would see. */
  visibleModels(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const createPullFixture = async (
  files: readonly OfferedFile[],
  extraRecords: readonly unknown[] = [],
): Promise<PullFixture> => {
  const server = await startCatalogueServer(files, { extraRecords });
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-catalogue-'));
  const modelsDirectory = join(folder, 'models');
  const pauses: number[] = [];
  const policy: TransferPolicy = {
    ...DEFAULT_TRANSFER_POLICY,
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
  const signal = new AbortController().signal;
  return {
    server,
    modelsDirectory,
    pauses,
    policy,
    pull: async (pair, { architecture, ...options } = {}) => {
      const catalogue = await fetchCatalogue({ catalogueUrl: server.url }, { policy, signal });
      const { attachmentsUrl } = catalogue;
      const [set] = chooseSets(catalogue, readWanted(pair), architecture).sets;
      if (!set) throw new Error(`no model ${pair}`);
      return pullModel(set, { modelsDirectory, attachmentsUrl, policy, signal, ...options });
    },
    visibleModels: async () =>
      (await readdir(modelsDirectory).catch(() => [])).filter((name) => !name.startsWith('.')),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
