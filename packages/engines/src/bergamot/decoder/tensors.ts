import { readFile } from 'node:fs/promises';
import {
  CONFIGURATION_TENSOR,
  parseTensors,
  type Tensor,
  TYPE_FLOAT32,
  TYPE_INTGEMM8,
} from '../models/files/marian-file.js';

/** A matrix in 8 bits, with the factors that its weights and its inputs are multiplied with. */
export interface Matrix {
  readonly inputs: number;
  readonly outputs: number;
  /** `[outputs, inputs]`: the weights of an output are next to each other. */
  readonly weights: Int8Array;
  readonly weightFactor: number;
  /** Undefined where the model leaves it to the largest input. */
  readonly inputFactor: number | undefined;
}

/** The weights of a model, by Marian's names. */
export interface ModelTensors {
  /** Lines of YAML: how the model was made. */
  readonly configuration: string;
  has(name: string): boolean;
  /** @throws Error where the model has no such matrix */
  matrix(name: string): Matrix;
  /** @throws Error where the model has no such vector */
  vector(name: string): Float32Array;
}

const INPUT_FACTOR = '_QuantMultA';
const LARGEST = 127;

/**
 * Reads a whole Marian model. Matrices in 32 bits are rounded to 8.
 *
 * Format: marian-dev, src/common/binary.cpp; all but embeddings are stored transposed in 8 bits, and
 * the factor follows the weights (browsermt/marian-dev, src/tensors/cpu/integer_common.h).
 *
 * @throws Error with a sentence when the file is no such model or is damaged.
 */
export const readModelTensors = async (path: string): Promise<ModelTensors> => {
  const file = await readFile(path);
  const tensors = new Map(parseTensors(file).map((tensor) => [tensor.name, tensor]));
  const tensorOf = (name: string): Tensor => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`the model has no ${name}`);
    if (tensor.position + tensor.dataBytes > file.length) throw new Error('the model is cut off');
    return tensor;
  };
  const floatsOf = ({ name, type, shape, position }: Tensor): Float32Array => {
    if (type !== TYPE_FLOAT32) throw new Error(`${name} holds no numbers`);
    const count = shape.reduce((product, size) => product * size, 1);
    const start = file.byteOffset + position;
    return new Float32Array(file.buffer.slice(start, start + count * 4));
  };
  const configuration = tensorOf(CONFIGURATION_TENSOR);
  const { position, dataBytes } = configuration;
  return {
    configuration: file.toString('utf8', position, position + dataBytes),
    has: (name) => tensors.has(name),
    vector: (name) => floatsOf(tensorOf(name)),
    matrix: (name) => {
      const tensor = tensorOf(name);
      const factor = tensors.get(name + INPUT_FACTOR);
      const inputFactor = factor && floatsOf(factor)[0];
      const [first = 0, second = 0] = tensor.shape;
      // Embeddings have a row for each piece, which is an output of the last layer.
      const [inputs, outputs] = isEmbedding(name) ? [second, first] : [first, second];
      const size = { inputs, outputs, inputFactor };
      if (tensor.type !== TYPE_INTGEMM8)
        return { ...size, ...rounded(floatsOf(tensor), name, size) };
      const count = inputs * outputs;
      const start = file.byteOffset + tensor.position;
      return {
        ...size,
        weights: new Int8Array(file.buffer, start, count),
        weightFactor: file.readFloatLE(tensor.position + count),
      };
    },
  };
};

const isEmbedding = (name: string): boolean => name.includes('Wemb') || name.endsWith('_Wt');

const rounded = (
  values: Float32Array,
  name: string,
  { inputs, outputs }: Pick<Matrix, 'inputs' | 'outputs'>,
): Pick<Matrix, 'weights' | 'weightFactor'> => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const weightFactor = largest > 0 ? LARGEST / largest : 1;
  const weights = new Int8Array(values.length);
  for (let output = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++) {
      const at = isEmbedding(name) ? output * inputs + input : input * outputs + output;
      weights[output * inputs + input] = Math.round((values[at] ?? 0) * weightFactor);
    }
  }
  return { weights, weightFactor };
};
