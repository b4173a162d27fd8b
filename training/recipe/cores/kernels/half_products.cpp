// Products of matrices in 16 bits (bfloat16) with sums in 32, for processors with AVX512-BF16.
//
// A factor is laid out as the instruction wants it: two neighbours along the summed side make a
// Pair, and a panel holds 32 columns, pair after pair. Weights keep that layout from step to step.
#include <cstdint>
#include <immintrin.h>
#include <vector>

typedef uint32_t Pair;
static const int64_t PANEL = 32;
static const int64_t TILE_ROWS = 8;

static std::vector<Pair> leftRoom, rightRoom;
static Pair* room(std::vector<Pair>& buffer, int64_t pairs) {
  if ((int64_t)buffer.size() < pairs + 16) buffer.resize(pairs + pairs / 2 + 16);
  return buffer.data();
}

static inline __m512i neighbours(const float* from) {
  return (__m512i)_mm512_cvtne2ps_pbh(_mm512_loadu_ps(from + 16), _mm512_loadu_ps(from));
}

static inline __m512i low(const float* row) {
  return _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(row)));
}

// Sixteen pairs out of two rows; the second may be missing.
static inline __m512i pairsOfRows(const float* first, const float* second) {
  return second ? _mm512_or_si512(low(first), _mm512_slli_epi32(low(second), 16)) : low(first);
}

// a [count] as pairs, in order; count is a multiple of 32.
static void pairRows(const float* a, int64_t count, Pair* out) {
  for (int64_t i = 0; i < count; i += 32) _mm512_storeu_si512(out + i / 2, neighbours(a + i));
}

// The transpose of a [depth, rows], in panels of TILE_ROWS rows; rows is a multiple of 16.
static void pairColumns(const float* a, int64_t depth, int64_t rows, Pair* out) {
  int64_t pairs = (depth + 1) / 2;
  for (int64_t p = 0; p < pairs; p++) {
    const float *first = a + 2 * p * rows, *second = 2 * p + 1 < depth ? first + rows : nullptr;
    for (int64_t r = 0; r < rows; r += 16) {
      __m512i both = pairsOfRows(first + r, second ? second + r : nullptr);
      Pair* panel = out + (r / TILE_ROWS * pairs + p) * TILE_ROWS;
      _mm256_storeu_si256((__m256i*)panel, _mm512_castsi512_si256(both));
      _mm256_storeu_si256((__m256i*)(panel + pairs * TILE_ROWS), _mm512_extracti64x4_epi64(both, 1));
    }
  }
}

// What stands in a tile before the product is added to it.
enum Start { ZEROS, BIAS, SUM };

struct Output {
  float* start;
  int64_t columns;
  Start begin;
  const float* bias;
  bool isPositive;
};

template <int ROWS>
static inline void tile(const Pair* a, int64_t rowStep, int64_t pairStep, const Pair* panel, int64_t pairs, const Output& output, int64_t row, int64_t column) {
  __m512 sums[ROWS][2];
  for (int r = 0; r < ROWS; r++)
    for (int half = 0; half < 2; half++) {
      float* at = output.start + (row + r) * output.columns + column + 16 * half;
      sums[r][half] = output.begin == ZEROS  ? _mm512_setzero_ps()
                      : output.begin == BIAS ? _mm512_loadu_ps(output.bias + column + 16 * half)
                                             : _mm512_loadu_ps(at);
    }
  for (int64_t p = 0; p < pairs; p++) {
    __m512bh left = (__m512bh)_mm512_loadu_si512(panel + p * PANEL);
    __m512bh right = (__m512bh)_mm512_loadu_si512(panel + p * PANEL + 16);
    for (int r = 0; r < ROWS; r++) {
      __m512bh factor = (__m512bh)_mm512_set1_epi32((int)a[r * rowStep + p * pairStep]);
      sums[r][0] = _mm512_dpbf16_ps(sums[r][0], left, factor);
      sums[r][1] = _mm512_dpbf16_ps(sums[r][1], right, factor);
    }
  }
  for (int r = 0; r < ROWS; r++)
    for (int half = 0; half < 2; half++) {
      __m512 sum = output.isPositive ? _mm512_max_ps(sums[r][half], _mm512_setzero_ps()) : sums[r][half];
      _mm512_storeu_ps(output.start + (row + r) * output.columns + column + 16 * half, sum);
    }
}

