// The product's engine in a separate process.
import { createNeuralEngine } from '../../packages/engines/dist/neural/index.js';
import { report } from './usage.mjs';

const silent = () => {};
let openMs;
const info = ({ loadMs }) => {
  openMs ??= loadMs;
};
const log = { debug: silent, info, warn: console.warn, error: console.error };
let engine;

const translate = (texts, target) =>
  engine.translateBatch(
    {
      source: 'en',
      target,
      modelType: 'latency_optimized',
      units: texts.map((text) => ({ text, protectedSpans: [] })),
    },
    { signal: AbortSignal.timeout(600_000) },
  );

/** `callers` at once, each with the next `textsPerCall` texts. */
const runJob = ({ texts, callers, textsPerCall, target = 'de' }) =>
  report(texts, async () => {
    let next = 0;
    const call = async () => {
      while (next < texts.length) {
        const start = next;
        next += textsPerCall;
        await translate(texts.slice(start, start + textsPerCall), target);
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
  });

process.on('message', async ({ start, job }) => {
  if (!start) {
    process.send(await runJob(job));
    return;
  }
  engine = createNeuralEngine({ log }, start);
  await engine.start();
  // Opens the model.
  await translate(['My brother paints old boats in winter.'], 'de');
  process.send({ build: engine.describeBuild(), openMs });
});
