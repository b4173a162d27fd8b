// For x86-64 processors with AVX2. Weights are widened to 16 bits, so that no sum saturates.
#include <immintrin.h>

#include "product.h"

namespace student {
namespace {

struct Avx2 {
  typedef int16_t Input;
  typedef __m256i Sum;
  typedef __m256i Weights;
  typedef __m256i Inputs;
  static constexpr size_t STEP = 16;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE Sum zero() { return _mm256_setzero_si256(); }
  static INLINE Weights load_weights(const int8_t *weights) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i *>(weights)));
  }
  static INLINE Inputs load_inputs(const Input *inputs) {
    __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(inputs));
    // Else it is read again for every product.
    asm("" : "+x"(lanes));
    return lanes;
  }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) {
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(left, right));
    // Else sums change their registers, and some are kept in memory.
    asm("" : "+x"(sum));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const __m256i a = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    const __m256i b = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[4], sums[5]), _mm256_hadd_epi32(sums[6], sums[7]));
    const __m256i low = _mm256_permute2x128_si256(a, b, 0x20), high = _mm256_permute2x128_si256(a, b, 0x31);
    return reinterpret_cast<Integers>(_mm256_add_epi32(low, high));
  }
};

}  // namespace

extern const Kernels AVX2_KERNELS;
const Kernels AVX2_KERNELS = kernels_of<Avx2>("avx2");

}  // namespace student
