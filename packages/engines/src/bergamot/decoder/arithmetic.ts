// The arithmetic of Marian's transformers. Vectors that belong to several words are rows of one array.

const LAYER_NORM_EPSILON = 1e-6;

/** Adds up two arrays, and brings every row to mean 0 and variance 1, then to a scale and a bias. */
export const addAndNormalise = (
  outputs: Float32Array,
  inputs: Float32Array,
  { scale, bias }: { readonly scale: Float32Array; readonly bias: Float32Array },
): Float32Array => {
  const width = scale.length;
  const normalised = new Float32Array(outputs.length);
  for (let start = 0; start < outputs.length; start += width) {
    let sum = 0;
    for (let at = start; at < start + width; at++) {
      const value = (outputs[at] as number) + (inputs[at] as number);
      normalised[at] = value;
      sum += value;
    }
    const mean = sum / width;
    let squares = 0;
    for (let at = start; at < start + width; at++)
      squares += ((normalised[at] as number) - mean) ** 2;
    const divisor = Math.sqrt(squares / width + LAYER_NORM_EPSILON);
    for (let at = start; at < start + width; at++) {
      const value = ((normalised[at] as number) - mean) / divisor;
      normalised[at] = value * (scale[at - start] as number) + (bias[at - start] as number);
    }
  }
  return normalised;
};

/** Negative numbers become 0, in place. */
export const rectify = (values: Float32Array): Float32Array => {
  for (let at = 0; at < values.length; at++) if ((values[at] as number) < 0) values[at] = 0;
  return values;
};

/** Logarithms of the probabilities that scores stand for. */
export const logProbabilities = (scores: Float32Array): Float32Array => {
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores) largest = Math.max(largest, score);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - largest);
  const total = largest + Math.log(sum);
  return scores.map((score) => score - total);
};

/**
 * What queries take from values, by the likeness of keys, in several heads.
 *
 * @param shape width of a row, and how many heads share it
 */
export const attend = (
  queries: Float32Array,
  { keys, values }: { readonly keys: Float32Array; readonly values: Float32Array },
  { width, heads }: { readonly width: number; readonly heads: number },
): Float32Array => {
  const [headWidth, places] = [width / heads, keys.length / width];
  const attended = new Float32Array(queries.length);
  const scores = new Float32Array(places);
  for (let row = 0; row < queries.length; row += width) {
    for (let head = 0; head < width; head += headWidth) {
      for (let place = 0; place < places; place++) {
        let sum = 0;
        for (let at = 0; at < headWidth; at++) {
          sum += (queries[row + head + at] as number) * (keys[place * width + head + at] as number);
        }
        scores[place] = sum / Math.sqrt(headWidth);
      }
      const weights = logProbabilities(scores);
      for (let place = 0; place < places; place++) {
        const weight = Math.exp(weights[place] as number);
        for (let at = 0; at < headWidth; at++) {
          attended[row + head + at] =
            (attended[row + head + at] as number) +
            weight * (values[place * width + head + at] as number);
        }
      }
    }
  }
  return attended;
};
