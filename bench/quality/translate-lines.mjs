const BATCH_UNITS = 100;
const BATCH_TIMEOUT_MS = 300_000;

/**
 * Translates lines with an engine, each as one unit. Empty lines stay empty.
 *
 * @param {import('@dragoman/core').Engine} engine
 * @param {{ source: string, target: string }} leg
 * @param {readonly string[]} lines
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export const translateLines = async (engine, { source, target }, lines, signal) => {
  const translated = [];
  for (let start = 0; start < lines.length; start += BATCH_UNITS) {
    const units = lines
      .slice(start, start + BATCH_UNITS)
      .map((text) => ({ text, protectedSpans: [] }));
    const results = await engine.translateBatch(
      { source, target, modelType: 'latency_optimized', units },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(BATCH_TIMEOUT_MS)]) },
    );
    translated.push(...results.map(({ text }) => text));
  }
  return translated;
};
