import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A model of the usual small size with random weights: as large and as slow as a real one, but with
// meaningless translations. File format: marian-dev, src/common/binary.cpp.

const SHAPE = {
  tiny: { encoderLayers: 6, decoderLayers: 2, width: 256, feedForward: 1536 },
  base: { encoderLayers: 6, decoderLayers: 2, width: 512, feedForward: 2048 },
};
const TYPE = { int8: 0x0101, float32: 0x0404, intgemm8: 0x4101 };
const ALIGNMENT_BYTES = 256;
const MODEL_NAME = 'model.random.intgemm8.alphas.bin';
const VOCABULARY_NAME = 'vocab.random.spm';

/** The vocabulary of the small model for tests, which every random model starts from. */
export const VOCABULARY_PATH = fileURLToPath(
  new URL('../../tests/fixtures/models/copy-en-es/vocab.copy.spm', import.meta.url),
);

/** The paths of a random model in a temporary folder, which is removed when this process ends. */
export const createNeuralFixture = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-random-model-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const folder = await writeRandomModel(directory, { id: 'random', source: 'en', target: 'de' });
  return { modelPath: join(folder, MODEL_NAME), vocabularyPath: join(folder, VOCABULARY_NAME) };
};

/**
 * Writes `<directory>/<id>` with a random-weight int8 model and its vocabulary; the same bytes for
 * the same arguments.
 *
 * @param pieces size of the vocabulary, which is padded with made-up ones
 * @returns the model's folder
 */
export const writeRandomModel = async (
  directory,
  { id, source, target, architecture = 'tiny', pieces = 32_000, seed = 1 },
) => {
  const folder = join(directory, id);
  const draft = join(directory, `.${id}.${process.pid}`);
  await mkdir(draft, { recursive: true });
  const model = randomModel(SHAPE[architecture], pieces, seed);
  const vocabulary = padVocabulary(await readFile(VOCABULARY_PATH), pieces);
  const files = {
    model: await place(draft, MODEL_NAME, model),
    vocabulary: await place(draft, VOCABULARY_NAME, vocabulary),
  };
  const metadata = {
    formatVersion: 1,
    id,
    pairs: [{ source, target }],
    architecture,
    modelType: architecture === 'tiny' ? 'latency_optimized' : 'quality_optimized',
    version: '1.0',
    license: 'CC0-1.0',
    origin: 'random weights, for measuring only',
    files,
  };
  await writeFile(join(draft, 'metadata.json'), `${JSON.stringify(metadata, null, 2)}\n`);
  await rename(draft, folder);
  return folder;
};

const place = async (folder, name, bytes) => {
  await writeFile(join(folder, name), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, bytes: bytes.length, sha256 };
};

