#include "student.h"

#include "positions.h"

namespace student {

void Student::quantize(const Matrix &matrix, const float *inputs, size_t rows) {
  if (quantized_from_ == inputs && quantized_factor_ == matrix.input_factor) return;
  quantized_.resize(rows * padded_width(matrix.inputs) * model_.kernels->input_bytes);
  factors_.resize(rows);
  model_.kernels->quantize({inputs, rows, matrix.inputs, matrix.input_factor, quantized_.data(), factors_.data()});
  quantized_from_ = inputs;
  quantized_factor_ = matrix.input_factor;
}

void Student::multiply(const Layer &layer, const float *inputs, size_t rows, float *outputs, bool is_rectified) {
  const Matrix &matrix = layer.matrix;
  quantize(matrix, inputs, rows);
  result_factors_.resize(2 * rows);
  for (size_t row = 0; row < rows; row++)
    result_factors_[2 * row] = result_factors_[2 * row + 1] = 1.0f / (factors_[row] * matrix.weight_factor);
  model_.kernels->multiply({quantized_.data(), result_factors_.data(), rows, &matrix, nullptr, 0, matrix.outputs,
                            layer.bias, is_rectified, outputs, matrix.outputs});
  // What is written now may be where quantized numbers came from.
  if (outputs == quantized_from_) quantized_from_ = nullptr;
}

void Student::normalise(const Normalisation &normalisation, float *outputs, const float *inputs, size_t rows) {
  model_.kernels->add_and_normalise(outputs, inputs, rows, model_.width, normalisation.scale,
                                    normalisation.bias);
  quantized_from_ = nullptr;
}

// hidden_ becomes what the two layers make of it.
void Student::feed_forward(const FeedForward &forward, size_t rows) {
  forward_.resize(rows * forward.first.matrix.outputs);
  multiply(forward.first, hidden_.data(), rows, forward_.data(), true);
  multiply(forward.second, forward_.data(), rows, other_.data());
  normalise(forward.normalisation, other_.data(), hidden_.data(), rows);
  hidden_.swap(other_);
}

void Student::embed(float *row, const Matrix &embeddings, int32_t token, size_t position) {
  const size_t width = model_.width, half = width / 2;
  // The sine and the cosine of a sum, from those of its parts.
  const float *low = &model_.low_positions[position % POSITIONS * width];
  const float *high = &model_.high_positions[position / POSITIONS * width];
  for (size_t i = 0; i < half; i++) {
    row[i] = high[i] * low[half + i] + high[half + i] * low[i];
    row[half + i] = high[half + i] * low[half + i] - high[i] * low[i];
  }
  if (token < 0) return;
  const float factor = __builtin_sqrtf(float(width)) / embeddings.weight_factor;
  model_.kernels->add_embedding(row, embeddings.weights + size_t(token) * embeddings.stride, factor, width);
}

void Student::reserve_rows(size_t rows) {
  Array<float> *const arrays[] = {&hidden_, &other_, &queries_, &keys_, &values_, &attended_};
  for (Array<float> *array : arrays) array->resize(rows * model_.width);
  quantized_from_ = nullptr;
}

void Student::encode(const SourceToEncode *sources, size_t count) {
  const Kernels &kernels = *model_.kernels;
  const size_t width = model_.width;
  size_t rows = 0, longest = 0;
  for (size_t i = 0; i < count; i++) {
    rows += sources[i].length;
    longest = larger(longest, sources[i].length);
  }
  reserve_rows(rows);
  scratch_.resize(model_.heads * padded_lanes(longest));
  transposed_.resize(width * padded_lanes(longest));
  float *row = hidden_.data();
  for (size_t i = 0; i < count; i++)
    for (size_t position = 0; position < sources[i].length; position++, row += width)
      embed(row, model_.source_embeddings, sources[i].tokens[position], position);

  for (const EncoderLayer &layer : model_.encoder) {
    multiply(layer.self.query, hidden_.data(), rows, queries_.data());
    multiply(layer.self.key, hidden_.data(), rows, keys_.data());
    multiply(layer.self.value, hidden_.data(), rows, values_.data());
    for (size_t i = 0, start = 0; i < count; start += sources[i].length * width, i++) {
      const size_t length = sources[i].length;
      kernels.transpose(&keys_[start], length, width, transposed_.data());
      kernels.attend({&queries_[start], length, transposed_.data(), &values_[start], length, width,
                      model_.heads, &attended_[start], scratch_.data(), nullptr});
    }
    quantized_from_ = nullptr;
    multiply(layer.self.output, attended_.data(), rows, other_.data());
    normalise(layer.self.normalisation, other_.data(), hidden_.data(), rows);
    hidden_.swap(other_);
    feed_forward(layer.forward, rows);
  }

  const size_t layers = model_.decoder.size();
  for (size_t i = 0; i < count; i++) {
    EncodedSource &encoded = *sources[i].encoded;
    encoded.length = sources[i].length;
    encoded.keys.resize(layers * width * padded_lanes(encoded.length));
    encoded.values.resize(layers * width * encoded.length);
  }
  for (size_t index = 0; index < layers; index++) {
    const Attention &context = model_.decoder[index].context;
    multiply(context.key, hidden_.data(), rows, keys_.data());
    multiply(context.value, hidden_.data(), rows, values_.data());
    for (size_t i = 0, start = 0; i < count; start += sources[i].length * width, i++) {
      EncodedSource &encoded = *sources[i].encoded;
      kernels.transpose(&keys_[start], encoded.length, width,
                        &encoded.keys[index * width * padded_lanes(encoded.length)]);
      copy_bytes(&encoded.values[index * width * encoded.length], &values_[start],
                 width * encoded.length * sizeof(float));
    }
  }
}

void Student::step(const DecoderRow *rows, size_t count) {
  const Kernels &kernels = *model_.kernels;
  const size_t width = model_.width;
  reserve_rows(count);
  size_t longest = 0;
  for (size_t i = 0; i < count; i++) {
    longest = larger(longest, rows[i].encoded->length);
    embed(&hidden_[i * width], model_.target_embeddings, rows[i].token, rows[i].position);
  }
  scratch_.resize(model_.heads * padded_lanes(longest));

  for (size_t index = 0; index < model_.decoder.size(); index++) {
    const DecoderLayer &layer = model_.decoder[index];
    multiply(layer.candidate, hidden_.data(), count, other_.data());
    multiply(layer.forget, hidden_.data(), count, queries_.data());
    for (size_t i = 0; i < count; i++)
      kernels.recur(rows[i].cells + index * width, &other_[i * width], &queries_[i * width], width);
    normalise(layer.normalisation, other_.data(), hidden_.data(), count);
    hidden_.swap(other_);

    multiply(layer.context.query, hidden_.data(), count, queries_.data());
    for (size_t i = 0, next; i < count; i = next) {
      const EncodedSource &encoded = *rows[i].encoded;
      for (next = i + 1; next < count && rows[next].encoded == &encoded;) next++;
      kernels.attend({&queries_[i * width], next - i, &encoded.keys[index * width * padded_lanes(encoded.length)],
                      &encoded.values[index * width * encoded.length], encoded.length, width, model_.heads,
                      &attended_[i * width], scratch_.data(),
                      index == model_.alignment_layer ? rows[i].alignment : nullptr});
    }
    quantized_from_ = nullptr;
    multiply(layer.context.output, attended_.data(), count, other_.data());
    normalise(layer.context.normalisation, other_.data(), hidden_.data(), count);
    hidden_.swap(other_);
    feed_forward(layer.forward, count);
  }
  // `score` finds its rows quantized.
  const Matrix &output = model_.output.matrix;
  quantized_from_ = nullptr;
  quantize(output, hidden_.data(), count);
  result_factors_.resize(2 * count);
  for (size_t i = 0; i < count; i++)
    result_factors_[2 * i] = result_factors_[2 * i + 1] = 1.0f / (factors_[i] * output.weight_factor);
}

void Student::score(const Layer &layer, size_t first_row, size_t row_count, const int32_t *columns, size_t first,
                    size_t count, float *scores, size_t stride) {
  const size_t row_bytes = layer.matrix.stride * model_.kernels->input_bytes;
  model_.kernels->multiply({quantized_.data() + first_row * row_bytes, &result_factors_[2 * first_row], row_count,
                            &layer.matrix, columns, first, count, layer.bias, false, scores, stride});
}

}  // namespace student
