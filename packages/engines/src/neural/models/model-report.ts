import { filesOf, type ModelMetadata } from './metadata.js';
import { estimateModelBytes, keyOf } from './model-catalog.js';
import type { ModelScan } from './model-folders.js';

/** One model folder, for `doctor` and for operators. */
export interface ModelReport {
  readonly id: string;
  /** Absolute path. */
  readonly folder: string;
  /** Undefined where it could not be read. */
  readonly metadata: ModelMetadata | undefined;
  /** Why it is left out, in words that follow a colon; undefined when it is in use. */
  readonly problem: string | undefined;
  /** How many processes hold it now. */
  readonly loadedIn: number;
  /** On disk; 0 where unknown. */
  readonly fileBytes: number;
  /** What one copy takes once loaded, by estimate; 0 where unknown. */
  readonly residentBytes: number;
}

/** What a report needs to know of running things. */
interface ModelUse {
  /** How many processes hold a model. */
  holdersOf(modelKey: string): number;
  failureOf(modelKey: string): string | undefined;
}

/** Describes every model folder found, the sound ones first. */
export const reportModels = (scan: ModelScan, use: ModelUse): readonly ModelReport[] => [
  ...scan.models.map((model) => ({
    id: model.id,
    folder: model.folder,
    metadata: model.metadata,
    problem: use.failureOf(keyOf(model)),
    loadedIn: use.holdersOf(keyOf(model)),
    fileBytes: filesOf(model.metadata).reduce((sum, { bytes }) => sum + bytes, 0),
    residentBytes: estimateModelBytes(model),
  })),
  ...scan.broken.map(({ id, folder, reason }) => ({
    id,
    folder,
    metadata: undefined,
    problem: reason,
    loadedIn: 0,
    fileBytes: 0,
    residentBytes: 0,
  })),
];
