// Student models with random weights, in Marian's format, for tests: what they say means nothing, but
// every kind of them is as the published ones are.

/** What kind of model. */
export interface ModelShape {
  readonly width: number;
  readonly forward: number;
  readonly heads: number;
  readonly encoderLayers: number;
  readonly decoderLayers: number;
  /** One size for a shared vocabulary, or one for each side. */
  readonly vocabularies: readonly [number] | readonly [number, number];
  /** Whether the output has a matrix of its own: its name. Default: that of the embeddings. */
  readonly output?: 'decoder_ff_logit_out_W' | 'decoder_ff_logit_out_Wt';
  /** 8-bit weights with the factors for inputs, 8-bit weights without them, or 32-bit weights. */
  readonly kind: 'alphas' | 'plain' | 'floats';
  /** Default: `last`. */
  readonly alignmentLayer?: string;
}

/** A tensor by its meaning: rows are outputs for matrices, whatever the file has. */
export interface ModelTensor {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly values: Float32Array;
  readonly isMatrix: boolean;
}

/** A model and what it was made of. */
export interface RandomModel {
  readonly shape: ModelShape;
  readonly tensors: ReadonlyMap<string, ModelTensor>;
  readonly file: Buffer;
}

const TYPES = { settings: 0x0101, floats: 0x0404, bytes: 0x4101 };
const ALIGNMENT_BYTES = 256;
/** What inputs are multiplied with before they are rounded. */
export const INPUT_FACTOR = 23.5;

/** Numbers without a pattern from 0 to 1, the same for the same seed. */
export const createNoise = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const createRandomModel = (shape: ModelShape, seed = 1): RandomModel => {
  const noise = createNoise(seed);
  const tensors = new Map<string, ModelTensor>();
  const add = (
    name: string,
    inputs: number,
    outputs: number,
    isMatrix: boolean,
    spread: number,
  ) => {
    const middle = name.endsWith('_ln_scale') ? 1 : 0;
    const values = Float32Array.from(
      { length: inputs * outputs },
      () => middle + (noise() + noise() + noise() - 1.5) * spread,
    );
    tensors.set(name, { name, inputs, outputs, values, isMatrix });
  };
  const matrix = (name: string, inputs: number, outputs: number): void =>
    add(name, inputs, outputs, true, 3 / Math.sqrt(inputs));
  const vector = (name: string, size: number): void => add(name, 1, size, false, 0.4);
  const normalisation = (name: string): void => {
    vector(`${name}_ln_scale`, width);
    vector(`${name}_ln_bias`, width);
  };
  const { width, forward } = shape;
  const attention = (name: string): void => {
    for (const part of ['q', 'k', 'v', 'o']) {
      matrix(`${name}_W${part}`, width, width);
      vector(`${name}_b${part}`, width);
    }
    normalisation(`${name}_Wo`);
  };
  const feedForward = (name: string): void => {
    matrix(`${name}_W1`, width, forward);
    vector(`${name}_b1`, forward);
    matrix(`${name}_W2`, forward, width);
    vector(`${name}_b2`, width);
    normalisation(`${name}_ffn`);
  };
  const [source, target = source] = shape.vocabularies;
  if (shape.vocabularies.length === 1) {
    matrix('Wemb', width, source);
  } else {
    matrix('encoder_Wemb', width, source);
    matrix('decoder_Wemb', width, target);
  }
  if (shape.output) matrix(shape.output, width, target);
  vector('decoder_ff_logit_out_b', target);
  for (let layer = 1; layer <= shape.encoderLayers; layer++) {
    attention(`encoder_l${layer}_self`);
    feedForward(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= shape.decoderLayers; layer++) {
    matrix(`decoder_l${layer}_rnn_W`, width, width);
    matrix(`decoder_l${layer}_rnn_Wf`, width, width);
    vector(`decoder_l${layer}_rnn_bf`, width);
    normalisation(`decoder_l${layer}_rnn_ffn`);
    attention(`decoder_l${layer}_context`);
    feedForward(`decoder_l${layer}_ffn`);
  }
  return { shape, tensors, file: writeModel(shape, [...tensors.values()]) };
};

const settingsOf = (shape: ModelShape): string => {
  const [source, target = source] = shape.vocabularies;
  return [
    'type: transformer',
    'dec-cell: ssru',
    'transformer-decoder-autoreg: rnn',
    'transformer-postprocess: dan',
    'transformer-preprocess: ""',
    'transformer-ffn-activation: relu',
    'transformer-ffn-depth: 2',
    `transformer-guided-alignment-layer: ${shape.alignmentLayer ?? 'last'}`,
    `transformer-heads: ${shape.heads}`,
    `enc-depth: ${shape.encoderLayers}`,
    `dec-depth: ${shape.decoderLayers}`,
    `dim-emb: ${shape.width}`,
    'dim-vocabs:',
    `  - ${source}`,
    `  - ${target}`,
    '',
  ].join('\n');
};

/** Whether the file has a row for each output of a matrix in 32 bits. */
const hasOutputRows = (name: string): boolean => name.includes('Wemb') || name.endsWith('_Wt');

interface FileTensor {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Buffer;
}

/** The 8-bit weights of a matrix and what they were multiplied with. */
export const roundWeights = (
  values: Float32Array,
): { readonly weights: Int8Array; readonly factor: number } => {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const factor = Math.fround(127 / largest);
  const weights = Int8Array.from(values, (value) => roundToEven(Math.fround(value * factor)));
  return { weights, factor };
};

/** The nearest integer from -127 to 127, ties to the even one. */
export const roundToEven = (value: number): number => {
  const floor = Math.floor(value);
  const isUp = value - floor > 0.5 || (value - floor === 0.5 && floor % 2 !== 0);
  return Math.min(127, Math.max(-127, isUp ? floor + 1 : floor));
};

const writeModel = (shape: ModelShape, tensors: readonly ModelTensor[]): Buffer => {
  const settings = Buffer.from(`${settingsOf(shape)}\0`);
  const entries: FileTensor[] = tensors.flatMap((tensor) => fileTensorsOf(tensor, shape.kind));
  entries.push({
    name: 'special:model.yml',
    type: TYPES.settings,
    shape: [settings.length],
    data: settings,
  });
  return writeTensors(entries);
};

const fileTensorsOf = (tensor: ModelTensor, kind: ModelShape['kind']): readonly FileTensor[] => {
  const { name, inputs, outputs, values, isMatrix } = tensor;
  const isRows = hasOutputRows(name) || !isMatrix;
  const sizes = hasOutputRows(name) ? [outputs, inputs] : [inputs, outputs];
  if (!isMatrix || kind === 'floats') {
    const ordered = isRows ? values : transposed(values, outputs, inputs);
    return [{ name, type: TYPES.floats, shape: sizes, data: bytesOf(ordered) }];
  }
  const { weights, factor } = roundWeights(values);
  const data = Buffer.concat([bytesOf(weights), bytesOf(Float32Array.of(factor))]);
  const own = { name, type: TYPES.bytes, shape: sizes, data };
  const factorTensor = {
    name: `${name}_QuantMultA`,
    type: TYPES.floats,
    shape: [1],
    data: bytesOf(Float32Array.of(INPUT_FACTOR)),
  };
  return kind === 'alphas' ? [own, factorTensor] : [own];
};

const bytesOf = (values: Float32Array | Int8Array): Buffer =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength);

