// For WebAssembly with SIMD. Weights are widened to 16 bits, so that no sum saturates.
#include <wasm_simd128.h>

#include "product.h"

namespace student {
namespace {

struct Wasm {
  typedef int16_t Input;
  typedef v128_t Sum;
  typedef v128_t Weights;
  typedef v128_t Inputs;
  static constexpr size_t STEP = 8;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE Sum zero() { return wasm_i32x4_splat(0); }
  static INLINE Weights load_weights(const int8_t *weights) { return wasm_i16x8_load8x8(weights); }
  static INLINE Inputs load_inputs(const Input *inputs) { return wasm_v128_load(inputs); }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) {
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(left, right));
  }
  static INLINE v128_t add_up_four(const Sum *sums) {
    const v128_t a = wasm_i32x4_add(wasm_i32x4_shuffle(sums[0], sums[1], 0, 4, 1, 5),
                                    wasm_i32x4_shuffle(sums[0], sums[1], 2, 6, 3, 7));
    const v128_t b = wasm_i32x4_add(wasm_i32x4_shuffle(sums[2], sums[3], 0, 4, 1, 5),
                                    wasm_i32x4_shuffle(sums[2], sums[3], 2, 6, 3, 7));
    return wasm_i32x4_add(wasm_i64x2_shuffle(a, b, 0, 2), wasm_i64x2_shuffle(a, b, 1, 3));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const v128_t halves[2] = {add_up_four(sums), add_up_four(sums + 4)};
    Integers lanes;
    copy_bytes(&lanes, halves, sizeof lanes);
    return lanes;
  }
};

}  // namespace

extern const Kernels WASM_KERNELS;
const Kernels WASM_KERNELS = kernels_of<Wasm>("wasm");

}  // namespace student