/** mulberry32: 32 bits of state are enough to fill weights with. */
const randomSource = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const randomModel = ({ encoderLayers, decoderLayers, width, feedForward }, pieces, seed) => {
  const random = randomSource(seed);
  const tensors = new Map();
  const vector = (name, size, value) =>
    tensors.set(name, floats([1, size], new Float32Array(size).fill(value)));
  const matrix = (name, rows, columns) => {
    const weights = new Int8Array(rows * columns);
    for (let index = 0; index < weights.length; index++) {
      weights[index] = Math.round((random() * 2 - 1) * 127);
    }
    const limit = Math.sqrt(6 / (rows + columns));
    tensors.set(name, quantised([rows, columns], weights, 127 / limit));
    tensors.set(`${name}_QuantMultA`, floats([1], new Float32Array([127 / 6])));
  };
  const norm = (name) => {
    vector(`${name}_ln_scale`, width, 1);
    vector(`${name}_ln_bias`, width, 0);
  };
  const attention = (name) => {
    for (const part of ['q', 'k', 'v', 'o']) {
      matrix(`${name}_W${part}`, width, width);
      vector(`${name}_b${part}`, width, 0);
    }
    norm(`${name}_Wo`);
  };
  const feedForwardLayer = (name) => {
    matrix(`${name}_W1`, width, feedForward);
    vector(`${name}_b1`, feedForward, 0);
    matrix(`${name}_W2`, feedForward, width);
    vector(`${name}_b2`, width, 0);
    norm(`${name}_ffn`);
  };
  for (let layer = 1; layer <= encoderLayers; layer++) {
    attention(`encoder_l${layer}_self`);
    feedForwardLayer(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= decoderLayers; layer++) {
    matrix(`decoder_l${layer}_rnn_W`, width, width);
    matrix(`decoder_l${layer}_rnn_Wf`, width, width);
    vector(`decoder_l${layer}_rnn_bf`, width, 0);
    norm(`decoder_l${layer}_rnn_ffn`);
    attention(`decoder_l${layer}_context`);
    feedForwardLayer(`decoder_l${layer}_ffn`);
  }
  embeddings(tensors, random, pieces, width);
  tensors.set(
    'special:model.yml',
    text(configuration({ encoderLayers, decoderLayers, width, feedForward }, pieces)),
  );
  return encode(tensors);
};

const embeddings = (tensors, random, pieces, width) => {
  const weights = new Int8Array(pieces * width);
  // Normally distributed (Box-Muller); values beyond five deviations are cut.
  for (let index = 0; index < weights.length; index += 2) {
    const radius = Math.min(5, Math.sqrt(-2 * Math.log(1 - random())));
    const angle = 2 * Math.PI * random();
    weights[index] = Math.round(((radius * Math.cos(angle)) / 5) * 127);
    weights[index + 1] = Math.round(((radius * Math.sin(angle)) / 5) * 127);
  }
  tensors.set('Wemb', quantised([pieces, width], weights, (127 / 5) * Math.sqrt(width)));
  tensors.set('Wemb_QuantMultA', floats([1], new Float32Array([127 / 6])));
  // Never the end of the sentence (piece 0): every output is as long as it may be, so every run
  // does the same work.
  const bias = new Float32Array(pieces);
  bias[0] = -50;
  bias[1] = -50;
  tensors.set('decoder_ff_logit_out_b', floats([1, pieces], bias));
};

const floats = (shape, values) => ({
  type: TYPE.float32,
  shape,
  data: Buffer.from(values.buffer),
});

const quantised = (shape, weights, multiplier) => {
  const data = Buffer.alloc(weights.length + 4);
  data.set(weights);
  data.writeFloatLE(multiplier, weights.length);
  return { type: TYPE.intgemm8, shape, data };
};

const text = (value) => {
  const data = Buffer.from(`${value}\0`);
  return { type: TYPE.int8, shape: [data.length], data };
};

const padded = (bytes) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

const encode = (tensors) => {
  const names = [...tensors.keys()].sort();
  const head = [words(1, names.length)];
  for (const name of names) {
    const { type, shape, data } = tensors.get(name);
    head.push(words(Buffer.byteLength(name) + 1, type, shape.length, padded(data.length)));
  }
  for (const name of names) head.push(Buffer.from(`${name}\0`));
  for (const name of names) head.push(Buffer.from(new Int32Array(tensors.get(name).shape).buffer));
  const position = head.reduce((sum, part) => sum + part.length, 0);
  const gap = (Math.floor((position + 8) / ALIGNMENT_BYTES) + 1) * ALIGNMENT_BYTES - position - 8;
  head.push(words(gap), Buffer.alloc(gap));
  const body = names.flatMap((name) => {
    const { data } = tensors.get(name);
    return [data, Buffer.alloc(padded(data.length) - data.length)];
  });
  return Buffer.concat([...head, ...body]);
};

const words = (...values) => Buffer.from(new BigUint64Array(values.map(BigInt)).buffer);

/** Appends made-up pieces: `pieces` is a repeated field, so more records may follow at the end. */
const padVocabulary = (vocabulary, pieces) => {
  const records = [vocabulary];
  for (let index = countPieces(vocabulary); index < pieces; index++) {
    const piece = Buffer.from(`\u2581zq${String(index).padStart(5, '0')}`);
    const score = Buffer.alloc(4);
    score.writeFloatLE(-30 - index * 1e-4);
    const message = Buffer.concat([
      Buffer.from([0x0a, piece.length]),
      piece,
      Buffer.from([0x15]),
      score,
    ]);
    records.push(Buffer.from([0x0a, message.length]), message);
  }
  return Buffer.concat(records);
};

const countPieces = (bytes) => piecesOf(bytes).length;

/** The pieces of a SentencePiece model, in order: field 1 of the message, field 1 of each. */
export const piecesOf = (bytes) => {
  const found = [];
  let position = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[position++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (position < bytes.length) {
    const tag = varint();
    if ((tag & 7) === 0) varint();
    else if ((tag & 7) === 5) position += 4;
    else {
      const length = varint();
      // A piece starts with field 1, its text; no piece is longer than 127 bytes.
      if (tag >> 3 === 1) {
        const size = bytes[position + 1];
        found.push(bytes.toString('utf8', position + 2, position + 2 + size));
      }
      position += length;
    }
  }
  return found;
};

const configuration = ({ encoderLayers, decoderLayers, width, feedForward }, pieces) => `\
bert-train-type-embeddings: true
bert-type-vocab-size: 2
dec-cell: ssru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dec-depth: ${decoderLayers}
dim-emb: ${width}
dim-rnn: 1024
dim-vocabs:
  - ${pieces}
  - ${pieces}
enc-cell: gru
enc-cell-depth: 1
enc-depth: ${encoderLayers}
enc-type: bidirectional
factors-combine: sum
factors-dim-emb: 0
input-types: []
layer-normalization: false
lemma-dim-emb: 0
output-omit-bias: false
right-left: false
skip: false
tied-embeddings: false
tied-embeddings-all: true
tied-embeddings-src: false
transformer-aan-activation: swish
transformer-aan-depth: 2
transformer-aan-nogate: false
transformer-decoder-autoreg: rnn
transformer-depth-scaling: false
transformer-dim-aan: 2048
transformer-dim-ffn: ${feedForward}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: 8
transformer-no-projection: false
transformer-pool: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-tied-layers:
  []
transformer-train-position-embeddings: false
type: transformer
ulr: false
ulr-dim-emb: 0
ulr-trainable-transformation: false
version: v1.9.56
`;
