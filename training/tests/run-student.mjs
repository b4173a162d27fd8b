// Runs a model without anything around it: rows of source tokens in on standard input, a JSON array;
// for each a greedy translation out, `{"tokens": […], "scores": […]}`.
// node training/tests/run-student.mjs MODEL_FILE MAX_LENGTH_FACTOR < sources.json
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseEngine } from '../../packages/engines/dist/neural/student/choose-engine.js';

// As in the engine's process: however short a sentence is, there is room for a few words.
const LEAST_TOKENS = 16;

const [modelPath, factor] = process.argv.slice(2);
const sources = JSON.parse(readFileSync(0, 'utf8'));
const { engine } = chooseEngine('auto');
const model = engine.openModel({ model: resolve(modelPath) });
const translations = [];
let left = sources.length;
const translator = engine.createTranslator({
  threadCount: 1,
  rowsPerThread: 32,
  onResults: (results) => {
    for (const {
      id,
      translations: [best],
    } of results) {
      translations[id] = { tokens: [...best.tokens], scores: [...best.tokenScores] };
    }
    left -= results.length;
    if (left > 0) return;
    translator.close();
    process.stdout.write(JSON.stringify(translations));
  },
});
for (const [id, source] of sources.entries()) {
  const maxTokens = Math.max(LEAST_TOKENS, Number(factor) * source.length);
  translator.add({
    ...{ id, model, source: Int32Array.from(source), maxTokens, beamSize: 1, isScored: true },
  });
}
