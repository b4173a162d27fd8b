// The npm package's engine with its own kernels and one text per call, the way other servers use it:
// https://github.com/xxnuo/MTranServer
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { report } from './usage.mjs';

const require = createRequire(import.meta.url);
const FOLDER = join(
  dirname(require.resolve('@browsermt/bergamot-translator/package.json')),
  'worker',
);
// What it imports, and the exports that stand in for it in Node.
const STAND_INS = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

const startEngine = () =>
  new Promise((resolve, reject) => {
    let exports;
    const kernels = Object.fromEntries(
      Object.entries(STAND_INS).map(([name, own]) => [name, (...args) => exports[own](...args)]),
    );
    const glue = {
      print: () => {},
      printErr: (line) => process.stderr.write(`${line}\n`),
      instantiateWasm(info, accept) {
        const bytes = readFileSync(join(FOLDER, 'bergamot-translator-worker.wasm'));
        WebAssembly.instantiate(bytes, { ...info, wasm_gemm: kernels }).then(({ instance }) => {
          exports = instance.exports;
          accept(instance);
        }, reject);
        return {};
      },
      onRuntimeInitialized: () => resolve({ glue }),
    };
    const source = readFileSync(join(FOLDER, 'bergamot-translator-worker.js'), 'utf8');
    compileFunction(source, ['Module']).call(glue, glue);
  });

const CONFIGURATION = {
  'beam-size': 1,
  normalize: '1.0',
  'word-penalty': 0,
  'max-length-break': 128,
  'mini-batch-words': 1024,
  workspace: 128,
  'max-length-factor': '2.0',
  'skip-cost': true,
  'cpu-threads': 0,
  quiet: true,
  'quiet-translation': true,
  'gemm-precision': 'int8shiftAlphaAll',
  alignment: 'soft',
};

const loadModel = (glue, { modelPath, vocabularyPath, beamSize, isOneSentence = false }) => {
  const place = (path, alignment) => {
    const bytes = readFileSync(path);
    const memory = new glue.AlignedMemory(bytes.length, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const settings = {
    ...CONFIGURATION,
    'beam-size': beamSize,
    'skip-cost': beamSize === 1,
    // Otherwise it cuts each text into sentences, and translates them one by one.
    ...(isOneSentence && { 'ssplit-mode': 'sentence' }),
  };
  const yaml = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`);
  const vocabularies = new glue.AlignedMemoryList();
  vocabularies.push_back(place(vocabularyPath, 64));
  const shortlist = new glue.AlignedMemory(0, 64);
  const model = place(modelPath, 256);
  return new glue.TranslationModel(yaml.join(''), model, shortlist, vocabularies, null);
};

const translate = (glue, service, model, text) => {
  const input = new glue.VectorString();
  const options = new glue.VectorResponseOptions();
  input.push_back(text);
  options.push_back({ qualityScores: false, alignment: true, html: false });
  const responses = service.translate(model, input, options);
  const response = responses.get(0);
  const translation = response.getTranslatedText();
  for (const used of [response, responses, input, options]) used.delete();
  return translation;
};

let run;
process.on('message', async ({ start, job, texts }) => {
  if (start) {
    const { glue } = await startEngine();
    const service = new glue.BlockingService({ cacheSize: 0 });
    const model = loadModel(glue, start);
    run = (text) => translate(glue, service, model, text);
    run('Hello world.');
    process.send({ build: 'npm package' });
    return;
  }
  if (texts) {
    process.send(texts.map((text) => run(text)));
    return;
  }
  process.send(
    await report(job.texts, async () => {
      for (const text of job.texts) run(text);
    }),
  );
});