// a: rows of pairs (rowStep `pairs`, pairStep 1), or panels of TILE_ROWS rows (1, TILE_ROWS).
static void multiply(const Pair* a, bool isInPanels, int64_t rows, int64_t pairs, const Pair* b, const Output& output) {
  int64_t rowStep = isInPanels ? 1 : pairs, pairStep = isInPanels ? TILE_ROWS : 1;
  for (int64_t column = 0; column < output.columns; column += PANEL) {
    const Pair* panel = b + column * pairs;
    int64_t row = 0;
    for (; row + TILE_ROWS <= rows; row += TILE_ROWS)
      tile<TILE_ROWS>(a + row * pairs, rowStep, pairStep, panel, pairs, output, row, column);
    for (; row < rows; row++) tile<1>(a + row * pairs, rowStep, pairStep, panel, pairs, output, row, column);
  }
}

// b [depth, columns] in panels: [columns / 32, depth / 2, 32]; columns is a multiple of 32.
extern "C" void pack_matrix(const float* b, int64_t depth, int64_t columns, Pair* out) {
  int64_t pairs = (depth + 1) / 2;
  for (int64_t p = 0; p < pairs; p++) {
    const float *first = b + 2 * p * columns, *second = 2 * p + 1 < depth ? first + columns : nullptr;
    for (int64_t c = 0; c < columns; c += 16)
      _mm512_storeu_si512(
          out + (c / PANEL * pairs + p) * PANEL + c % PANEL, pairsOfRows(first + c, second ? second + c : nullptr));
  }
}

// The same of the transpose of b [columns, depth]; both are multiples of 32.
extern "C" void pack_transpose(const float* b, int64_t depth, int64_t columns, Pair* out) {
  int64_t pairs = depth / 2;
  alignas(64) Pair block[PANEL][16];
  for (int64_t c = 0; c < columns; c += PANEL)
    for (int64_t p = 0; p < pairs; p += 16) {
      for (int64_t j = 0; j < PANEL; j++) _mm512_store_si512(block[j], neighbours(b + (c + j) * depth + 2 * p));
      for (int64_t q = 0; q < 16; q++)
        for (int64_t j = 0; j < PANEL; j++) out[(c / PANEL * pairs + p + q) * PANEL + j] = block[j][q];
    }
}

// out [rows, columns] = a [rows, depth] · b + bias, or what is positive of it; b is packed, bias may
// be null. depth and columns are multiples of 32.
extern "C" void half_product(const float* a, const Pair* b, const float* bias, float* out, int64_t rows, int64_t depth, int64_t columns, int isPositive) {
  Pair* left = room(leftRoom, rows * depth / 2);
  pairRows(a, rows * depth, left);
  multiply(left, false, rows, depth / 2, b, {out, columns, bias ? BIAS : ZEROS, bias, isPositive != 0});
}

// sum [rows, columns] += the transpose of a [depth, rows] · b [depth, columns]; rows and columns are
// multiples of 32.
extern "C" void half_outer(const float* a, const float* b, float* sum, int64_t depth, int64_t rows, int64_t columns) {
  int64_t pairs = (depth + 1) / 2;
  Pair *left = room(leftRoom, rows * pairs), *right = room(rightRoom, columns * pairs);
  pairColumns(a, depth, rows, left);
  pack_matrix(b, depth, columns, right);
  multiply(left, true, rows, pairs, right, {sum, columns, SUM, nullptr, false});
}
