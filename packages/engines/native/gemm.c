// The int8 matrix kernels of kernels.h as a WebAssembly module in plain SIMD128, for every processor.
// Layout and arithmetic are those described there; results are the same to the bit.
//
// The module works in the neural engine's own linear memory, which it imports. It must therefore own
// nothing there: no data section and no shadow stack (the linker would place either inside the
// engine's data). At -O3 every local array stays in registers; wasm-module.test.ts checks the binary.
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name))) void name
#define INLINE static inline __attribute__((always_inline))

// x86's float to int32 conversion gives INT32_MIN, here -127, for NaN and for values from here on.
#define TWO_TO_31 2147483648.0f
// Added to a float of no more than 22 bits, it leaves that rounded half to even in the lowest bits.
#define ROUNDER 12582912.0f
#define ROUNDER_BITS 0x4b400000

// Four floats times `scale`, as integers from -127 to 127, plus 127.
INLINE v128_t quantize_shifted(const float *input, v128_t scale) {
  const v128_t scaled = wasm_f32x4_mul(wasm_v128_load(input), scale);
  const v128_t at_least = wasm_f32x4_pmax(wasm_f32x4_splat(-127.0f), scaled);
  const v128_t clamped = wasm_f32x4_pmin(wasm_f32x4_splat(127.0f), at_least);
  const v128_t rounded = wasm_f32x4_add(clamped, wasm_f32x4_splat(ROUNDER));
  const v128_t shifted = wasm_i32x4_sub(rounded, wasm_i32x4_splat(ROUNDER_BITS - 127));
  return wasm_v128_and(shifted, wasm_f32x4_lt(scaled, wasm_f32x4_splat(TWO_TO_31)));
}

INLINE int8_t quantize(float value, float scale) {
  const float rounded = __builtin_rintf(value * scale);
  if (!(rounded < TWO_TO_31)) return -127;
  return (int8_t)(rounded < -127.0f ? -127 : rounded > 127.0f ? 127 : (int32_t)rounded);
}

EXPORT(int8_prepare_a)(const float *input, float scale, float zero_point, uint32_t rows,
                       uint32_t width, uint8_t *output) {
  const v128_t scales = wasm_f32x4_splat(scale);
  const uint32_t count = rows * width;
  uint32_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const v128_t low = wasm_i16x8_narrow_i32x4(quantize_shifted(input + i, scales),
                                               quantize_shifted(input + i + 4, scales));
    const v128_t high = wasm_i16x8_narrow_i32x4(quantize_shifted(input + i + 8, scales),
                                                quantize_shifted(input + i + 12, scales));
    wasm_v128_store(output + i, wasm_u8x16_narrow_i16x8(low, high));
  }
  for (; i < count; i++) output[i] = (uint8_t)(quantize(input[i], scale) + 127);
}

EXPORT(int8_prepare_b)(const float *input, float scale, float zero_point, uint32_t width,
                       uint32_t columns, int8_t *output) {
  for (uint32_t panel = 0; panel < columns; panel += 8)
    for (uint32_t k = 0; k < width; k += 4)
      for (uint32_t column = panel; column < panel + 8; column++)
        for (uint32_t row = k; row < k + 4; row++)
          *output++ = quantize(input[row * columns + column], scale);
}

EXPORT(int8_prepare_b_from_transposed)(const float *input, float scale, float zero_point,
                                       uint32_t width, uint32_t columns, int8_t *output) {
  for (uint32_t panel = 0; panel < columns; panel += 8)
    for (uint32_t k = 0; k < width; k += 4)
      for (uint32_t column = panel; column < panel + 8; column++)
        for (uint32_t row = k; row < k + 4; row++)
          *output++ = quantize(input[column * width + row], scale);
}

EXPORT(int8_prepare_b_from_quantized_transposed)(const int8_t *input, uint32_t width,
                                                 uint32_t columns, int8_t *output) {
  for (uint32_t panel = 0; panel < columns; panel += 8)
    for (uint32_t k = 0; k < width; k += 4)
      for (uint32_t column = panel; column < panel + 8; column++, output += 4)
        __builtin_memcpy(output, input + column * width + k, 4);
}

EXPORT(int8_select_columns_of_b)(const int8_t *b, uint32_t width, uint32_t columns,
                                 const uint32_t *indices, uint32_t count, int8_t *output) {
  for (uint32_t first = 0; first < count; first += 8, output += 8 * width)
    for (uint32_t c = 0; c < 8; c++) {
      const uint32_t index = indices[first + c];
      const int8_t *source = b + (index / 8) * 8 * width + (index % 8) * 4;
      int8_t *target = output + c * 4;
      for (uint32_t k = 0; k < width; k += 4) __builtin_memcpy(target + k * 8, source + k * 8, 4);
    }
}

