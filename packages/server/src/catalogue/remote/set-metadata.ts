import type { ModelMetadata } from '@dragoman/engines/neural/metadata';
import { MODEL_LICENSE } from '../published-languages.js';
import type { Architecture, ModelSet } from './model-sets.js';
import type { FileType } from './records.js';

const ROLES = {
  model: 'model',
  lex: 'shortlist',
  vocab: 'vocabulary',
  srcvocab: 'sourceVocabulary',
  trgvocab: 'targetVocabulary',
} as const satisfies Record<FileType, keyof ModelMetadata['files']>;

/** The kind of a model of this architecture. */
export const modelTypeOf = (architecture: Architecture): ModelMetadata['modelType'] =>
  architecture === 'tiny' ? 'latency_optimized' : 'quality_optimized';

/** The `metadata.json` of a model from the catalogue. */
export const metadataOf = (set: ModelSet): unknown => ({
  formatVersion: 1,
  id: set.id,
  pairs: [set.pair],
  architecture: set.architecture,
  modelType: modelTypeOf(set.architecture),
  version: set.version,
  license: MODEL_LICENSE,
  origin: 'Remote Settings, translations-models-v2',
  files: Object.fromEntries(
    [...set.files].map(([type, record]) => [
      ROLES[type],
      { name: record.name, bytes: record.decompressedSize, sha256: record.decompressedHash },
    ]),
  ),
});
