#include "kernels.h"

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((always_inline)) inline

namespace dragoman {
namespace {

AVX2 INLINE __m256 load_floats(const uint8_t *p) {
  return _mm256_loadu_ps(reinterpret_cast<const float *>(p));
}

AVX2 INLINE __m256i load_bytes(const void *p) {
  return _mm256_loadu_si256(static_cast<const __m256i *>(p));
}

AVX2 INLINE __m256i round_to_int32(const uint8_t *p, __m256 scale) {
  return _mm256_cvtps_epi32(_mm256_mul_ps(load_floats(p), scale));
}

// ROWS x (8 * PANELS) results; all sums stay in registers.
template <int ROWS, int PANELS>
AVX2 INLINE void tile(const uint8_t *a, const int8_t *b, const uint8_t *bias, __m256 factor,
                      size_t width, size_t columns, uint8_t *output) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sums[ROWS][PANELS];
  for (int r = 0; r < ROWS; r++)
    for (int p = 0; p < PANELS; p++) sums[r][p] = _mm256_setzero_si256();
  for (size_t k = 0; k < width; k += 4) {
    __m256i right[PANELS];
    for (int p = 0; p < PANELS; p++) right[p] = load_bytes(b + (p * width + k) * 8);
    for (int r = 0; r < ROWS; r++) {
      int four;
      memcpy(&four, a + r * width + k, 4);
      const __m256i left = _mm256_set1_epi32(four);
      for (int p = 0; p < PANELS; p++) {
        const __m256i pairs = _mm256_maddubs_epi16(left, right[p]);
        sums[r][p] = _mm256_add_epi32(sums[r][p], _mm256_madd_epi16(pairs, ones));
      }
    }
  }
  for (int r = 0; r < ROWS; r++)
    for (int p = 0; p < PANELS; p++) {
      const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums[r][p]), factor);
      _mm256_storeu_ps(reinterpret_cast<float *>(output + (r * columns + p * 8) * sizeof(float)),
                       _mm256_add_ps(scaled, load_floats(bias + p * 8 * sizeof(float))));
    }
}

template <int PANELS>
AVX2 INLINE void strip(const uint8_t *a, const int8_t *b, const uint8_t *bias, __m256 factor,
                       size_t rows, size_t width, size_t columns, uint8_t *output) {
  const size_t row_bytes = columns * sizeof(float);
  for (; rows >= 4; rows -= 4, a += 4 * width, output += 4 * row_bytes)
    tile<4, PANELS>(a, b, bias, factor, width, columns, output);
  if (rows == 3) tile<3, PANELS>(a, b, bias, factor, width, columns, output);
  if (rows == 2) tile<2, PANELS>(a, b, bias, factor, width, columns, output);
  if (rows == 1) tile<1, PANELS>(a, b, bias, factor, width, columns, output);
}

}  // namespace

AVX2 void prepare_a_avx2(const uint8_t *input, float scale, size_t count, uint8_t *output) {
  const __m256 scales = _mm256_set1_ps(scale);
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);  // undoes the two packs
  const __m256i lowest = _mm256_set1_epi8(-127), shift = _mm256_set1_epi8(127);
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const uint8_t *block = input + i * sizeof(float);
    const __m256i low = _mm256_packs_epi32(round_to_int32(block, scales),
                                           round_to_int32(block + 32, scales));
    const __m256i high = _mm256_packs_epi32(round_to_int32(block + 64, scales),
                                            round_to_int32(block + 96, scales));
    const __m256i bytes =
        _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(output + i),
                        _mm256_add_epi8(_mm256_max_epi8(bytes, lowest), shift));
  }
  for (; i < count; i++) {
    float value;
    memcpy(&value, input + i * sizeof(float), sizeof value);
    const int rounded = _mm_cvtss_si32(_mm_set_ss(value * scale));
    output[i] = static_cast<uint8_t>((rounded < -127 ? -127 : rounded > 127 ? 127 : rounded) + 127);
  }
}

AVX2 void prepare_bias_avx2(const int8_t *b, float factor, size_t width, size_t columns,
                            const uint8_t *bias, uint8_t *output) {
  const __m256i byte_ones = _mm256_set1_epi8(1), ones = _mm256_set1_epi16(1);
  const __m256 factors = _mm256_set1_ps(factor);
  for (size_t column = 0; column < columns; column += 8) {
    __m256i sums = _mm256_setzero_si256();
    for (size_t k = 0; k < width; k += 4, b += 32) {
      const __m256i pairs = _mm256_maddubs_epi16(byte_ones, load_bytes(b));
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, ones));
    }
    __m256 result = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), factors);
    if (bias) result = _mm256_add_ps(result, load_floats(bias + column * sizeof(float)));
    _mm256_storeu_ps(reinterpret_cast<float *>(output + column * sizeof(float)), result);
  }
}

AVX2 void multiply_avx2(const uint8_t *a, const int8_t *b, const uint8_t *bias, float factor,
                        size_t rows, size_t width, size_t columns, uint8_t *output) {
  const __m256 factors = _mm256_set1_ps(factor);
  size_t column = 0;
#define AT b + column * width, bias + column * sizeof(float), factors
#define TO width, columns, output + column * sizeof(float)
  if (rows == 1)
    for (; column + 32 <= columns; column += 32) tile<1, 4>(a, AT, TO);
  for (; column + 16 <= columns; column += 16) strip<2>(a, AT, rows, TO);
  for (; column < columns; column += 8) strip<1>(a, AT, rows, TO);
#undef AT
#undef TO
}

}  // namespace dragoman
