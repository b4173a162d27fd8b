// Translates with one model, through the real engine: JSON in on standard input,
// {"source": "en", "target": "de", "lines": […]}; a JSON array of lines out.
// node training/evaluate/translate.mjs MODEL_FOLDER < request.json
import { readFileSync } from 'node:fs';
import { translateLines } from '../../bench/quality/translate-lines.mjs';
import { withModel } from './open-model.mjs';

const TIME_LIMIT_MS = 600_000;

const { source, target, lines } = JSON.parse(readFileSync(0, 'utf8'));
const translated = await withModel(process.argv[2], (engine) =>
  translateLines(engine, { source, target }, lines, AbortSignal.timeout(TIME_LIMIT_MS)),
);
process.stdout.write(`${JSON.stringify(translated)}\n`);
