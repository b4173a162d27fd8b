// For every x86-64 processor.
#include <emmintrin.h>

#include "product.h"

namespace student {
namespace {

struct Sse2 {
  typedef int16_t Input;
  typedef __m128i Sum;
  typedef __m128i Weights;
  typedef __m128i Inputs;
  static constexpr size_t STEP = 8;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE Sum zero() { return _mm_setzero_si128(); }
  static INLINE Weights load_weights(const int8_t *weights) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(weights));
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
  }
  static INLINE Inputs load_inputs(const Input *inputs) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(inputs));
  }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(left, right));
  }
  static INLINE __m128i add_up_four(const Sum *sums) {
    const __m128i a = _mm_add_epi32(_mm_unpacklo_epi32(sums[0], sums[1]), _mm_unpackhi_epi32(sums[0], sums[1]));
    const __m128i b = _mm_add_epi32(_mm_unpacklo_epi32(sums[2], sums[3]), _mm_unpackhi_epi32(sums[2], sums[3]));
    return _mm_add_epi32(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
  }
  static INLINE Integers add_up(const Sum *sums) {
    const __m128i halves[2] = {add_up_four(sums), add_up_four(sums + 4)};
    Integers lanes;
    copy_bytes(&lanes, halves, sizeof lanes);
    return lanes;
  }
};

}  // namespace

extern const Kernels SSE2_KERNELS;
const Kernels SSE2_KERNELS = kernels_of<Sse2>("x86-64");

}  // namespace student
