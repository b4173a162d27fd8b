// The neural engine with only the kernels of the product, so that the kernels and the way of
// calling are measured.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { createGemmImports } from '../../packages/engines/dist/neural/kernels/index.js';

const require = createRequire(new URL('../../packages/engines/package.json', import.meta.url));

/** The folder of the engine's two files. */
export const engineFile = (name) =>
  join(dirname(require.resolve('@browsermt/bergamot-translator/package.json')), 'worker', name);

/** The engine of this thread, as a promise; a thread can only have one. */
export const startEngine = (engineModule, choice) =>
  new Promise((resolve, reject) => {
    let exports;
    const glue = {
      print: () => {},
      printErr: (line) => process.stderr.write(`${line}\n`),
      instantiateWasm(info, accept) {
        const gemm = createGemmImports(choice, info.env.memory, () => exports);
        WebAssembly.instantiate(engineModule, { ...info, wasm_gemm: gemm }).then((instance) => {
          exports = instance.exports;
          accept(instance);
        }, reject);
        return {};
      },
      onRuntimeInitialized: () => resolve({ glue }),
    };
    const source = readFileSync(engineFile('bergamot-translator-worker.js'), 'utf8');
    compileFunction(source, ['Module']).call(glue, glue);
  });

const configOf = (options) =>
  Object.entries({
    'beam-size': 1,
    normalize: '1.0',
    'word-penalty': 0,
    'max-length-break': 128,
    'mini-batch-words': 1024,
    workspace: 128,
    // Random weights never end a sentence, so this alone decides how long a translation is.
    'max-length-factor': '1.2',
    'skip-cost': true,
    'cpu-threads': 0,
    quiet: true,
    'quiet-translation': true,
    'gemm-precision': 'int8shiftAlphaAll',
    ...options,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');

/** Loads a model from its files; `options` override the engine's settings. */
export const loadModel = (glue, { modelPath, vocabularyPath, shortlistPath }, options) => {
  const place = (path, alignment) => {
    const bytes = readFileSync(path);
    const memory = new glue.AlignedMemory(bytes.length, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const vocabularies = new glue.AlignedMemoryList();
  vocabularies.push_back(place(vocabularyPath, 64));
  const shortlist = shortlistPath ? place(shortlistPath, 64) : new glue.AlignedMemory(0, 64);
  const model = place(modelPath, 256);
  return new glue.TranslationModel(configOf(options), model, shortlist, vocabularies, null);
};

/** Translates texts in one call. */
export const translate = (
  glue,
  service,
  model,
  texts,
  { alignment = false, html = false } = {},
) => {
  const input = new glue.VectorString();
  const options = new glue.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ qualityScores: false, alignment, html });
  }
  const responses = service.translate(model, input, options);
  const translations = texts.map((_, index) => {
    const response = responses.get(index);
    const translation = response.getTranslatedText();
    response.delete();
    return translation;
  });
  responses.delete();
  input.delete();
  options.delete();
  return translations;
};
