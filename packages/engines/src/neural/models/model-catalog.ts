import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  baseOf,
  type LanguagePair,
  type LanguageTag,
  showPair,
} from '@dragoman/contract/languages';
import { MEBIBYTE } from '@dragoman/contract/sizes';
import type { EnginePair, ModelType } from '@dragoman/core';
import { tellsFormality } from '@dragoman/core/formality';
import { ALIGNMENT_PROBES } from '../alignment/trust.js';
import type { ModelToLoad } from '../process/protocol.js';
import { filesOf, type ModelMetadata, vocabulariesOf } from './metadata.js';
import type { LoadableModel } from './model-folders.js';

/** One direction of one model. */
export interface ModelDirection {
  readonly model: LoadableModel;
  readonly modelKey: string;
  readonly pair: ModelMetadata['pairs'][number];
  /** The model of the opposite direction, which chooses among its translations. */
  readonly backwardModel?: ModelDirection;
}

/** A model as the scheduler needs it. Its key, `toLoad.id`, differs once its files were replaced. */
export interface ScheduledModel {
  readonly toLoad: ModelToLoad;
  /** For metrics: `en-es`, or several with commas between. */
  readonly pair: string;
  /** What it takes once loaded, by estimate. */
  readonly residentBytes: number;
}

/** What goes before every line of a direction. */
export const linePrefix = (prefix: string | undefined): string =>
  prefix === undefined ? '' : `${prefix} `;

/** Names a model in memory: another key once any of its files was replaced. */
export const keyOf = ({ id, fingerprint }: LoadableModel): string =>
  `${id}#${createHash('sha256').update(fingerprint).digest('hex').slice(0, 8)}`;

/** Memory of the engine process without a model, with room for its batches. */
export const PROCESS_BYTES = 96 * MEBIBYTE;

/**
 * What a model takes once loaded, measured and rounded up: its file, which is mapped, and the
 * matrices once more in the order in which they are multiplied.
 */
export const estimateModelBytes = ({ metadata }: LoadableModel): number => {
  const fileBytes = filesOf(metadata).reduce((sum, { bytes }) => sum + bytes, 0);
  return Math.ceil(4 * MEBIBYTE + 2 * fileBytes);
};

/** What the scheduler needs to load a model. */
export const toScheduled = (
  model: LoadableModel,
  { maxLengthFactor }: Pick<ModelToLoad, 'maxLengthFactor'>,
): ScheduledModel => {
  const { folder, metadata, inspection } = model;
  const { shortlist } = metadata.files;
  const start = linePrefix(metadata.pairs[0]?.prefix);
  return {
    residentBytes: estimateModelBytes(model),
    pair: metadata.pairs.map(showPair).join(),
    toLoad: {
      id: keyOf(model),
      modelPath: join(folder, metadata.files.model.name),
      vocabularyPaths: vocabulariesOf(metadata).map(({ name }) => join(folder, name)),
      shortlistPath: shortlist && join(folder, shortlist.name),
      beamSize: metadata.beamSize ?? 1,
      maxLengthFactor,
      alignmentProbes: inspection.hasAlignmentLayer
        ? ALIGNMENT_PROBES.map((probe) => start + probe)
        : [],
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
  constructor(models: readonly LoadableModel[]) {
    this.#offers = offersOf(models);
    this.pairs = [...this.#offers.values()].map(([first, ...others]) => {
      const all = [first, ...others];
      const { source, target, scores } = first.pair;
      return {
        source,
        target,
        modelTypes: this.#modelTypesOf(all),
        revision: all.map(({ modelKey }) => modelKey).join(),
        origin: isStarter(first) ? 'starter' : 'installed',
        choosesFormality: first.pair.formality !== undefined || tellsFormality(target),
        ...(scores && { chrf: scores.chrf }),
      };
    });
  }

  /**
   * The model for a pair: of the wanted kind where there is one, else of the other. A starter model
   * of the fast kind together with the one of the opposite direction is of the quality kind.
   */
  find(source: LanguageTag, target: LanguageTag, modelType: ModelType): ModelDirection | undefined {
    const directions = this.#offers.get(pairKey(source, target)) ?? [];
    const wanted = directions.find(({ model }) => model.metadata.modelType === modelType);
    const [first] = directions;
    if (wanted || !first || modelType !== 'quality_optimized') return wanted ?? first;
    const backwardModel = this.#backwardModelOf(first);
    return backwardModel ? { ...first, backwardModel } : first;
  }

  #modelTypesOf(directions: readonly ModelDirection[]): readonly ModelType[] {
    const own = directions.map(({ model }) => model.metadata.modelType);
    const [first] = directions;
    const hasBackwardModel = first && this.#backwardModelOf(first) !== undefined;
    return [
      ...new Set([...own, ...(hasBackwardModel ? (['quality_optimized'] as const) : [])]),
    ].sort();
  }

  /** The model for the opposite direction, of another variant where a language has none of its own. */
  findOpposite({ source, target }: LanguagePair): ModelDirection | undefined {
    const [own] =
      this.#offers.get(pairKey(target, source)) ??
      this.#offers.get(pairKey(baseOf(target), source)) ??
      [];
    if (own) return own;
    const variants = [...this.#offers.values()].map(([first]) => first);
    return variants.find(({ pair }) => pair.source === target && baseOf(pair.target) === source);
  }

  #backwardModelOf(direction: ModelDirection): ModelDirection | undefined {
    const opposite = this.findOpposite(direction.pair);
    return opposite && isStarter(direction) && isStarter(opposite) ? opposite : undefined;
  }
}

const isStarter = ({ model }: ModelDirection): boolean => model.metadata.isStarter === true;

const offersOf = (models: readonly LoadableModel[]): Offers => {
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
