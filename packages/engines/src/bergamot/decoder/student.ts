import { addAndNormalise, attend, rectify } from './arithmetic.js';
import { createProducts } from './products.js';
import type { Matrix, ModelTensors } from './tensors.js';

// Marian's student models: a transformer encoder, and a decoder with a simpler simple recurrent unit
// in the place of self-attention (Kim et al. 2019, "From Research to Production and Back").

/** A model that can be asked for the next token. */
export interface Student {
  /** Reads a source sentence: tokens with the end of the sentence as the last one. */
  encode(source: readonly number[]): Memory;
  /** The state before the first token. */
  start(): DecoderState;
  /** Goes on by one token; undefined is what stands before the first. */
  step(memory: Memory, state: DecoderState, previous: number | undefined): DecoderState;
  /** Scores of all tokens for the next place. */
  score(state: DecoderState): Float32Array;
}

/** A source sentence as the decoder sees it: keys and values for each of its layers. */
export type Memory = readonly KeysAndValues[];

/** What the decoder knows after some tokens. */
export interface DecoderState {
  readonly position: number;
  readonly cells: readonly Float32Array[];
  readonly hidden: Float32Array;
}

interface KeysAndValues {
  readonly keys: Float32Array;
  readonly values: Float32Array;
}

/** The settings without which the arithmetic would be another one. */
const REQUIRED: Readonly<Record<string, string>> = {
  type: 'transformer',
  'dec-cell': 'ssru',
  'transformer-decoder-autoreg': 'rnn',
  'transformer-postprocess': 'dan',
  'transformer-ffn-activation': 'relu',
  'transformer-ffn-depth': '2',
};
/** The same; what older versions of Marian do not write has this value. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'transformer-preprocess': '',
  'transformer-postprocess-top': '',
  'transformer-rnn-projection': 'false',
  'transformer-train-position-embeddings': 'false',
};

/**
 * Prepares a model.
 *
 * @throws Error with a sentence where it is of another kind
 */
export const createStudent = (tensors: ModelTensors): Student => {
  const settings = settingsOf(tensors.configuration);
  for (const [name, value] of Object.entries({ ...REQUIRED, ...DEFAULTS })) {
    const actual = settings.get(name) ?? DEFAULTS[name];
    if (actual !== value) throw new Error(`the model has another ${name}`);
  }
  const number = (name: string): number => Number(settings.get(name));
  const [width, heads] = [number('dim-emb'), number('transformer-heads')];
  const { matrix, vector, has } = tensors;
  const shape = { width, heads };

  const createProduct = createProducts();
  const product = (name: string, part: string) =>
    createProduct(matrix(`${name}_W${part}`), vector(`${name}_b${part}`));
  const normalisation = (name: string) => {
    const parts = { scale: vector(`${name}_ln_scale`), bias: vector(`${name}_ln_bias`) };
    return (outputs: Float32Array, inputs: Float32Array) => addAndNormalise(outputs, inputs, parts);
  };
  const attention = (name: string) => {
    const [query, output] = [product(name, 'q'), product(name, 'o')];
    const [key, value] = [product(name, 'k'), product(name, 'v')];
    const normalise = normalisation(`${name}_Wo`);
    return {
      remember: (rows: Float32Array): KeysAndValues => ({ keys: key(rows), values: value(rows) }),
      attend: (rows: Float32Array, memory: KeysAndValues): Float32Array =>
        normalise(output(attend(query(rows), memory, shape)), rows),
    };
  };
  const feedForward = (name: string) => {
    const [first, second] = [product(name, '1'), product(name, '2')];
    const normalise = normalisation(`${name}_ffn`);
    return (rows: Float32Array) => normalise(second(rectify(first(rows))), rows);
  };
  const encoderLayers = numbered(number('enc-depth'), 'encoder').map((name) => {
    const [self, forward] = [attention(`${name}_self`), feedForward(`${name}_ffn`)];
    return (rows: Float32Array) => forward(self.attend(rows, self.remember(rows)));
  });
  const decoderLayers = numbered(number('dec-depth'), 'decoder').map((name) => {
    const candidate = createProduct(matrix(`${name}_rnn_W`));
    const forget = createProduct(matrix(`${name}_rnn_Wf`), vector(`${name}_rnn_bf`));
    const normalise = normalisation(`${name}_rnn_ffn`);
    return {
      context: attention(`${name}_context`),
      forward: feedForward(`${name}_ffn`),
      recur: (rows: Float32Array, cell: Float32Array) => {
        const [candidates, forgets] = [candidate(rows), forget(rows)];
        const next = cell.map((value, at) => {
          const kept = 1 / (1 + Math.exp(-(forgets[at] as number)));
          return kept * value + (1 - kept) * (candidates[at] as number);
        });
        return { cell: next, hidden: normalise(rectify(next.slice()), rows) };
      },
    };
  });
  const embeddings = has('Wemb') ? matrix('Wemb') : undefined;
  const sourceEmbeddings = embeddings ?? matrix('encoder_Wemb');
  const targetEmbeddings = embeddings ?? matrix('decoder_Wemb');
  const outputMatrix =
    ['decoder_ff_logit_out_Wt', 'decoder_ff_logit_out_W'].filter(has).map(matrix)[0] ??
    targetEmbeddings;
  const output = createProduct(outputMatrix, vector('decoder_ff_logit_out_b'));

  return {
    encode: (source) => {
      let rows: Float32Array = new Float32Array(source.length * width);
      for (const [place, token] of source.entries()) {
        addEmbedding(rows.subarray(place * width, (place + 1) * width), sourceEmbeddings, token);
        addPosition(rows.subarray(place * width, (place + 1) * width), place);
      }
      for (const layer of encoderLayers) rows = layer(rows);
      return decoderLayers.map(({ context }) => context.remember(rows));
    },
    start: () => ({
      position: 0,
      cells: decoderLayers.map(() => new Float32Array(width)),
      hidden: new Float32Array(width),
    }),
    step: (memory, { position, cells }, previous) => {
      let hidden: Float32Array = new Float32Array(width);
      if (previous !== undefined) addEmbedding(hidden, targetEmbeddings, previous);
      addPosition(hidden, position);
      const next = decoderLayers.map(({ recur, context, forward }, layer) => {
        const recurred = recur(hidden, cells[layer] as Float32Array);
        hidden = forward(context.attend(recurred.hidden, memory[layer] as KeysAndValues));
        return recurred.cell;
      });
      return { position: position + 1, cells: next, hidden };
    },
    score: ({ hidden }) => output(hidden),
  };
};

const numbered = (count: number, side: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${side}_l${index + 1}`);

const settingsOf = (yaml: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(yaml.matchAll(/^([\w-]+):[ \t]*(.*)$/gm), ({ 1: name = '', 2: value = '' }) => [
      name,
      value.trim().replace(/^(["'])(.*)\1$/, '$2'),
    ]),
  );

const addEmbedding = (
  row: Float32Array,
  { inputs, weights, weightFactor }: Matrix,
  token: number,
): void => {
  const scale = Math.sqrt(inputs) / weightFactor;
  for (let at = 0; at < inputs; at++) {
    row[at] = (row[at] as number) + (weights[token * inputs + at] as number) * scale;
  }
};

/** Sines in the first half of a row, cosines in the second. */
const addPosition = (row: Float32Array, position: number): void => {
  const half = row.length / 2;
  for (let at = 0; at < half; at++) {
    const angle = position * Math.exp((-Math.log(10_000) / (half - 1)) * at);
    row[at] = (row[at] as number) + Math.sin(angle);
    row[half + at] = (row[half + at] as number) + Math.cos(angle);
  }
};
