// Products of rounded rows with a matrix, for all instruction sets. A set brings the type of its
// inputs and sums, and how to multiply STEP numbers, and to add up the lanes of 8 sums. Weights are
// read where they lie in the model file: the inputs of one output are next to each other.
#pragma once
#include "float-kernels.h"

namespace student {
namespace {

// ROWS x COLUMNS = 8 sums; the columns of one row are next to each other in the result.
template <typename Set, int ROWS, int COLUMNS>
INLINE Integers sum_tile(const typename Set::Input *inputs, const int8_t *const *weights, size_t width) {
  static_assert(ROWS * COLUMNS == 8, "eight sums are added up at a time");
  typename Set::Sum sums[8];
  for (int i = 0; i < 8; i++) sums[i] = Set::zero();
  for (size_t k = 0; k < width; k += Set::STEP) {
    typename Set::Weights right[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) right[column] = Set::load_weights(weights[column] + k);
    for (int row = 0; row < ROWS; row++) {
      const typename Set::Inputs left = Set::load_inputs(inputs + row * width + k);
      for (int column = 0; column < COLUMNS; column++)
        Set::multiply(sums[row * COLUMNS + column], left, right[column]);
    }
  }
  return Set::add_up(sums);
}

template <typename Set, int ROWS, int COLUMNS>
INLINE void multiply_tile(const Product &p, size_t row, size_t at) {
  const Matrix &matrix = *p.matrix;
  const size_t stride = matrix.stride;
  const int8_t *weights[COLUMNS];
  float bias[COLUMNS];
  int32_t offsets[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) {
    // Beyond the last column, that one is taken again, and its result thrown away.
    const size_t index = smaller(at + i, p.count - 1);
    const size_t column = p.columns ? size_t(p.columns[index]) : p.first + index;
    weights[i] = matrix.weights + column * stride;
    bias[i] = p.bias ? p.bias[column] : 0.0f;
    offsets[i] = Set::INPUT_OFFSET ? matrix.sums[column] : 0;
  }
  const bool is_whole = at + COLUMNS <= p.count;
  Floats factors, biases;
  Integers corrections;
  for (int i = 0; i < 8; i++) biases[i] = bias[i % COLUMNS];
  for (int i = 0; i < 8; i++) corrections[i] = offsets[i % COLUMNS];
  const typename Set::Input *inputs = static_cast<const typename Set::Input *>(p.rounded) + row * stride;
  Integers sums = sum_tile<Set, ROWS, COLUMNS>(inputs, weights, stride);
  if (Set::INPUT_OFFSET) sums -= corrections;
  if (ROWS == 4) {
    factors = load(p.result_factors + 2 * row);
  } else {
    for (int i = 0; i < 8; i++) factors[i] = p.result_factors[2 * (row + i / COLUMNS)];
  }
  Floats results = __builtin_convertvector(sums, Floats) * factors + biases;
  if (p.is_rectified) results = largest(results, Floats{});
  float *target = p.results + row * p.result_stride + at;
  if (is_whole) {
    for (int i = 0; i < ROWS; i++)
      copy_bytes(target + i * p.result_stride, reinterpret_cast<float *>(&results) + i * COLUMNS,
                 COLUMNS * sizeof(float));
  } else {
    for (int i = 0; i < ROWS; i++)
      for (size_t column = 0; at + column < p.count; column++)
        target[i * p.result_stride + column] = results[i * COLUMNS + column];
  }
}

template <typename Set>
void multiply_rows(const Product &p) {
  // So many rows stay in the nearest cache while the matrix passes by.
  constexpr size_t BLOCK = 64;
  for (size_t start = 0; start < p.rows; start += BLOCK) {
    const size_t end = smaller(start + BLOCK, p.rows);
    size_t row = end - (end - start) % 4;
    for (size_t at = 0; start < row && at < p.count; at += 2)
      for (size_t four = start; four < row; four += 4) multiply_tile<Set, 4, 2>(p, four, at);
    if (row + 2 <= end) {
      for (size_t at = 0; at < p.count; at += 4) multiply_tile<Set, 2, 4>(p, row, at);
      row += 2;
    }
    if (row < end)
      for (size_t at = 0; at < p.count; at += 8) multiply_tile<Set, 1, 8>(p, row, at);
  }
}

template <typename Set>
constexpr Kernels kernels_of(const char *name) {
  return {
      name,
      sizeof(typename Set::Input),
      Set::INPUT_OFFSET != 0,
      round_rows<Set>,
      multiply_rows<Set>,
      add_and_normalise_rows,
      recur_row,
      attend_rows,
      transpose_rows,
      add_embedding_row,
      add_up_scores,
      find_best_scores,
  };
}

}  // namespace
}  // namespace student
