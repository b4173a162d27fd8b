// Eight outputs at a time in WebAssembly, a lane each, so that no lanes have to be added up in the end,
// and weights are made 16 bits wide once for all rows.
#pragma once
#include <wasm_simd128.h>

#include "product.h"

namespace student {
namespace {

constexpr size_t OUTPUTS = 8;

// The weights and the bias of eight outputs. Beyond the last one, that is taken again.
struct Outputs {
  const int8_t *weights[OUTPUTS];
  Floats bias;

  INLINE Outputs(const Product &p, size_t at) {
    const Matrix &matrix = *p.matrix;
    float biases[OUTPUTS] = {};
    for (size_t i = 0; i < OUTPUTS; i++) {
      const size_t column = output_at(p, at + i);
      weights[i] = matrix.weights + column * matrix.stride;
      if (p.bias) biases[i] = p.bias[column];
    }
    bias = load(biases);
  }
};

// `sums` are two vectors.
INLINE void write_outputs(const Product &p, size_t row, size_t at, const v128_t *sums, Floats bias) {
  Integers lanes;
  copy_bytes(&lanes, sums, sizeof lanes);
  Floats results = __builtin_convertvector(lanes, Floats) * p.result_factors[2 * row] + bias;
  if (p.is_rectified) results = largest(results, Floats{});
  float *target = p.results + row * p.result_stride + at;
  const size_t count = smaller(OUTPUTS, p.count - at);
  if (count == OUTPUTS) {
    store(target, results);
  } else {
    copy_bytes(target, &results, count * sizeof(float));
  }
}

}  // namespace
}  // namespace student
