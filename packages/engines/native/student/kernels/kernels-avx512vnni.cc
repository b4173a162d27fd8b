// For x86-64 processors with AVX-512 VNNI. Its products want one side unsigned: inputs are shifted by
// 128, and the matrix knows by how much the sums are too large then.
#include <immintrin.h>

#include "product.h"

namespace student {
namespace {

struct Avx512Vnni {
  typedef uint8_t Input;
  typedef __m512i Sum;
  typedef __m512i Weights;
  typedef __m512i Inputs;
  static constexpr size_t STEP = 64;
  static constexpr int32_t INPUT_OFFSET = 128;

  static INLINE void arrange(Input *, size_t) {}
  static INLINE Sum zero() { return _mm512_setzero_si512(); }
  static INLINE Weights load_weights(const int8_t *weights) { return _mm512_loadu_si512(weights); }
  static INLINE Inputs load_inputs(const Input *inputs) { return _mm512_loadu_si512(inputs); }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) {
    sum = _mm512_dpbusd_epi32(sum, left, right);
  }
  static INLINE __m512i add_pairs(__m512i one, __m512i other) {
    return _mm512_add_epi32(_mm512_unpacklo_epi32(one, other), _mm512_unpackhi_epi32(one, other));
  }
  // In each quarter the four sums' lanes of that quarter.
  static INLINE __m512i add_four(const Sum *sums) {
    const __m512i a = add_pairs(sums[0], sums[1]), b = add_pairs(sums[2], sums[3]);
    return _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const __m512i a = add_four(sums), b = add_four(sums + 4);
    const __m512i halves = _mm512_add_epi32(_mm512_shuffle_i32x4(a, b, 0x44), _mm512_shuffle_i32x4(a, b, 0xEE));
    const __m512i swapped = _mm512_shuffle_i32x4(halves, halves, 0xB1);
    const __m512i total = _mm512_add_epi32(halves, swapped);
    const __m512i ordered = _mm512_shuffle_i32x4(total, total, 0x08);
    return reinterpret_cast<Integers>(_mm512_castsi512_si256(ordered));
  }
};

}  // namespace

extern const Kernels AVX512VNNI_KERNELS;
const Kernels AVX512VNNI_KERNELS = kernels_of<Avx512Vnni>("avx512vnni");

}  // namespace student
