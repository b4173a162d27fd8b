// Products of the small matrices inside attention, where a call of a BLAS costs more than the work.
#pragma once
#include "vectors.h"

// A matrix whose element (row, column) stands at start[row * rowStep + column * columnStep].
struct Strided {
  const float* start;
  int64_t rowStep, columnStep;
};

// ROWS rows and COLUMNS * 16 columns of out = a · b, summed over `depth` columns of a.
template <int COLUMNS, int ROWS>
static inline void productTile(Strided a, const float* b, int64_t bStep, float* out, int64_t outStep, int64_t depth) {
  Vector sums[ROWS][COLUMNS];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) sums[r][c] = (Vector){};
  for (int64_t k = 0; k < depth; k++) {
    Vector row[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) row[c] = load(b + k * bStep + LANES * c);
    for (int r = 0; r < ROWS; r++) {
      Vector factor = broadcast(a.start[r * a.rowStep + k * a.columnStep]);
      for (int c = 0; c < COLUMNS; c++) sums[r][c] += factor * row[c];
    }
  }
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) store(out + r * outStep + LANES * c, sums[r][c]);
}

template <int COLUMNS>
static void productColumns(Strided a, const float* b, int64_t bStep, float* out, int64_t outStep, int64_t rows, int64_t depth) {
  int64_t r = 0;
  for (; r + 4 <= rows; r += 4)
    productTile<COLUMNS, 4>({a.start + r * a.rowStep, a.rowStep, a.columnStep}, b, bStep, out + r * outStep, outStep, depth);
  for (; r < rows; r++)
    productTile<COLUMNS, 1>({a.start + r * a.rowStep, a.rowStep, a.columnStep}, b, bStep, out + r * outStep, outStep, depth);
}

// out [rows, columns] = a [rows, depth] · b [depth, columns]; columns is a multiple of 16.
static void smallProduct(Strided a, const float* b, int64_t bStep, float* out, int64_t outStep, int64_t rows, int64_t columns, int64_t depth) {
  for (; columns >= 64; columns -= 64, b += 64, out += 64) productColumns<4>(a, b, bStep, out, outStep, rows, depth);
  if (columns == 48) productColumns<3>(a, b, bStep, out, outStep, rows, depth);
  if (columns == 32) productColumns<2>(a, b, bStep, out, outStep, rows, depth);
  if (columns == 16) productColumns<1>(a, b, bStep, out, outStep, rows, depth);
}
