// The int8 matrix kernels behind the neural engine's `wasm_gemm` imports, on plain pointers.
//
// Nothing here checks a pointer or a shape: addon.cc does that before it calls. `width` is the inner
// dimension and a multiple of 4, `columns` a multiple of 8. No pointer needs any alignment.
//
// Layout of a prepared matrix (width x columns bytes, no header), shared by every kernel, native and
// WebAssembly: panels of 8 columns; in a panel, for each 4 consecutive rows k..k+3, 32 bytes:
// column 0 (k..k+3), column 1 (k..k+3) ... column 7 (k..k+3). So a vector lane is a column and no sum
// ever crosses lanes, except for the 4 bytes that the multiply instructions add up themselves.
//
// Arithmetic is that of intgemm's Int8Shift, which the engine's own fallbacks run: A is unsigned
// (value + 127), the products of each two neighbouring k saturate to int16, everything after that
// wraps in int32. Multiply and add stay separate in float (build with -ffp-contract=off).
#ifndef DRAGOMAN_KERNELS_H
#define DRAGOMAN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

namespace dragoman {

// Float to int8 (plus 127) for the left matrix; `count` values. NaN and values beyond int32 become -127.
typedef void (*PrepareA)(const uint8_t *input, float scale, size_t count, uint8_t *output);

// Column sums of a prepared matrix times `factor`, plus `bias` where it is not null.
typedef void (*PrepareBias)(const int8_t *b, float factor, size_t width, size_t columns,
                            const uint8_t *bias, uint8_t *output);

// (A x B) times `factor`, plus `bias`.
typedef void (*Multiply)(const uint8_t *a, const int8_t *b, const uint8_t *bias, float factor,
                         size_t rows, size_t width, size_t columns, uint8_t *output);

struct Kernels {
  const char *name;
  PrepareA prepare_a;
  PrepareBias prepare_bias;
  Multiply multiply;
};

void prepare_a_avx2(const uint8_t *input, float scale, size_t count, uint8_t *output);
void prepare_bias_avx2(const int8_t *b, float factor, size_t width, size_t columns,
                       const uint8_t *bias, uint8_t *output);
void multiply_avx2(const uint8_t *a, const int8_t *b, const uint8_t *bias, float factor,
                   size_t rows, size_t width, size_t columns, uint8_t *output);

void multiply_avx512vnni(const uint8_t *a, const int8_t *b, const uint8_t *bias, float factor,
                         size_t rows, size_t width, size_t columns, uint8_t *output);

// The functions below move bytes and run rarely: one version serves every processor.

// `input` is float, [width][columns].
void prepare_b(const uint8_t *input, float scale, size_t width, size_t columns, int8_t *output);
// `input` is float, [columns][width].
void prepare_b_from_transposed(const uint8_t *input, float scale, size_t width, size_t columns,
                               int8_t *output);
// `input` is int8, [columns][width].
void prepare_b_from_quantized_transposed(const uint8_t *input, size_t width, size_t columns,
                                         int8_t *output);
// Makes panels of the `count` (a multiple of 8) columns listed at `indices` (uint32). False, with
// the output half written, when an index is not below `columns`. Each index is read once, so an
// output that overlaps the list cannot change an index that was already checked.
bool select_columns(const int8_t *b, size_t width, size_t columns, const uint8_t *indices,
                    size_t count, int8_t *output);

}  // namespace dragoman

#endif
