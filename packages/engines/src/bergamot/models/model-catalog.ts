import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LanguageTag } from '@dragoman/contract';
import type { EnginePair, ModelType } from '@dragoman/core';
import { ALIGNMENT_PROBES } from '../alignment/trust.js';
import type { ScheduledModel } from '../workers/model-state.js';
import type { BergamotOptions } from '../workers/options.js';
import type { ModelToLoad } from '../workers/protocol.js';
import { marianConfiguration } from './files/marian-configuration.js';
import { type ModelMetadata, vocabulariesOf } from './files/metadata.js';
import type { InstalledModel } from './files/model-folders.js';
import { estimateModelMemory } from './files/model-memory.js';

/** One direction of one model. */
export interface ModelDirection {
  readonly model: InstalledModel;
  readonly modelKey: string;
  readonly pair: ModelMetadata['pairs'][number];
}

/** What goes before every line of a direction. */
export const linePrefix = (prefix: string | undefined): string =>
  prefix === undefined ? '' : `${prefix} `;

// Words of no language the model must know; they only have to reach every part of it.
const WARM_UP_TEXTS = ['Hello.', '1 2 3, 4 5 6.'];

/** Names a model in memory: another key once any of its files was replaced. */
export const keyOf = ({ id, fingerprint }: InstalledModel): string =>
  `${id}#${createHash('sha256').update(fingerprint).digest('hex').slice(0, 8)}`;

/** The key of a model, and where its files are. */
export const filesToLoad = (
  model: InstalledModel,
): Pick<ModelToLoad, 'id' | 'modelPath' | 'vocabularyPaths'> => ({
  id: keyOf(model),
  modelPath: join(model.folder, model.metadata.files.model.name),
  vocabularyPaths: vocabulariesOf(model.metadata).map(({ name }) => join(model.folder, name)),
});

/** What the scheduler needs to load a model. */
export const toScheduled = (
  model: InstalledModel,
  options: Pick<BergamotOptions, 'batchTokens' | 'maxLengthFactor'>,
): ScheduledModel => {
  const { folder, metadata, inspection } = model;
  const { shortlist } = metadata.files;
  const { hasAlignmentLayer } = inspection;
  const start = linePrefix(metadata.pairs[0]?.prefix);
  return {
    memory: estimateModelMemory(model),
    pair: metadata.pairs.map(({ source, target }) => `${source}-${target}`).join(),
    toLoad: {
      ...filesToLoad(model),
      shortlistPath: shortlist && join(folder, shortlist.name),
      configuration: marianConfiguration({
        gemmPrecision: inspection.gemmPrecision,
        miniBatchTokens: options.batchTokens,
        maxLengthFactor: options.maxLengthFactor,
        isAligned: hasAlignmentLayer,
        beamSize: metadata.beamSize ?? 1,
      }),
      warmUpTexts: WARM_UP_TEXTS,
      alignmentProbes: hasAlignmentLayer ? ALIGNMENT_PROBES.map((probe) => start + probe) : [],
    },
  };
};

/** All the directions of a pair; of starter models only where there are no others. */
type Offers = ReadonlyMap<string, readonly [ModelDirection, ...ModelDirection[]]>;

/** The directions models offer, the one to prefer first for each pair. */
export class ModelCatalog {
  readonly pairs: readonly EnginePair[];
  readonly #offers: Offers;

  /** @param models those to prefer first: by directory, then by name */
  constructor(models: readonly InstalledModel[]) {
    this.#offers = offersOf(models);
    this.pairs = [...this.#offers.values()].map(([first, ...others]) => {
      const all = [first, ...others];
      const { source, target, scores } = first.pair;
      return {
        source,
        target,
        modelTypes: [...new Set(all.map(({ model }) => model.metadata.modelType))].sort(),
        revision: all.map(({ modelKey }) => modelKey).join(),
        origin: isStarter(first) ? 'starter' : 'installed',
        ...(scores && { chrf: scores.chrf }),
      };
    });
  }

  /** The model for a pair: of the wanted kind where there is one, else of the other. */
  find(source: LanguageTag, target: LanguageTag, modelType: ModelType): ModelDirection | undefined {
    const directions = this.#offers.get(pairKey(source, target)) ?? [];
    const wanted = directions.find(({ model }) => model.metadata.modelType === modelType);
    return wanted ?? directions[0];
  }
}

const isStarter = ({ model }: ModelDirection): boolean => model.metadata.isStarter === true;

const offersOf = (models: readonly InstalledModel[]): Offers => {
  const offers = new Map<string, [ModelDirection, ...ModelDirection[]]>();
  for (const model of models) {
    for (const pair of model.metadata.pairs) {
      if (pair.source === pair.target) continue;
      const direction = { model, modelKey: keyOf(model), pair };
      const key = pairKey(pair.source, pair.target);
      const before = offers.get(key);
      if (!before || (isStarter(before[0]) && !isStarter(direction))) offers.set(key, [direction]);
      else if (isStarter(before[0]) === isStarter(direction)) before.push(direction);
    }
  }
  return offers;
};

const pairKey = (source: LanguageTag, target: LanguageTag): string => `${source} ${target}`;
