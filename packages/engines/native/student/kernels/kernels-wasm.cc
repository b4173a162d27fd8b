// For WebAssembly with SIMD. Weights are used in 16 bits as with AVX2, see there.
#include "sparse-wasm.h"

namespace student {
namespace {

struct Wasm {
  typedef int16_t Input;
  typedef v128_t Sum;
  struct Weights {
    v128_t even, odd;
  };
  struct Inputs {
    v128_t even, odd;
  };
  static constexpr size_t STEP = 16;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE void arrange(Input *inputs, size_t width) {
    for (size_t i = 0; i < width; i += STEP) {
      const v128_t low = wasm_v128_load(inputs + i), high = wasm_v128_load(inputs + i + 8);
      wasm_v128_store(inputs + i, wasm_i16x8_shuffle(low, high, 0, 2, 4, 6, 8, 10, 12, 14));
      wasm_v128_store(inputs + i + 8, wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15));
    }
  }
  static INLINE Sum zero() { return wasm_i32x4_splat(0); }
  static INLINE Weights load_weights(const int8_t *weights) {
    const v128_t pairs = wasm_v128_load(weights);
    return {wasm_i16x8_shl(pairs, 8), wasm_v128_and(pairs, wasm_i16x8_splat(int16_t(0xFF00)))};
  }
  static INLINE Inputs load_inputs(const Input *inputs) {
    return {wasm_v128_load(inputs), wasm_v128_load(inputs + 8)};
  }
  static INLINE void multiply(Sum &sum, const Inputs &left, const Weights &right) {
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(left.even, right.even));
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(left.odd, right.odd));
  }
  // Two lanes of each, no longer times 256.
  static INLINE v128_t add_pairs(v128_t one, v128_t other) {
    one = wasm_i32x4_shr(one, 8), other = wasm_i32x4_shr(other, 8);
    return wasm_i32x4_add(wasm_i32x4_shuffle(one, other, 0, 4, 1, 5), wasm_i32x4_shuffle(one, other, 2, 6, 3, 7));
  }
  static INLINE v128_t add_four(const Sum *sums) {
    const v128_t a = add_pairs(sums[0], sums[1]), b = add_pairs(sums[2], sums[3]);
    return wasm_i32x4_add(wasm_i64x2_shuffle(a, b, 0, 2), wasm_i64x2_shuffle(a, b, 1, 3));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const v128_t halves[2] = {add_four(sums), add_four(sums + 4)};
    Integers lanes;
    copy_bytes(&lanes, halves, sizeof lanes);
    return lanes;
  }
};

// From how many rows on it pays to move weights.
constexpr size_t LEAST_ROWS = 8;
constexpr size_t LEAST_SPARSE_ROWS = 4;

// Two inputs' weights of four outputs in a vector, then those of four more; the inputs as they are
// arranged.
INLINE void move_weights(const Outputs &outputs, size_t width, int16_t *moved) {
  for (size_t k = 0; k < width; k += 16)
    for (int half = 0; half < 2; half++) {
      v128_t bytes[4];
      for (int i = 0; i < 4; i++) bytes[i] = wasm_v128_load(outputs.weights[4 * half + i] + k);
      for (int is_odd = 0; is_odd < 2; is_odd++) {
        v128_t a[4];
        for (int i = 0; i < 4; i++) a[i] = wasm_i16x8_shr(is_odd ? bytes[i] : wasm_i16x8_shl(bytes[i], 8), 8);
        const v128_t b0 = wasm_i32x4_shuffle(a[0], a[1], 0, 4, 1, 5), b1 = wasm_i32x4_shuffle(a[0], a[1], 2, 6, 3, 7);
        const v128_t b2 = wasm_i32x4_shuffle(a[2], a[3], 0, 4, 1, 5), b3 = wasm_i32x4_shuffle(a[2], a[3], 2, 6, 3, 7);
        int16_t *target = moved + (k + 8 * size_t(is_odd)) * OUTPUTS + 8 * half;
        wasm_v128_store(target, wasm_i64x2_shuffle(b0, b2, 0, 2));
        wasm_v128_store(target + 16, wasm_i64x2_shuffle(b0, b2, 1, 3));
        wasm_v128_store(target + 32, wasm_i64x2_shuffle(b1, b3, 0, 2));
        wasm_v128_store(target + 48, wasm_i64x2_shuffle(b1, b3, 1, 3));
      }
    }
}

// With more than four rows there are not enough registers.
template <int ROWS>
INLINE void multiply_outputs(const Product &p, size_t row, size_t at, const int16_t *moved, Floats bias) {
  const size_t width = p.matrix->stride;
  const int16_t *inputs = static_cast<const int16_t *>(p.quantized) + row * width;
  v128_t sums[ROWS][2];
  for (int i = 0; i < ROWS; i++) sums[i][0] = sums[i][1] = wasm_i32x4_splat(0);
  UNROLL_PRODUCTS
  for (const int16_t *end = inputs + width; inputs != end; inputs += 2, moved += 2 * OUTPUTS) {
    const v128_t first = wasm_v128_load(moved), second = wasm_v128_load(moved + 8);
    for (int i = 0; i < ROWS; i++) {
      const v128_t left = wasm_v128_load32_splat(inputs + size_t(i) * width);
      sums[i][0] = wasm_i32x4_add(sums[i][0], wasm_i32x4_dot_i16x8(left, first));
      sums[i][1] = wasm_i32x4_add(sums[i][1], wasm_i32x4_dot_i16x8(left, second));
    }
  }
  for (int i = 0; i < ROWS; i++) write_outputs(p, row + size_t(i), at, sums[i], bias);
}

void multiply_rows_by_outputs(const Product &p) {
  const size_t width = p.matrix->stride;
  if (p.rows >= LEAST_SPARSE_ROWS && are_mostly_zeros(static_cast<const int16_t *>(p.quantized), p.rows, width)) {
    multiply_sparse_rows(p);
    return;
  }
  if (p.rows < LEAST_ROWS) {
    multiply_rows<Wasm>(p);
    return;
  }
  alignas(16) int16_t moved[MAX_WIDTH * OUTPUTS];
  for (size_t at = 0; at < p.count; at += OUTPUTS) {
    const Outputs outputs(p, at);
    move_weights(outputs, width, moved);
    size_t row = 0;
    for (; row + 4 <= p.rows; row += 4) multiply_outputs<4>(p, row, at, moved, outputs.bias);
    if (row + 2 <= p.rows) {
      multiply_outputs<2>(p, row, at, moved, outputs.bias);
      row += 2;
    }
    if (row < p.rows) multiply_outputs<1>(p, row, at, moved, outputs.bias);
  }
}

constexpr Kernels with_outputs(Kernels kernels) {
  kernels.multiply = multiply_rows_by_outputs;
  return kernels;
}

}  // namespace

extern const Kernels WASM_KERNELS;
const Kernels WASM_KERNELS = with_outputs(kernels_of<Wasm>("wasm"));

}  // namespace student
