// Twice the columns a vector, and vpdpwssd in place of multiply-add and add. The byte products still go
// through the saturating vpmaddubsw: VNNI's own byte instruction does not saturate, so its results
// would differ from those of the engine's fallbacks.
#include "kernels.h"

#include <immintrin.h>
#include <string.h>

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")))
#define INLINE __attribute__((always_inline)) inline

namespace dragoman {
namespace {

// Two neighbouring panels of the shared 8-column layout, `panel_bytes` apart.
AVX512 INLINE __m512i load_panels(const int8_t *b, size_t panel_bytes) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(b));
  return _mm512_inserti64x4(
      _mm512_castsi256_si512(low),
      _mm256_loadu_si256(reinterpret_cast<const __m256i *>(b + panel_bytes)), 1);
}

// ROWS x (16 * PAIRS) results; all sums stay in registers.
template <int ROWS, int PAIRS>
AVX512 INLINE void tile(const uint8_t *a, const int8_t *b, const uint8_t *bias, __m512 factor,
                        size_t width, size_t columns, uint8_t *output) {
  const __m512i ones = _mm512_set1_epi16(1);
  __m512i sums[ROWS][PAIRS];
  for (int r = 0; r < ROWS; r++)
    for (int p = 0; p < PAIRS; p++) sums[r][p] = _mm512_setzero_si512();
  for (size_t k = 0; k < width; k += 4) {
    __m512i right[PAIRS];
    for (int p = 0; p < PAIRS; p++) right[p] = load_panels(b + (2 * p * width + k) * 8, width * 8);
    for (int r = 0; r < ROWS; r++) {
      int four;
      memcpy(&four, a + r * width + k, 4);
      const __m512i left = _mm512_set1_epi32(four);
      for (int p = 0; p < PAIRS; p++)
        sums[r][p] =
            _mm512_dpwssd_epi32(sums[r][p], _mm512_maddubs_epi16(left, right[p]), ones);
    }
  }
  for (int r = 0; r < ROWS; r++)
    for (int p = 0; p < PAIRS; p++) {
      const __m512 scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(sums[r][p]), factor);
      const __m512 biases = _mm512_loadu_ps(bias + p * 16 * sizeof(float));
      _mm512_storeu_ps(output + (r * columns + p * 16) * sizeof(float),
                       _mm512_add_ps(scaled, biases));
    }
}

template <int PAIRS>
AVX512 INLINE void strip(const uint8_t *a, const int8_t *b, const uint8_t *bias, __m512 factor,
                         size_t rows, size_t width, size_t columns, uint8_t *output) {
  const size_t row_bytes = columns * sizeof(float);
  for (; rows >= 4; rows -= 4, a += 4 * width, output += 4 * row_bytes)
    tile<4, PAIRS>(a, b, bias, factor, width, columns, output);
  if (rows == 3) tile<3, PAIRS>(a, b, bias, factor, width, columns, output);
  if (rows == 2) tile<2, PAIRS>(a, b, bias, factor, width, columns, output);
  if (rows == 1) tile<1, PAIRS>(a, b, bias, factor, width, columns, output);
}

// One panel alone, where the number of columns is an odd multiple of 8.
AVX512 void last_panel(const uint8_t *a, const int8_t *b, const uint8_t *bias, float factor,
                       size_t rows, size_t width, size_t columns, uint8_t *output) {
  const __m256i ones = _mm256_set1_epi16(1);
  const __m256 factors = _mm256_set1_ps(factor);
  const __m256 biases = _mm256_loadu_ps(reinterpret_cast<const float *>(bias));
  for (; rows > 0; rows--, a += width, output += columns * sizeof(float)) {
    __m256i sums = _mm256_setzero_si256();
    for (size_t k = 0; k < width; k += 4) {
      int four;
      memcpy(&four, a + k, 4);
      const __m256i right = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(b + k * 8));
      sums = _mm256_dpwssd_epi32(sums, _mm256_maddubs_epi16(_mm256_set1_epi32(four), right), ones);
    }
    const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), factors);
    _mm256_storeu_ps(reinterpret_cast<float *>(output), _mm256_add_ps(scaled, biases));
  }
}

}  // namespace

AVX512 void multiply_avx512vnni(const uint8_t *a, const int8_t *b, const uint8_t *bias,
                                float factor, size_t rows, size_t width, size_t columns,
                                uint8_t *output) {
  const __m512 factors = _mm512_set1_ps(factor);
  size_t column = 0;
#define AT b + column * width, bias + column * sizeof(float)
#define TO width, columns, output + column * sizeof(float)
  for (; column + 64 <= columns; column += 64) strip<4>(a, AT, factors, rows, TO);
  for (; column + 16 <= columns; column += 16) strip<1>(a, AT, factors, rows, TO);
  if (column < columns) last_panel(a, AT, factor, rows, TO);
#undef AT
#undef TO
}

}  // namespace dragoman
