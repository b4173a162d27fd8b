// Products of quantized rows with a matrix, for all instruction sets. A set brings the type of its
// inputs and sums, how to arrange a row of inputs, to multiply STEP numbers, and to add up the lanes of
// 8 sums. Weights are read where they lie in the model file: the inputs of one output are next to each
// other.
#pragma once
#include "float-kernels.h"

namespace student {
namespace {

// Compilers of WebAssembly to machine code make all of a longer loop's loads first, and have no
// registers for them then.
#if defined(__wasm__)
#define UNROLL_PRODUCTS _Pragma("clang loop unroll(disable)")
#else
#define UNROLL_PRODUCTS _Pragma("GCC unroll 4")
#endif

// Eight sums at a time: ROWS x COLUMNS of them, those of one row next to each other. They are written
// out one by one, because compilers do not keep an array of them in registers.
template <typename Set, int ROWS>
INLINE Integers sum_tile(const typename Set::Input *inputs, const int8_t *const *weights, size_t width) {
  typename Set::Sum s0 = Set::zero(), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  const typename Set::Input *second = inputs + width, *third = second + width, *fourth = third + width;
  UNROLL_PRODUCTS
  for (size_t k = 0; k < width; k += Set::STEP) {
    const auto right = [&](int column) { return Set::load_weights(weights[column] + k); };
    typename Set::Inputs left = Set::load_inputs(inputs + k);
    if (ROWS == 4) {
      const typename Set::Weights w0 = right(0), w1 = right(1);
      Set::multiply(s0, left, w0), Set::multiply(s1, left, w1);
      left = Set::load_inputs(second + k);
      Set::multiply(s2, left, w0), Set::multiply(s3, left, w1);
      left = Set::load_inputs(third + k);
      Set::multiply(s4, left, w0), Set::multiply(s5, left, w1);
      left = Set::load_inputs(fourth + k);
      Set::multiply(s6, left, w0), Set::multiply(s7, left, w1);
    } else if (ROWS == 2) {
      const typename Set::Weights w0 = right(0), w1 = right(1), w2 = right(2), w3 = right(3);
      Set::multiply(s0, left, w0), Set::multiply(s1, left, w1);
      Set::multiply(s2, left, w2), Set::multiply(s3, left, w3);
      left = Set::load_inputs(second + k);
      Set::multiply(s4, left, w0), Set::multiply(s5, left, w1);
      Set::multiply(s6, left, w2), Set::multiply(s7, left, w3);
    } else {
      Set::multiply(s0, left, right(0)), Set::multiply(s1, left, right(1));
      Set::multiply(s2, left, right(2)), Set::multiply(s3, left, right(3));
      Set::multiply(s4, left, right(4)), Set::multiply(s5, left, right(5));
      Set::multiply(s6, left, right(6)), Set::multiply(s7, left, right(7));
    }
  }
  const typename Set::Sum sums[8] = {s0, s1, s2, s3, s4, s5, s6, s7};
  return Set::add_up(sums);
}

// Some outputs of a matrix, which are next to each other in the result; their biases and corrections
// stand in the lanes of a tile.
template <typename Set, int COLUMNS>
struct Columns {
  const int8_t *weights[COLUMNS];
  Floats bias;
  Integers corrections;
  size_t at;
  // How many of them there are: beyond the last one, that is taken again.
  size_t count;

  INLINE Columns(const Product &p, size_t start) : at(start), count(smaller<size_t>(COLUMNS, p.count - start)) {
    const Matrix &matrix = *p.matrix;
    float biases[8] = {};
    int32_t sums[8] = {};
    for (int i = 0; i < COLUMNS; i++) {
      const size_t column = output_at(p, at + size_t(i));
      weights[i] = matrix.weights + column * matrix.stride;
      if (p.bias) biases[i] = p.bias[column];
      if (Set::INPUT_OFFSET) sums[i] = matrix.corrections[column];
    }
    for (int i = COLUMNS; i < 8; i++) biases[i] = biases[i % COLUMNS], sums[i] = sums[i % COLUMNS];
    bias = load(biases);
    copy_bytes(&corrections, sums, sizeof sums);
  }
};

// ROWS x COLUMNS = 8 results.
template <typename Set, int COLUMNS>
INLINE void multiply_tile(const Product &p, size_t row, const Columns<Set, COLUMNS> &columns) {
  constexpr int ROWS = 8 / COLUMNS;
  const size_t width = p.matrix->stride;
  const typename Set::Input *inputs = static_cast<const typename Set::Input *>(p.quantized) + row * width;
  Integers sums = sum_tile<Set, ROWS>(inputs, columns.weights, width);
  if (Set::INPUT_OFFSET) sums -= columns.corrections;
  Floats factors;
  if (ROWS == 4) {
    factors = load(p.result_factors + 2 * row);
  } else {
    float lanes[8];
    for (int i = 0; i < 8; i++) lanes[i] = p.result_factors[2 * (row + i / COLUMNS)];
    factors = load(lanes);
  }
  Floats results = __builtin_convertvector(sums, Floats) * factors + columns.bias;
  if (p.is_rectified) results = largest(results, Floats{});
  float *target = p.results + row * p.result_stride + columns.at;
  float lanes[8];
  store(lanes, results);
  if (columns.count == COLUMNS) {
    for (int i = 0; i < ROWS; i++)
      copy_bytes(target + i * p.result_stride, lanes + i * COLUMNS, COLUMNS * sizeof(float));
  } else {
    for (int i = 0; i < ROWS; i++)
      copy_bytes(target + i * p.result_stride, lanes + i * COLUMNS, columns.count * sizeof(float));
  }
}

template <typename Set>
void multiply_rows(const Product &p) {
  // How many rows are multiplied at a time: they stay in the nearest cache while the matrix passes by.
  constexpr size_t BLOCK = 64;
  for (size_t start = 0; start < p.rows; start += BLOCK) {
    const size_t end = smaller(start + BLOCK, p.rows);
    size_t row = end - (end - start) % 4;
    for (size_t at = 0; start < row && at < p.count; at += 2) {
      const Columns<Set, 2> columns(p, at);
      for (size_t four = start; four < row; four += 4) multiply_tile(p, four, columns);
    }
    if (row + 2 <= end) {
      for (size_t at = 0; at < p.count; at += 4) multiply_tile(p, row, Columns<Set, 4>(p, at));
      row += 2;
    }
    if (row < end)
      for (size_t at = 0; at < p.count; at += 8) multiply_tile(p, row, Columns<Set, 8>(p, at));
  }
}

template <typename Set>
constexpr Kernels kernels_of(const char *name) {
  return {
      name,
      sizeof(typename Set::Input),
      Set::INPUT_OFFSET != 0,
      quantize_rows<Set>,
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
