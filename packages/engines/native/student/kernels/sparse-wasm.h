// Products of rows most of whose numbers are zero, as they are behind a rectified layer: three quarters
// of them in the starter models. Only what is not zero is multiplied, two inputs at a time, whichever
// they are. A sum of integers is the same in any order.
#pragma once
#include "outputs-wasm.h"

namespace student {
namespace {

// How many rows are listed at a time.
constexpr size_t LISTED_ROWS = 128;
// Bytes of an input's weights for eight outputs; those of eight more stand behind those of all inputs.
constexpr size_t INPUT_BYTES = OUTPUTS * sizeof(int16_t);
constexpr size_t HALF = MAX_WIDTH * OUTPUTS;

// The inputs of a row that are not zero, and where their weights stand.
struct Listed {
  // A vector is written at a time, and there is a zero behind the last one.
  static constexpr size_t MOST = MAX_WIDTH + 8;
  // First the offsets, then the inputs: one pointer leads to both.
  uint16_t numbers[2 * MOST];
};

// An instance has one thread, and these are too large for its stack.
Listed listed_rows[LISTED_ROWS];
alignas(64) int16_t weights_by_input[2 * HALF];

// For each set of lanes: an order of bytes that brings these lanes to the front.
struct Orders {
  uint8_t bytes[256][16];
  constexpr Orders() : bytes() {
    for (int set = 0; set < 256; set++) {
      int at = 0;
      for (int lane = 0; lane < 8; lane++)
        if (set >> lane & 1) {
          bytes[set][at++] = uint8_t(2 * lane);
          bytes[set][at++] = uint8_t(2 * lane + 1);
        }
    }
  }
};
alignas(16) constexpr Orders ORDERS;

// Looks at a few rows only: which way is taken changes nothing but the time.
INLINE bool are_mostly_zeros(const int16_t *inputs, size_t rows, size_t width) {
  constexpr size_t ENOUGH = 8;
  const size_t count = smaller(rows, ENOUGH) * width;
  v128_t zeros = wasm_i16x8_splat(0);
  for (size_t i = 0; i < count; i += 8)
    zeros = wasm_i16x8_sub(zeros, wasm_i16x8_eq(wasm_v128_load(inputs + i), wasm_i16x8_splat(0)));
  const v128_t pairs = wasm_i32x4_extadd_pairwise_i16x8(zeros);
  const int32_t sum = wasm_i32x4_extract_lane(pairs, 0) + wasm_i32x4_extract_lane(pairs, 1) +
                      wasm_i32x4_extract_lane(pairs, 2) + wasm_i32x4_extract_lane(pairs, 3);
  return 2 * size_t(sum) > count;
}

// Inputs are arranged: of 16 of them, the even ones stand before the odd ones.
INLINE size_t list_row(const int16_t *inputs, size_t width, Listed &row) {
  constexpr int STEP = 2 * int(INPUT_BYTES);
  v128_t offsets = wasm_i16x8_make(0, STEP, 2 * STEP, 3 * STEP, 4 * STEP, 5 * STEP, 6 * STEP, 7 * STEP);
  size_t count = 0;
  for (size_t i = 0; i < width; i += 16) {
    for (int is_odd = 0; is_odd < 2; is_odd++) {
      const v128_t lanes = wasm_v128_load(inputs + i + 8 * is_odd);
      const uint32_t set = wasm_i16x8_bitmask(wasm_i16x8_ne(lanes, wasm_i16x8_splat(0)));
      const v128_t order = wasm_v128_load(ORDERS.bytes[set]);
      const v128_t own = wasm_i16x8_add(offsets, wasm_i16x8_splat(int16_t(INPUT_BYTES * size_t(is_odd))));
      wasm_v128_store(row.numbers + Listed::MOST + count, wasm_i8x16_swizzle(lanes, order));
      wasm_v128_store(row.numbers + count, wasm_i8x16_swizzle(own, order));
      count += size_t(__builtin_popcount(set));
    }
    offsets = wasm_i16x8_add(offsets, wasm_i16x8_splat(8 * STEP));
  }
  // They are taken by twos.
  row.numbers[count] = row.numbers[Listed::MOST + count] = 0;
  return count;
}

INLINE v128_t mix_low_bytes(v128_t one, v128_t other) {
  return wasm_i8x16_shuffle(one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
INLINE v128_t mix_high_bytes(v128_t one, v128_t other) {
  return wasm_i8x16_shuffle(one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
INLINE v128_t mix_low(v128_t one, v128_t other) { return wasm_i16x8_shuffle(one, other, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE v128_t mix_high(v128_t one, v128_t other) { return wasm_i16x8_shuffle(one, other, 4, 12, 5, 13, 6, 14, 7, 15); }

// For each input the weights of eight outputs, in 16 bits.
INLINE void move_by_input(const Outputs &outputs, size_t width, int16_t *moved) {
  for (size_t i = 0; i < width; i += 16)
    for (int is_second = 0; is_second < 2; is_second++) {
      // Mixed three times, bytes of eight outputs and eight inputs stand by inputs.
      v128_t fours[4];
      for (int j = 0; j < 4; j++) {
        const v128_t one = wasm_v128_load(outputs.weights[j] + i), other = wasm_v128_load(outputs.weights[j + 4] + i);
        fours[j] = is_second ? mix_high_bytes(one, other) : mix_low_bytes(one, other);
      }
      const v128_t even[2] = {mix_low_bytes(fours[0], fours[2]), mix_high_bytes(fours[0], fours[2])};
      const v128_t odd[2] = {mix_low_bytes(fours[1], fours[3]), mix_high_bytes(fours[1], fours[3])};
      for (int half = 0; half < 2; half++) {
        const v128_t low = mix_low_bytes(even[half], odd[half]), high = mix_high_bytes(even[half], odd[half]);
        wasm_v128_store(moved, wasm_i16x8_extend_low_i8x16(low));
        wasm_v128_store(moved + OUTPUTS, wasm_i16x8_extend_high_i8x16(low));
        wasm_v128_store(moved + 2 * OUTPUTS, wasm_i16x8_extend_low_i8x16(high));
        wasm_v128_store(moved + 3 * OUTPUTS, wasm_i16x8_extend_high_i8x16(high));
        moved += 4 * OUTPUTS;
      }
    }
}

INLINE const int16_t *weights_at(uint16_t offset) {
  return reinterpret_cast<const int16_t *>(reinterpret_cast<const uint8_t *>(weights_by_input) + offset);
}

// Four vectors of sums, of four outputs each.
INLINE void sum_listed(const Listed &row, size_t count, v128_t *sums) {
  v128_t s0 = wasm_i32x4_splat(0), s1 = s0, s2 = s0, s3 = s0;
  const uint16_t *offsets = row.numbers;
  UNROLL_PRODUCTS
  for (const uint16_t *end = offsets + count; offsets < end; offsets += 2) {
    const int16_t *one = weights_at(offsets[0]), *other = weights_at(offsets[1]);
    const v128_t inputs = wasm_v128_load32_splat(offsets + Listed::MOST);
    const v128_t a = wasm_v128_load(one), b = wasm_v128_load(other);
    const v128_t c = wasm_v128_load(one + HALF), d = wasm_v128_load(other + HALF);
    s0 = wasm_i32x4_add(s0, wasm_i32x4_dot_i16x8(inputs, mix_low(a, b)));
    s1 = wasm_i32x4_add(s1, wasm_i32x4_dot_i16x8(inputs, mix_high(a, b)));
    s2 = wasm_i32x4_add(s2, wasm_i32x4_dot_i16x8(inputs, mix_low(c, d)));
    s3 = wasm_i32x4_add(s3, wasm_i32x4_dot_i16x8(inputs, mix_high(c, d)));
  }
  sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
}

void multiply_sparse_rows(const Product &p) {
  const size_t width = p.matrix->stride;
  size_t counts[LISTED_ROWS];
  for (size_t start = 0; start < p.rows; start += LISTED_ROWS) {
    const size_t rows = smaller(LISTED_ROWS, p.rows - start);
    const int16_t *inputs = static_cast<const int16_t *>(p.quantized) + start * width;
    for (size_t row = 0; row < rows; row++) counts[row] = list_row(inputs + row * width, width, listed_rows[row]);
    for (size_t at = 0; at < p.count; at += 2 * OUTPUTS) {
      const Outputs first(p, at), second(p, at + OUTPUTS);
      move_by_input(first, width, weights_by_input);
      move_by_input(second, width, weights_by_input + HALF);
      for (size_t row = 0; row < rows; row++) {
        v128_t sums[4];
        sum_listed(listed_rows[row], counts[row], sums);
        write_outputs(p, start + row, at, sums, first.bias);
        if (at + OUTPUTS < p.count) write_outputs(p, start + row, at + OUTPUTS, sums + 2, second.bias);
      }
    }
  }
}

}  // namespace
}  // namespace student