EXPORT(int8_prepare_bias)(const int8_t *b, float scale_a, float zero_point_a, float scale_b,
                          float zero_point_b, uint32_t width, uint32_t columns, const float *bias,
                          float *output) {
  const v128_t factor =
      wasm_f32x4_splat(-1.0f * ((127.0f / scale_a) * (127.0f / scale_b)) / 127.0f);
  for (uint32_t column = 0; column < columns; column += 4) {
    const int8_t *half_panel = b + (column / 8) * 8 * width + (column % 8) * 4;
    v128_t sums = wasm_i32x4_splat(0);
    for (uint32_t k = 0; k < width; k += 4) {
      const v128_t pairs = wasm_i16x8_extadd_pairwise_i8x16(wasm_v128_load(half_panel + k * 8));
      sums = wasm_i32x4_add(sums, wasm_i32x4_extadd_pairwise_i16x8(pairs));
    }
    v128_t result = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums), factor);
    if (bias) result = wasm_f32x4_add(result, wasm_v128_load(bias + column));
    wasm_v128_store(output + column, result);
  }
}

// Four columns x four k of one row: products, each two neighbours saturated to int16, then all four
// added. narrow does the saturation; a dot product with ones does the addition.
INLINE v128_t dot4(v128_t left, v128_t right_low, v128_t right_high, v128_t ones) {
  const v128_t pairs = wasm_i16x8_narrow_i32x4(wasm_i32x4_dot_i16x8(left, right_low),
                                               wasm_i32x4_dot_i16x8(left, right_high));
  return wasm_i32x4_dot_i16x8(pairs, ones);
}

#define UNROLL _Pragma("clang loop unroll(full)")

// ROWS x (8 * PANELS) results. A macro, so that both are constants and the arrays are registers.
#define DEFINE_TILE(ROWS, PANELS)                                                                 \
  INLINE void tile##ROWS##x##PANELS(const uint8_t *a, const int8_t *b, const float *bias,         \
                                    v128_t factor, uint32_t width, uint32_t columns,              \
                                    float *output) {                                              \
    const v128_t ones = wasm_i16x8_splat(1);                                                      \
    v128_t sums[ROWS][2 * PANELS];                                                                \
    UNROLL for (int r = 0; r < ROWS; r++)                                                         \
      UNROLL for (int h = 0; h < 2 * PANELS; h++) sums[r][h] = wasm_i32x4_splat(0);               \
    for (uint32_t k = 0; k < width; k += 4) {                                                     \
      v128_t right[4 * PANELS];                                                                   \
      UNROLL for (int q = 0; q < 4 * PANELS; q++)                                                 \
        right[q] = wasm_i16x8_load8x8(b + (q / 4) * 8 * width + k * 8 + (q % 4) * 8);             \
      UNROLL for (int r = 0; r < ROWS; r++) {                                                     \
        const v128_t left =                                                                       \
            wasm_u16x8_extend_low_u8x16(wasm_v128_load32_splat(a + r * width + k));               \
        UNROLL for (int h = 0; h < 2 * PANELS; h++)                                               \
          sums[r][h] = wasm_i32x4_add(sums[r][h],                                                 \
                                      dot4(left, right[2 * h], right[2 * h + 1], ones));          \
      }                                                                                           \
    }                                                                                             \
    UNROLL for (int r = 0; r < ROWS; r++)                                                         \
      UNROLL for (int h = 0; h < 2 * PANELS; h++) {                                               \
        const v128_t scaled = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums[r][h]), factor);       \
        wasm_v128_store(output + r * columns + h * 4,                                             \
                        wasm_f32x4_add(scaled, wasm_v128_load(bias + h * 4)));                    \
      }                                                                                           \
  }

DEFINE_TILE(1, 1)
DEFINE_TILE(1, 2)
DEFINE_TILE(2, 1)
DEFINE_TILE(3, 1)
DEFINE_TILE(4, 1)

EXPORT(int8_multiply_and_add_bias)(const uint8_t *a, float scale_a, float zero_point_a,
                                   const int8_t *b, float scale_b, float zero_point_b,
                                   const float *bias, float multiplier, uint32_t rows,
                                   uint32_t width, uint32_t columns, float *output) {
  const v128_t factor = wasm_f32x4_splat(multiplier / (scale_a * scale_b));
  uint32_t column = 0;
  if (rows == 1)
    for (; column + 16 <= columns; column += 16)
      tile1x2(a, b + column * width, bias + column, factor, width, columns, output + column);
  for (; column < columns; column += 8) {
    const int8_t *panel = b + column * width;
    const float *biases = bias + column;
    uint32_t row = 0;
    for (; row + 4 <= rows; row += 4)
      tile4x1(a + row * width, panel, biases, factor, width, columns, output + row * columns + column);
    const uint8_t *left = a + row * width;
    float *target = output + row * columns + column;
    if (rows - row == 3) tile3x1(left, panel, biases, factor, width, columns, target);
    if (rows - row == 2) tile2x1(left, panel, biases, factor, width, columns, target);
    if (rows - row == 1) tile1x1(left, panel, biases, factor, width, columns, target);
  }
}