const transposed = (values: Float32Array, rows: number, columns: number): Float32Array =>
  values.map((_, at) => values[(at % rows) * columns + Math.floor(at / rows)] as number);

const writeTensors = (tensors: readonly FileTensor[]): Buffer => {
  const words = (values: readonly number[]): Buffer =>
    Buffer.from(BigUint64Array.from(values, BigInt).buffer);
  const head = Buffer.concat([
    words([1, tensors.length]),
    ...tensors.map(({ name, type, shape, data }) =>
      words([name.length + 1, type, shape.length, padded(data).length]),
    ),
    ...tensors.map(({ name }) => Buffer.from(`${name}\0`)),
    ...tensors.map(({ shape }) => Buffer.from(Int32Array.from(shape).buffer)),
  ]);
  const start = (Math.floor((head.length + 8) / ALIGNMENT_BYTES) + 1) * ALIGNMENT_BYTES;
  const gap = start - head.length - 8;
  const body = tensors.map(({ data }) => padded(data));
  return Buffer.concat([head, words([gap]), Buffer.alloc(gap), ...body]);
};

const padded = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc(-data.length & (ALIGNMENT_BYTES - 1))]);

/** A shortlist file: for each source token the target tokens worth a look. */
export const writeShortlist = (
  rows: readonly (readonly number[])[],
  firstCount: number,
): Buffer => {
  const offsets = [0n];
  for (const row of rows) offsets.push((offsets.at(-1) ?? 0n) + BigInt(row.length));
  const head = [0xf11a48d5013417f5n, 0n, BigInt(firstCount), 0n, BigInt(offsets.length)];
  return Buffer.concat([
    Buffer.from(BigUint64Array.from([...head, offsets.at(-1) ?? 0n, ...offsets]).buffer),
    Buffer.from(Uint32Array.from(rows.flat()).buffer),
  ]);
};
