// For x86-64 processors with AVX2. Two weights, 16 bits, become two numbers of 16 bits without being
// moved: each stays in the upper half, that is, times 256. That costs less than to widen them, and the
// sums are still exact. So the inputs of every 32 weights stand as those with even indices, then those
// with odd ones.
#include <immintrin.h>

#include "product.h"

namespace student {
namespace {

struct Avx2 {
  typedef int16_t Input;
  typedef __m256i Sum;
  struct Weights {
    __m256i even, odd;
  };
  struct Inputs {
    __m256i even, odd;
  };
  static constexpr size_t STEP = 32;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE __m256i load(const void *from) { return _mm256_loadu_si256(static_cast<const __m256i *>(from)); }
  static INLINE void store(void *to, __m256i lanes) { _mm256_storeu_si256(static_cast<__m256i *>(to), lanes); }

  static INLINE void arrange(Input *inputs, size_t width) {
    for (size_t i = 0; i < width; i += STEP) {
      const __m256i low = load(inputs + i), high = load(inputs + i + 16);
      const auto even = [](__m256i lanes) { return _mm256_srai_epi32(_mm256_slli_epi32(lanes, 16), 16); };
      const __m256i evens = _mm256_packs_epi32(even(low), even(high));
      const __m256i odds = _mm256_packs_epi32(_mm256_srai_epi32(low, 16), _mm256_srai_epi32(high, 16));
      store(inputs + i, _mm256_permute4x64_epi64(evens, 0xD8));
      store(inputs + i + 16, _mm256_permute4x64_epi64(odds, 0xD8));
    }
  }
  static INLINE Sum zero() { return _mm256_setzero_si256(); }
  static INLINE Weights load_weights(const int8_t *weights) {
    const __m256i pairs = load(weights);
    return {_mm256_slli_epi16(pairs, 8), _mm256_and_si256(pairs, _mm256_set1_epi16(int16_t(0xFF00)))};
  }
  static INLINE Inputs load_inputs(const Input *inputs) { return {load(inputs), load(inputs + 16)}; }
  static INLINE void multiply(Sum &sum, const Inputs &left, const Weights &right) {
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(left.even, right.even));
    // Else sums change their registers, and some are kept in memory.
    asm("" : "+x"(sum));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(left.odd, right.odd));
    asm("" : "+x"(sum));
  }
  // Two lanes of each, no longer times 256.
  static INLINE __m256i add_pairs(__m256i one, __m256i other) {
    const __m256i low = _mm256_unpacklo_epi32(one, other), high = _mm256_unpackhi_epi32(one, other);
    return _mm256_srai_epi32(_mm256_add_epi32(low, high), 8);
  }
  // In each half the four sums' lanes of that half. These take half as long as horizontal additions.
  static INLINE __m256i add_four(const Sum *sums) {
    const __m256i a = add_pairs(sums[0], sums[1]), b = add_pairs(sums[2], sums[3]);
    return _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const __m256i a = add_four(sums), b = add_four(sums + 4);
    const __m256i low = _mm256_permute2x128_si256(a, b, 0x20), high = _mm256_permute2x128_si256(a, b, 0x31);
    return reinterpret_cast<Integers>(_mm256_add_epi32(low, high));
  }
};

}  // namespace

extern const Kernels AVX2_KERNELS;
const Kernels AVX2_KERNELS = kernels_of<Avx2>("avx2");

}  // namespace student
