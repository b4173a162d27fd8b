import {
  INPUT_FACTOR,
  type ModelTensor,
  type RandomModel,
  roundToEven,
  roundWeights,
} from './random-model.js';

// The arithmetic of student models as it stands in papers, one number after the other, to compare the
// engine with.

type Vector = readonly number[];

/** What the decoder says for a given translation. */
interface ReferenceScores {
  /** For each place the logarithms of the probabilities of all tokens. */
  readonly logProbabilities: readonly Vector[];
  /** For each place how much it looks at each source token. */
  readonly alignment: readonly Vector[];
}

/** Follows a translation through a model. */
export const scoreByReference = (
  model: RandomModel,
  source: readonly number[],
  target: readonly number[],
): ReferenceScores => {
  const { shape } = model;
  const layers = createLayers(model);
  const embeddings = (side: string): string =>
    model.tensors.has('Wemb') ? 'Wemb' : `${side}_Wemb`;
  let states = source.map((token, place) =>
    plus(layers.embedding(embeddings('encoder'), token), positionOf(place, shape.width)),
  );
  for (let layer = 1; layer <= shape.encoderLayers; layer++) {
    const name = `encoder_l${layer}`;
    const memory = layers.remember(`${name}_self`, states);
    states = states.map((state) => layers.attend(`${name}_self`, state, memory).output);
    states = states.map((state) => layers.forward(`${name}_ffn`, state));
  }
  const names = Array.from({ length: shape.decoderLayers }, (_, index) => `decoder_l${index + 1}`);
  const memories = names.map((name) => layers.remember(`${name}_context`, states));
  const cells = names.map(() => new Array<number>(shape.width).fill(0));
  const aligned =
    shape.alignmentLayer === undefined ? names.length - 1 : Number(shape.alignmentLayer) - 1;
  const alignment: Vector[] = [];
  const logProbabilities = target.map((_, place) => {
    const before = target[place - 1];
    const position = positionOf(place, shape.width);
    let state =
      before === undefined
        ? position
        : plus(layers.embedding(embeddings('decoder'), before), position);
    for (const [index, name] of names.entries()) {
      const candidate = layers.product(`${name}_rnn_W`, undefined, state);
      const forget = layers.product(`${name}_rnn_Wf`, `${name}_rnn_bf`, state);
      const cell = (cells[index] as number[]).map((value, at) => {
        const kept = 1 / (1 + Math.exp(-(forget[at] as number)));
        return kept * value + (1 - kept) * (candidate[at] as number);
      });
      cells[index] = cell;
      state = layers.normalised(`${name}_rnn_ffn`, plus(rectified(cell), state));
      const attended = layers.attend(`${name}_context`, state, memories[index] as EncodedSource);
      if (index === aligned) alignment.push(attended.firstHead);
      state = layers.forward(`${name}_ffn`, attended.output);
    }
    return softened(layers.product(layers.outputName, 'decoder_ff_logit_out_b', state)).map(
      Math.log,
    );
  });
  return { logProbabilities, alignment };
};

interface EncodedSource {
  readonly keys: readonly Vector[];
  readonly values: readonly Vector[];
}

const createLayers = ({ shape, tensors }: RandomModel) => {
  const { width, heads } = shape;
  const tensor = (name: string): ModelTensor => {
    const found = tensors.get(name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const rounded = new Map<string, ReturnType<typeof roundWeights>>();
  const weightsOf = (name: string) => {
    const known = rounded.get(name) ?? roundWeights(tensor(name).values);
    rounded.set(name, known);
    return known;
  };
  const product = (name: string, bias: string | undefined, row: Vector): Vector => {
    const { inputs, outputs } = tensor(name);
    const { weights, factor } = weightsOf(name);
    const largest = Math.max(...row.map(Math.abs));
    const inputFactor =
      shape.kind === 'alphas' ? INPUT_FACTOR : Math.fround(127 / Math.fround(largest));
    const integers = row.map((value) => roundToEven(Math.fround(Math.fround(value) * inputFactor)));
    return Array.from({ length: outputs }, (_, output) => {
      let sum = 0;
      for (let input = 0; input < inputs; input++) {
        sum += (integers[input] as number) * (weights[output * inputs + input] as number);
      }
      const offset = bias === undefined ? 0 : (tensor(bias).values[output] as number);
      return sum / (inputFactor * factor) + offset;
    });
  };
  const normalised = (name: string, row: Vector): Vector => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    const scale = tensor(`${name}_ln_scale`).values;
    const offset = tensor(`${name}_ln_bias`).values;
    return row.map(
      (value, at) =>
        ((value - mean) / Math.sqrt(variance + 1e-6)) * (scale[at] as number) +
        (offset[at] as number),
    );
  };
  return {
    product,
    normalised,
    outputName: shape.output ?? (tensors.has('Wemb') ? 'Wemb' : 'decoder_Wemb'),
    embedding: (name: string, token: number): Vector => {
      const { weights, factor } = weightsOf(name);
      const row = weights.subarray(token * width, (token + 1) * width);
      return Array.from(row, (weight) => (weight * Math.sqrt(width)) / factor);
    },
    remember: (name: string, rows: readonly Vector[]): EncodedSource => ({
      keys: rows.map((row) => product(`${name}_Wk`, `${name}_bk`, row)),
      values: rows.map((row) => product(`${name}_Wv`, `${name}_bv`, row)),
    }),
    attend: (name: string, row: Vector, { keys, values }: EncodedSource) => {
      const query = product(`${name}_Wq`, `${name}_bq`, row);
      const size = width / heads;
      const weights = Array.from({ length: heads }, (_, head) => {
        const part = (vector: Vector): Vector => vector.slice(head * size, (head + 1) * size);
        const scores = keys.map((key) => dot(part(query), part(key)) / Math.sqrt(size));
        return softened(scores);
      });
      const attended = row.map((_, at) => {
        const head = weights[Math.floor(at / size)] as Vector;
        return dot(
          head,
          values.map((value) => value[at] as number),
        );
      });
      const output = product(`${name}_Wo`, `${name}_bo`, attended);
      return {
        output: normalised(`${name}_Wo`, plus(output, row)),
        firstHead: weights[0] as Vector,
      };
    },
    forward: (name: string, row: Vector): Vector => {
      const hidden = rectified(product(`${name}_W1`, `${name}_b1`, row));
      return normalised(`${name}_ffn`, plus(product(`${name}_W2`, `${name}_b2`, hidden), row));
    },
  };
};

const plus = (one: Vector, other: Vector): Vector =>
  one.map((value, at) => value + (other[at] as number));
const rectified = (row: Vector): Vector => row.map((value) => Math.max(0, value));
const dot = (one: Vector, other: Vector): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);

const softened = (scores: Vector): Vector => {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
};

/** Sines in the first half of a row, cosines in the second. */
const positionOf = (place: number, width: number): Vector => {
  const half = width / 2;
  return Array.from({ length: width }, (_, at) => {
    const angle = place * Math.exp((-Math.log(10_000) / (half - 1)) * (at % half));
    return at < half ? Math.sin(angle) : Math.cos(angle);
  });
};
