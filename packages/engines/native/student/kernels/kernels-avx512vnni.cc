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

// 16 outputs at a time, a lane each, so that no lanes have to be added up in the end. For that the
// weights must stand otherwise than in the file; to move them pays from some rows on.
constexpr size_t OUTPUTS = 16;
constexpr size_t LEAST_ROWS = 6;
// How many rows are multiplied at a time: they stay in the nearest caches while the matrix passes by.
constexpr size_t ROW_BLOCK = 96;

// Four inputs' weights of 16 outputs in 64 bytes, for all inputs.
INLINE void move_weights(const int8_t *const *weights, size_t width, int8_t *moved) {
  for (size_t k = 0; k < width; k += 64, moved += 64 * OUTPUTS) {
    __m512i a[16], b[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) a[i] = _mm512_loadu_si512(weights[i] + k);
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
      b[i] = _mm512_unpacklo_epi32(a[i], a[i + 1]);
      b[i + 1] = _mm512_unpackhi_epi32(a[i], a[i + 1]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 16; i += 4) {
      a[i] = _mm512_unpacklo_epi64(b[i], b[i + 2]);
      a[i + 1] = _mm512_unpackhi_epi64(b[i], b[i + 2]);
      a[i + 2] = _mm512_unpacklo_epi64(b[i + 1], b[i + 3]);
      a[i + 3] = _mm512_unpackhi_epi64(b[i + 1], b[i + 3]);
    }
    // a[4 q + j]: in each quarter c the four inputs 16 c + 4 j of the outputs 4 q to 4 q + 3.
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++) {
      const __m512i low = _mm512_shuffle_i32x4(a[j], a[4 + j], 0x88), high = _mm512_shuffle_i32x4(a[j], a[4 + j], 0xDD);
      const __m512i next = _mm512_shuffle_i32x4(a[8 + j], a[12 + j], 0x88);
      const __m512i last = _mm512_shuffle_i32x4(a[8 + j], a[12 + j], 0xDD);
      const __m512i quarters[4] = {_mm512_shuffle_i32x4(low, next, 0x88), _mm512_shuffle_i32x4(high, last, 0x88),
                                   _mm512_shuffle_i32x4(low, next, 0xDD), _mm512_shuffle_i32x4(high, last, 0xDD)};
      for (int c = 0; c < 4; c++) _mm512_store_si512(moved + 64 * (4 * c + j), quarters[c]);
    }
  }
}

struct Outputs {
  const int8_t *moved;
  __m512i corrections;
  __m512 bias;
  size_t at;
  __mmask16 mask;
};

// Adds four products in each lane. Compilers copy the sum to and fro around the intrinsic function.
INLINE void add_products(__m512i &sum, __m512i left, __m512i right) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(left), "v"(right));
}

template <int ROWS>
INLINE void multiply_outputs(const Product &p, size_t row, const Outputs &outputs) {
  const size_t width = p.matrix->stride;
  const uint8_t *inputs = static_cast<const uint8_t *>(p.quantized) + row * width;
  __m512i sums[ROWS];
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; i++) sums[i] = _mm512_setzero_si512();
  for (size_t k = 0; k < width; k += 4) {
    const __m512i right = _mm512_load_si512(outputs.moved + k * OUTPUTS);
#pragma GCC unroll 8
    for (int i = 0; i < ROWS; i++) {
      int32_t four;
      copy_bytes(&four, inputs + i * width + k, sizeof four);
      add_products(sums[i], _mm512_set1_epi32(four), right);
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; i++) {
    const __m512 factor = _mm512_set1_ps(p.result_factors[2 * (row + i)]);
    const __m512 products = _mm512_cvtepi32_ps(_mm512_sub_epi32(sums[i], outputs.corrections));
    __m512 results = _mm512_add_ps(_mm512_mul_ps(products, factor), outputs.bias);
    if (p.is_rectified) results = _mm512_max_ps(results, _mm512_setzero_ps());
    _mm512_mask_storeu_ps(p.results + (row + i) * p.result_stride + outputs.at, outputs.mask, results);
  }
}

void multiply_rows_by_outputs(const Product &p) {
  if (p.rows < LEAST_ROWS) return multiply_rows<Avx512Vnni>(p);
  const Matrix &matrix = *p.matrix;
  alignas(64) int8_t moved[OUTPUTS * MAX_WIDTH];
  for (size_t start = 0; start < p.rows; start += ROW_BLOCK) {
    const size_t end = smaller(start + ROW_BLOCK, p.rows);
    for (size_t at = 0; at < p.count; at += OUTPUTS) {
      const int8_t *weights[OUTPUTS];
      float biases[OUTPUTS] = {};
      int32_t corrections[OUTPUTS];
      for (size_t i = 0; i < OUTPUTS; i++) {
        const size_t output = output_at(p, at + i);
        weights[i] = matrix.weights + output * matrix.stride;
        corrections[i] = matrix.corrections[output];
        if (p.bias) biases[i] = p.bias[output];
      }
      move_weights(weights, matrix.stride, moved);
      if (at + 2 * OUTPUTS <= p.count) {
        for (size_t i = 0; i < OUTPUTS; i++) {
          const size_t output = output_at(p, at + OUTPUTS + i);
          const int8_t *next = matrix.weights + output * matrix.stride;
          for (size_t k = 0; k < matrix.stride; k += 64) __builtin_prefetch(next + k);
        }
      }
      const size_t count = smaller(OUTPUTS, p.count - at);
      const Outputs outputs = {moved, _mm512_loadu_si512(corrections), _mm512_loadu_ps(biases), at,
                               __mmask16((1u << count) - 1)};
      size_t row = start;
      for (; row + 8 <= end; row += 8) multiply_outputs<8>(p, row, outputs);
      if (row + 4 <= end) multiply_outputs<4>(p, row, outputs), row += 4;
      if (row + 2 <= end) multiply_outputs<2>(p, row, outputs), row += 2;
      if (row < end) multiply_outputs<1>(p, row, outputs);
    }
  }
}

constexpr Kernels with_outputs(Kernels kernels) {
  kernels.multiply = multiply_rows_by_outputs;
  return kernels;
}

}  // namespace

extern const Kernels AVX512VNNI_KERNELS;
const Kernels AVX512VNNI_KERNELS = with_outputs(kernels_of<Avx512Vnni>("avx512vnni"));

}  // namespace student
