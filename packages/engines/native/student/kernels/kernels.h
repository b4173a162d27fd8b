// The arithmetic of student models, once for each instruction set. All give the same bits: sums of
// products are exact 32-bit integers, and floating point is done in one order, whatever the width
// of the registers (see float-kernels.h).
#pragma once
#include "../platform.h"

namespace student {

// Rows of rounded numbers are this long or a multiple of it, filled up with zeros.
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
  // What inputs are multiplied with before they are rounded; 0 means by the largest of each row.
  float input_factor;
  // 128 times the sum of each output's weights, where the kernels ask for it.
  const int32_t *sums;
};

// Rows to be rounded.
struct Rounding {
  const float *values;
  size_t rows;
  size_t width;
  // What they are multiplied with; 0 means 127 by the largest of each row.
  float factor;
  // padded_width(width) numbers for each row, in the kernels' own form.
  void *rounded;
  // For each row: what it was multiplied with.
  float *factors;
};

struct Product {
  const void *rounded;
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

struct Attending {
  const float *queries;
  size_t query_count;
  // [width][padded_lanes(places)]
  const float *keys;
  // [places][width]
  const float *values;
  size_t places;
  size_t width;
  size_t heads;
  float *results;
  // Room for padded_lanes(places) numbers for each head.
  float *scratch;
  // The weights of the first head, a row of `places` for each query; or null.
  float *first_head;
};

// What is known of a row of scores, a part of which is seen at a time.
struct Scan {
  float largest;
  // Of the exponentials of scores less the largest, where it is wanted.
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
  // Bytes of a rounded number.
  size_t input_bytes;
  bool needs_sums;
  void (*round)(const Rounding &rounding);
  void (*multiply)(const Product &product);
  // outputs = normalised(outputs + inputs) * scale + bias, row by row.
  void (*add_and_normalise)(float *outputs, const float *inputs, size_t rows, size_t width,
                            const float *scale, const float *bias);
  // One step of the recurrent unit: `candidates` becomes the rectified cell.
  void (*recur)(float *cell, float *candidates, const float *forgets, size_t width);
  void (*attend)(const Attending &attending);
  // keys[width][padded_lanes(places)] from rows[places][width].
  void (*transpose)(const float *rows, size_t places, size_t width, float *keys);
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

// Natural logarithm, the same everywhere.
float logarithm(float value);

}  // namespace student
