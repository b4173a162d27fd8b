// Products of matrices in 16 bits (bfloat16) with sums in 32, for processors with AVX512-BF16.
//
// A factor is laid out as the instruction wants it: two neighbours along the summed side make a
// Pair, and a panel holds 32 columns, pair after pair. Weights keep that layout from step to step.
#include <algorithm>
#include <cstdint>
#include <immintrin.h>
#include <vector>

typedef uint32_t Pair;
static const int64_t PANEL = 32;
static const int64_t TILE_ROWS = 8;
// Blocks that stay in the caches: a panel of one in the first level, the rows of one in the second.
static const int64_t ROW_BLOCK = 256;
static const int64_t DEPTH_BLOCK = 256;
static const int64_t OUTER_DEPTH_BLOCK = 512;

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

// A block of a, `columns` of each row of `step`, as rows of pairs; columns is a multiple of 32.
static void pairRows(const float* a, int64_t step, int64_t rows, int64_t columns, Pair* out) {
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < columns; c += 32) _mm512_storeu_si512(out + (r * columns + c) / 2, neighbours(a + r * step + c));
}

// The transpose of a block of a, `rows` of each of `depth` rows of `step`, in panels of TILE_ROWS
// rows; rows is a multiple of 16.
static void pairColumns(const float* a, int64_t step, int64_t depth, int64_t rows, Pair* out) {
  int64_t pairs = (depth + 1) / 2;
  for (int64_t p = 0; p < pairs; p++) {
    const float *first = a + 2 * p * step, *second = 2 * p + 1 < depth ? first + step : nullptr;
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
  // Of a symmetric product only panels down to the diagonal are computed; firstRow: where its row 0
  // stands in the whole.
  bool isSymmetric = false;
  int64_t firstRow = 0;
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

// Rows of a: `pairs` after one another (rowStep `pairs`, pairStep 1), or panels of TILE_ROWS rows
// (1, TILE_ROWS). b: packed; its panels are panelStep apart.
static void multiply(const Pair* a, bool isInPanels, int64_t rows, int64_t pairs, const Pair* b, int64_t panelStep, const Output& output) {
  int64_t rowStep = isInPanels ? 1 : pairs, pairStep = isInPanels ? TILE_ROWS : 1;
  for (int64_t column = 0; column < output.columns; column += PANEL) {
    const Pair* panel = b + column / PANEL * panelStep;
    int64_t row = 0, end = output.isSymmetric ? std::min(rows, column + PANEL - output.firstRow) : rows;
    for (; row + TILE_ROWS <= end; row += TILE_ROWS)
      tile<TILE_ROWS>(a + row * pairs, rowStep, pairStep, panel, pairs, output, row, column);
    for (; row < end; row++) tile<1>(a + row * pairs, rowStep, pairStep, panel, pairs, output, row, column);
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

// Copies what is right of the diagonal to the left of it, panel by panel.
static void mirror(float* matrix, int64_t size) {
  for (int64_t r = PANEL; r < size; r += PANEL)
    for (int64_t c = 0; c < r; c += PANEL)
      for (int64_t i = r; i < r + PANEL; i++)
        for (int64_t j = c; j < c + PANEL; j++) matrix[i * size + j] = matrix[j * size + i];
}

// out [rows, columns] = a [rows, depth] · b + bias, or what is positive of it; b is packed, bias may
// be null. depth and columns are multiples of 32. isSymmetric: the product is, and half of it is
// computed; rows is columns then.
extern "C" void half_product(const float* a, const Pair* b, const float* bias, float* out, int64_t rows, int64_t depth, int64_t columns, int isPositive, int isSymmetric) {
  Pair* left = room(leftRoom, ROW_BLOCK * DEPTH_BLOCK / 2);
  for (int64_t r = 0; r < rows; r += ROW_BLOCK)
    for (int64_t d = 0; d < depth; d += DEPTH_BLOCK) {
      int64_t blockRows = std::min(ROW_BLOCK, rows - r), blockDepth = std::min(DEPTH_BLOCK, depth - d);
      Start begin = d > 0 ? SUM : bias ? BIAS : ZEROS;
      bool isLast = d + blockDepth == depth;
      pairRows(a + r * depth + d, depth, blockRows, blockDepth, left);
      multiply(left, false, blockRows, blockDepth / 2, b + d / 2 * PANEL, depth / 2 * PANEL,
               {out + r * columns, columns, begin, bias, isPositive && isLast, isSymmetric != 0, r});
    }
  if (isSymmetric) mirror(out, columns);
}

// sum [rows, columns] += the transpose of a [depth, rows] · b [depth, columns]; rows and columns are
// multiples of 32.
extern "C" void half_outer(const float* a, const float* b, float* sum, int64_t depth, int64_t rows, int64_t columns) {
  for (int64_t d = 0; d < depth; d += OUTER_DEPTH_BLOCK) {
    int64_t blockDepth = std::min(OUTER_DEPTH_BLOCK, depth - d), pairs = (blockDepth + 1) / 2;
    Pair *left = room(leftRoom, ROW_BLOCK * pairs), *right = room(rightRoom, columns * pairs);
    pack_matrix(b + d * columns, blockDepth, columns, right);
    for (int64_t r = 0; r < rows; r += ROW_BLOCK) {
      int64_t blockRows = std::min(ROW_BLOCK, rows - r);
      pairColumns(a + d * rows + r, rows, blockDepth, blockRows, left);
      multiply(left, true, blockRows, pairs, right, pairs * PANEL, {sum + r * columns, columns, SUM, nullptr, false});
    }
  }
}
