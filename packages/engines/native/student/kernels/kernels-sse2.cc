// For every x86-64 processor.
#include <emmintrin.h>

#include "product.h"

namespace student {
namespace {

// As with AVX2, see there.
struct Sse2 {
  typedef int16_t Input;
  typedef __m128i Sum;
  struct Weights {
    __m128i even, odd;
  };
  struct Inputs {
    __m128i even, odd;
  };
  static constexpr size_t STEP = 16;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE __m128i load(const void *from) { return _mm_loadu_si128(static_cast<const __m128i *>(from)); }
  static INLINE void store(void *to, __m128i lanes) { _mm_storeu_si128(static_cast<__m128i *>(to), lanes); }

  static INLINE void arrange(Input *inputs, size_t width) {
    for (size_t i = 0; i < width; i += STEP) {
      const __m128i low = load(inputs + i), high = load(inputs + i + 8);
      const auto even = [](__m128i lanes) { return _mm_srai_epi32(_mm_slli_epi32(lanes, 16), 16); };
      store(inputs + i, _mm_packs_epi32(even(low), even(high)));
      store(inputs + i + 8, _mm_packs_epi32(_mm_srai_epi32(low, 16), _mm_srai_epi32(high, 16)));
    }
  }
  static INLINE Sum zero() { return _mm_setzero_si128(); }
  static INLINE Weights load_weights(const int8_t *weights) {
    const __m128i pairs = load(weights);
    return {_mm_slli_epi16(pairs, 8), _mm_and_si128(pairs, _mm_set1_epi16(int16_t(0xFF00)))};
  }
  static INLINE Inputs load_inputs(const Input *inputs) { return {load(inputs), load(inputs + 8)}; }
  static INLINE void multiply(Sum &sum, const Inputs &left, const Weights &right) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(left.even, right.even));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(left.odd, right.odd));
  }
  // Two lanes of each, no longer times 256.
  static INLINE __m128i add_pairs(__m128i one, __m128i other) {
    one = _mm_srai_epi32(one, 8), other = _mm_srai_epi32(other, 8);
    return _mm_add_epi32(_mm_unpacklo_epi32(one, other), _mm_unpackhi_epi32(one, other));
  }
  static INLINE __m128i add_four(const Sum *sums) {
    const __m128i a = add_pairs(sums[0], sums[1]), b = add_pairs(sums[2], sums[3]);
    return _mm_add_epi32(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const __m128i halves[2] = {add_four(sums), add_four(sums + 4)};
    Integers lanes;
    copy_bytes(&lanes, halves, sizeof lanes);
    return lanes;
  }
};

}  // namespace

extern const Kernels SSE2_KERNELS;
const Kernels SSE2_KERNELS = kernels_of<Sse2>("x86-64");

}  // namespace student
