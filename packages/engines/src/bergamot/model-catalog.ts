import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LanguageTag } from '@dragoman/contract';
import type { EnginePair, ModelType } from '@dragoman/core';
import { marianConfiguration } from './marian-configuration.js';
import { vocabulariesOf } from './metadata.js';
import type { InstalledModel } from './model-folders.js';
import { estimateModelMemory } from './model-memory.js';
import type { ScheduledModel } from './model-state.js';
import type { BergamotOptions } from './options.js';

/** One direction of one model. */
export interface ModelDirection {
  readonly model: InstalledModel;
  readonly modelKey: string;
  /** Put before every line where the model wants it. */
  readonly prefix: string | undefined;
}

// Words of no language the model must know; they only have to reach every part of it.
const WARM_UP_TEXTS = ['Hello.', '1 2 3, 4 5 6.'];

/** Names a model in memory: another key once any of its files was replaced. */
export const keyOf = ({ id, fingerprint }: InstalledModel): string =>
  `${id}#${createHash('sha256').update(fingerprint).digest('hex').slice(0, 8)}`;

/** What the scheduler needs to load a model. */
export const toScheduled = (
  model: InstalledModel,
  options: Pick<BergamotOptions, 'batchTokens' | 'maxLengthFactor'>,
): ScheduledModel => {
  const { folder, metadata, inspection } = model;
  const { shortlist } = metadata.files;
  return {
    memory: estimateModelMemory(model),
    toLoad: {
      id: keyOf(model),
      modelPath: join(folder, metadata.files.model.name),
      vocabularyPaths: vocabulariesOf(metadata).map(({ name }) => join(folder, name)),
      shortlistPath: shortlist && join(folder, shortlist.name),
      configuration: marianConfiguration({
        gemmPrecision: inspection.gemmPrecision,
        miniBatchTokens: options.batchTokens,
        maxLengthFactor: options.maxLengthFactor,
      }),
      warmUpTexts: WARM_UP_TEXTS,
    },
  };
};

/** All the models of a pair. */
interface Offer {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly types: Set<ModelType>;
  /** Their keys. */
  readonly models: string[];
}

/** The directions models offer, the one to prefer first for each pair. */
export class ModelCatalog {
  readonly pairs: readonly EnginePair[];
  readonly #directions = new Map<string, ModelDirection[]>();

  /** @param models those to prefer first: by directory, then by name */
  constructor(models: readonly InstalledModel[]) {
    const offers = new Map<string, Offer>();
    for (const model of models) {
      for (const { source, target, prefix } of model.metadata.pairs) {
        if (source === target) continue;
        const key = pairKey(source, target);
        const directions = this.#directions.get(key) ?? [];
        directions.push({ model, modelKey: keyOf(model), prefix });
        this.#directions.set(key, directions);
        const row = offers.get(key) ?? { source, target, types: new Set(), models: [] };
        row.types.add(model.metadata.modelType);
        row.models.push(keyOf(model));
        offers.set(key, row);
      }
    }
    this.pairs = [...offers.values()].map(({ source, target, types, models }) => ({
      source,
      target,
      modelTypes: [...types].sort(),
      revision: models.join(),
    }));
  }

  /** The model for a pair: of the wanted kind where there is one, else of the other. */
  find(source: LanguageTag, target: LanguageTag, modelType: ModelType): ModelDirection | undefined {
    const directions = this.#directions.get(pairKey(source, target)) ?? [];
    const wanted = directions.find(({ model }) => model.metadata.modelType === modelType);
    return wanted ?? directions[0];
  }
}

const pairKey = (source: LanguageTag, target: LanguageTag): string => `${source} ${target}`;
