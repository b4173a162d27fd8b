// The arithmetic of student models, once for each instruction set. All give the same bits: sums of
// products are exact 32-bit integers, and floating point is done in one order, whatever the width
// of the registers (see float-kernels.h).
#pragma once
#include "../platform.h"

namespace student {

// Rows of quantized numbers are this long or a multiple of it, filled up with zeros.
constexpr size_t WIDTH_STEP = 64;
// Largest width of a row: with it, no sum of products of 8-bit numbers overflows, even where they are
// added up times 256 and in four lanes.
constexpr size_t MAX_WIDTH = 2048;
constexpr size_t LANES = 8;

inline size_t padded_width(size_t width) { return (width + WIDTH_STEP - 1) / WIDTH_STEP * WIDTH_STEP; }
inline size_t padded_lanes(size_t count) { return (count + LANES - 1) / LANES * LANES; }

// Weights in 8 bits: the row of each output is `stride` bytes long, zeros after `inputs`.
struct Matrix {
  size_t inputs;
  size_t outputs;
  size_t stride;
  const int8_t *weights;
  float weight_factor;
  // What inputs are multiplied with before they are quantized; 0 means 127 / the largest of each row.
  float input_factor;
  // 128 times the sum of each output's weights, where the kernels ask for it.
  const int32_t *corrections;
};

// Rows to be quantized.
struct Quantization {
  const float *values;
  size_t rows;
  size_t width;
  // What they are multiplied with; 0 means 127 / the largest of each row.
  float factor;
  // padded_width(width) numbers for each row, in the kernels' own form.
  void *quantized;
  // For each row: what it was multiplied with.
  float *factors;
};

struct Product {
  const void *quantized;
  // Twice for each row: what the sums of products are multiplied with.
  const float *result_factors;
  size_t rows;
  const Matrix *matrix;
  // Which outputs; all from `first` on where this is null.
  const int32_t *columns;
  size_t first;
  size_t count;
  // For all outputs of the matrix, or null.
  const float *bias;
  bool is_rectified;
  // `result_stride` numbers for each row.
  float *results;
  size_t result_stride;
};

struct AttentionInput {
  const float *queries;
  size_t query_count;
  // [width][padded_lanes(source_length)]
  const float *keys;
  // [source_length][width]
  const float *values;
  size_t source_length;
  size_t width;
  size_t heads;
  float *results;
  // Room for padded_lanes(source_length) numbers for each head.
  float *scratch;
  // The weights of the first head, a row of `source_length` for each query; or null.
  float *first_head;
};

// The largest, the sum and the best of a row of scores, which is scanned in parts.
struct Scan {
  float largest;
  // Of the exponentials of the scores minus the largest one; only where `wants_sum`.
  float sum;
  bool wants_sum;
  // The best, in falling order.
  size_t wanted;
  size_t found;
  float *best_scores;
  int32_t *best_columns;
};

struct Kernels {
  const char *name;
  // Bytes of a quantized number.
  size_t input_bytes;
  bool needs_corrections;
  void (*quantize)(const Quantization &quantization);
  void (*multiply)(const Product &product);
  // outputs = normalised(outputs + inputs) * scale + bias, row by row.
  void (*add_and_normalise)(float *outputs, const float *inputs, size_t rows, size_t width,
                            const float *scale, const float *bias);
  // One step of the recurrent unit: `candidates` becomes the rectified cell.
  void (*recur)(float *cell, float *candidates, const float *forgets, size_t width);
  void (*attend)(const AttentionInput &input);
  // keys[width][padded_lanes(source_length)] from rows[source_length][width].
  void (*transpose)(const float *rows, size_t source_length, size_t width, float *keys);
  // row += weights * factor
  void (*add_embedding)(float *row, const int8_t *weights, float factor, size_t width);
  // The sum of exponentials of a part of a row's scores.
  void (*add_up)(const float *scores, size_t count, Scan &scan);
  // The best of a part of a row's scores; `first` is the column of the first of them.
  void (*find_best)(const float *scores, size_t count, int32_t first, Scan &scan);
};

// Kernels that this processor can run and that passed their self-test, best first; null after the
// last.
const Kernels *kernels_at(size_t index);
// Whether kernels give the same bits as the plain ones.
bool pass_self_test(const Kernels &kernels);

// Natural logarithm and e to the power of a number from -40 to 40, the same everywhere: other libraries
// differ in the last bit.
float logarithm(float value);
double power_of_e(double exponent);

// Which output of the matrix is the one with an index among those of a product. Beyond the last one, that
// is taken again.
inline size_t output_at(const Product &product, size_t index) {
  index = smaller(index, product.count - 1);
  return product.columns ? size_t(product.columns[index]) : product.first + index;
}

}  // namespace student
