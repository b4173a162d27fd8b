// The engine alone in the main thread of a process: one text per call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseKernels,
  createGemmImports,
} from '../../packages/engines/dist/neural/kernels/index.js';
import { marianConfiguration } from '../../packages/engines/dist/neural/models/files/marian-configuration.js';
import {
  compileEngine,
  startEngine,
} from '../../packages/engines/dist/neural/workers/engine-module.js';
import { EngineSession } from '../../packages/engines/dist/neural/workers/engine-session.js';
import { report } from './usage.mjs';

let session;

const start = async ({ folder, kernels, isAligned, maxLengthFactor }) => {
  const wasmModule = await compileEngine();
  const choice = chooseKernels(kernels, { engineModule: wasmModule });
  const module = await startEngine({
    wasmModule,
    createKernels: (memory, engineExports) => ({
      ...createGemmImports(choice, memory, engineExports),
    }),
    onDiagnostics: (line) => process.stderr.write(`${line}\n`),
  });
  session = new EngineSession(withOptions(module, { alignment: isAligned }));
  const { files } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'));
  const configuration = marianConfiguration({
    gemmPrecision: 'int8shiftAlphaAll',
    miniBatchTokens: 1024,
    maxLengthFactor,
    isAligned,
    beamSize: 1,
  });
  session.load({
    id: 'model',
    modelPath: join(folder, files.model.name),
    vocabularyPaths: [join(folder, files.vocabulary.name)],
    shortlistPath: undefined,
    configuration,
    warmUpTexts: ['Hello.'],
    alignmentProbes: [],
  });
};

/** The module with the given response options instead of the product's. */
const withOptions = (module, change) => {
  if (!change.alignment) return module;
  const { VectorResponseOptions } = module;
  // The engine's objects cannot be subclassed.
  function ChangedOptions() {
    const list = new VectorResponseOptions();
    const push = list.push_back.bind(list);
    list.push_back = (options) => push({ ...options, ...change });
    return list;
  }
  return Object.create(module, { VectorResponseOptions: { value: ChangedOptions } });
};

process.on('message', async ({ start: settings, texts }) => {
  if (settings) {
    await start(settings);
    process.send('ready');
    return;
  }
  process.send(
    await report(texts, () => {
      for (const text of texts) session.translate('model', [{ text, isAligned: false }]);
    }),
  );
});
