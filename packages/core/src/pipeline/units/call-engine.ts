import type {
  Engine,
  EngineCallOptions,
  TranslatedUnit,
  TranslationUnit,
} from '../../engine/engine.js';
import type { Leg } from '../../routing/route.js';

/** Calls the engine of a leg in batches no larger than it takes. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  { engine, source, target, modelType }: Leg,
  call: EngineCallOptions,
): Promise<readonly TranslatedUnit[]> => {
  const batches = await Promise.all(
    batchesOf(units, engine).map((batch) =>
      engine.translateBatch({ source, target, modelType, units: batch }, call),
    ),
  );
  return batches.flat();
};

const batchesOf = (
  units: readonly TranslationUnit[],
  { capabilities: { maxBatchUnits } }: Engine,
): readonly (readonly TranslationUnit[])[] => {
  if (units.length <= maxBatchUnits) return [units];
  const batches = [];
  for (let start = 0; start < units.length; start += maxBatchUnits) {
    batches.push(units.slice(start, start + maxBatchUnits));
  }
  return batches;
};
