// For WebAssembly with SIMD. Weights are used in 16 bits as with AVX2, see there.
#include <wasm_simd128.h>

#include "product.h"

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

}  // namespace

extern const Kernels WASM_KERNELS;
const Kernels WASM_KERNELS = kernels_of<Wasm>("wasm");

}  // namespace student
