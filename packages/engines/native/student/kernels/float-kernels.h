// Floating point for all instruction sets, in vectors of 8 numbers that the compiler maps to whatever
// registers there are. The order of every sum is that of these lanes, and nothing may be fused or
// reordered (-ffp-contract=off), so results do not depend on the processor. Everything is in an
// unnamed namespace: each file that includes this is compiled for another processor, and the linker
// must not mix them.
#pragma once
#include "kernels.h"

#if defined(__wasm__)
#include <wasm_simd128.h>
#endif

namespace student {
namespace {

#define INLINE __attribute__((always_inline)) inline

typedef float Floats __attribute__((vector_size(32)));
typedef float LooseFloats __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t Integers __attribute__((vector_size(32)));
typedef uint32_t Bits __attribute__((vector_size(32)));
typedef int8_t Bytes __attribute__((vector_size(8)));

// Two vectors at a time, where a register holds them and each lane is for itself, or they are added up
// in turn.
typedef float Pairs __attribute__((vector_size(64)));
typedef float LoosePairs __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t PairIntegers __attribute__((vector_size(64)));
typedef uint32_t PairBits __attribute__((vector_size(64)));
#if defined(__AVX512F__)
constexpr bool HAS_PAIRS = true;
#else
constexpr bool HAS_PAIRS = false;
#endif

template <typename V>
struct Vector;
template <>
struct Vector<Floats> {
  typedef LooseFloats Loose;
  typedef Integers Whole;
  typedef Bits Unsigned;
};
template <>
struct Vector<Pairs> {
  typedef LoosePairs Loose;
  typedef PairIntegers Whole;
  typedef PairBits Unsigned;
};

template <typename V>
INLINE V load_as(const float *values) {
  return *reinterpret_cast<const typename Vector<V>::Loose *>(values);
}
template <typename V>
INLINE void store(float *values, V lanes) {
  *reinterpret_cast<typename Vector<V>::Loose *>(values) = lanes;
}
template <typename V>
INLINE V all_as(float value) {
  return V{} + value;
}
INLINE Floats load(const float *values) { return load_as<Floats>(values); }
INLINE Floats all(float value) { return all_as<Floats>(value); }
INLINE Floats first_of(Pairs pair) { return __builtin_shufflevector(pair, pair, 0, 1, 2, 3, 4, 5, 6, 7); }
INLINE Floats second_of(Pairs pair) { return __builtin_shufflevector(pair, pair, 8, 9, 10, 11, 12, 13, 14, 15); }
template <typename V>
INLINE V select(typename Vector<V>::Whole mask, V one, V other) {
  typedef typename Vector<V>::Whole Whole;
  return reinterpret_cast<V>((mask & reinterpret_cast<Whole>(one)) | (~mask & reinterpret_cast<Whole>(other)));
}
template <typename V>
INLINE V largest(V one, V other) {
  return one > other ? one : other;
}
template <typename V>
INLINE V smallest(V one, V other) {
  return one < other ? one : other;
}
#if defined(__wasm__)
// The same in one instruction a register, which the compiler does not find.
template <typename Operation>
INLINE Floats in_registers(Floats one, Floats other, Operation operation) {
  v128_t ones[2], others[2];
  copy_bytes(ones, &one, sizeof one), copy_bytes(others, &other, sizeof other);
  for (int i = 0; i < 2; i++) ones[i] = operation(others[i], ones[i]);
  copy_bytes(&one, ones, sizeof one);
  return one;
}
template <>
INLINE Floats largest(Floats one, Floats other) {
  return in_registers(one, other, [](v128_t a, v128_t b) { return wasm_f32x4_pmax(a, b); });
}
template <>
INLINE Floats smallest(Floats one, Floats other) {
  return in_registers(one, other, [](v128_t a, v128_t b) { return wasm_f32x4_pmin(a, b); });
}
#endif
INLINE float add_lanes(Floats lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}
INLINE float largest_lane(Floats lanes) {
  lanes = largest(lanes, __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 0, 1, 2, 3));
  lanes = largest(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1, 6, 7, 4, 5));
  lanes = largest(lanes, __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6));
  return lanes[0];
}

// 1.5 * 2^23: added to a small number, it leaves the nearest integer in the low bits, ties to even.
constexpr float ROUNDER = 12582912.0f;
constexpr int32_t ROUNDER_BITS = 0x4B400000;

// e to the power of numbers up to 88; what is below -87 gives 0. Cephes' polynomial.
template <typename V>
INLINE V exponential(V x) {
  typedef typename Vector<V>::Unsigned Unsigned;
  const typename Vector<V>::Whole is_tiny = x < all_as<V>(-87.0f);
  x = smallest(largest(x, all_as<V>(-87.0f)), all_as<V>(88.0f));
  const V shifted = x * 1.44269504088896341f + ROUNDER;
  const V power = shifted - ROUNDER;
  V r = x - power * 0.693359375f;
  r = r - power * -2.12194440e-4f;
  V y = all_as<V>(1.9875691500e-4f);
  y = y * r + 1.3981999507e-3f;
  y = y * r + 8.3334519073e-3f;
  y = y * r + 4.1665795894e-2f;
  y = y * r + 1.6666665459e-1f;
  y = y * r + 5.0000001201e-1f;
  y = y * (r * r) + r + 1.0f;
  const Unsigned exponent = (reinterpret_cast<Unsigned>(shifted) - uint32_t(ROUNDER_BITS) + 127u) << 23;
  return select(is_tiny, V{}, y * reinterpret_cast<V>(exponent));
}

// The nearest integers from -127 to 127; what is no number becomes -127.
INLINE Integers round_lanes(Floats x) {
  x = smallest(largest(x, all(-127.0f)), all(127.0f));
  return reinterpret_cast<Integers>(x + ROUNDER) - ROUNDER_BITS;
}

INLINE float largest_magnitude(const float *values, size_t width) {
  Floats most = Floats{};
  size_t i = 0;
  for (; i + LANES <= width; i += LANES) {
    const Floats lanes = load(values + i);
    most = largest(largest(lanes, -lanes), most);
  }
  float result = largest_lane(most);
  for (; i < width; i++) {
    const float magnitude = values[i] < 0 ? -values[i] : values[i];
    if (magnitude > result) result = magnitude;
  }
  return result;
}

template <typename Set>
void quantize_rows(const Quantization &quantization) {
  typedef typename Set::Input Input;
  typedef Input Inputs __attribute__((vector_size(8 * sizeof(Input))));
  typedef Input LooseInputs
      __attribute__((vector_size(8 * sizeof(Input)), aligned(sizeof(Input)), may_alias));
  const size_t width = quantization.width, stride = padded_width(width);
  Input *quantized = static_cast<Input *>(quantization.quantized);
  for (size_t row = 0; row < quantization.rows; row++, quantized += stride) {
    const float *values = quantization.values + row * width;
    float factor = quantization.factor;
    if (!(factor > 0)) {
      const float most = largest_magnitude(values, width);
      factor = most > 0 ? 127.0f / most : 1.0f;
    }
    quantization.factors[row] = factor;
    size_t i = 0;
    for (; i + LANES <= width; i += LANES) {
      const Integers lanes = round_lanes(load(values + i) * factor) + Set::INPUT_OFFSET;
      *reinterpret_cast<LooseInputs *>(quantized + i) = __builtin_convertvector(lanes, Inputs);
    }
    for (; i < width; i++) {
      quantized[i] = Input(round_lanes(all(values[i]) * factor)[0] + Set::INPUT_OFFSET);
    }
    for (; i < stride; i++) quantized[i] = Input(Set::INPUT_OFFSET);
    Set::arrange(quantized, stride);
  }
}

void add_and_normalise_rows(float *outputs, const float *inputs, size_t rows, size_t width,
                            const float *scale, const float *bias) {
  constexpr float EPSILON = 1e-6f;
  for (size_t row = 0; row < rows; row++, outputs += width, inputs += width) {
    Floats sums[2] = {}, squares[2] = {};
    size_t i = 0;
    if (HAS_PAIRS) {
      Pairs both = {};
      for (; i + 2 * LANES <= width; i += 2 * LANES) {
        const Pairs value = load_as<Pairs>(outputs + i) + load_as<Pairs>(inputs + i);
        store(outputs + i, value);
        both += value;
      }
      sums[0] = first_of(both), sums[1] = second_of(both);
    }
    for (; i < width; i += LANES) {
      const Floats value = load(outputs + i) + load(inputs + i);
      store(outputs + i, value);
      sums[i / LANES % 2] += value;
    }
    const float mean = add_lanes(sums[0] + sums[1]) / float(width);
    i = 0;
    if (HAS_PAIRS) {
      Pairs both = {};
      for (; i + 2 * LANES <= width; i += 2 * LANES) {
        const Pairs value = load_as<Pairs>(outputs + i) - mean;
        both += value * value;
      }
      squares[0] = first_of(both), squares[1] = second_of(both);
    }
    for (; i < width; i += LANES) {
      const Floats value = load(outputs + i) - mean;
      squares[i / LANES % 2] += value * value;
    }
    const float variance = add_lanes(squares[0] + squares[1]) / float(width);
    const float factor = 1.0f / __builtin_sqrtf(variance + EPSILON);
    i = 0;
    if (HAS_PAIRS)
      for (; i + 2 * LANES <= width; i += 2 * LANES) {
        const Pairs value = (load_as<Pairs>(outputs + i) - mean) * factor;
        store(outputs + i, value * load_as<Pairs>(scale + i) + load_as<Pairs>(bias + i));
      }
    for (; i < width; i += LANES) {
      const Floats value = (load(outputs + i) - mean) * factor;
      store(outputs + i, value * load(scale + i) + load(bias + i));
    }
  }
}

template <typename V>
INLINE void recur_lanes(float *cell, float *candidates, const float *forgets) {
  const V kept = 1.0f / (1.0f + exponential(-load_as<V>(forgets)));
  const V next = kept * load_as<V>(cell) + (1.0f - kept) * load_as<V>(candidates);
  store(cell, next);
  store(candidates, largest(next, V{}));
}

void recur_row(float *cell, float *candidates, const float *forgets, size_t width) {
  size_t i = 0;
  if (HAS_PAIRS)
    for (; i + 2 * LANES <= width; i += 2 * LANES) recur_lanes<Pairs>(cell + i, candidates + i, forgets + i);
  for (; i < width; i += LANES) recur_lanes<Floats>(cell + i, candidates + i, forgets + i);
}

void transpose_rows(const float *rows, size_t source_length, size_t width, float *keys) {
  const size_t stride = padded_lanes(source_length);
  for (size_t i = 0; i < width; i++) {
    float *row = keys + i * stride;
    for (size_t position = 0; position < source_length; position++) row[position] = rows[position * width + i];
    for (size_t position = source_length; position < stride; position++) row[position] = 0;
  }
}

// Turns scores into weights that add up to 1.
INLINE void softmax(float *scores, size_t source_length) {
  const size_t stride = padded_lanes(source_length);
  for (size_t position = source_length; position < stride; position++) scores[position] = -1e30f;
  Floats most = load(scores);
  for (size_t position = LANES; position < stride; position += LANES) most = largest(load(scores + position), most);
  const float top = largest_lane(most);
  Floats sum = Floats{};
  size_t position = 0;
  if (HAS_PAIRS)
    for (; position + 2 * LANES <= stride; position += 2 * LANES) {
      const Pairs values = exponential(load_as<Pairs>(scores + position) - top);
      store(scores + position, values);
      sum += first_of(values);
      sum += second_of(values);
    }
  for (; position < stride; position += LANES) {
    const Floats value = exponential(load(scores + position) - top);
    store(scores + position, value);
    sum += value;
  }
  const float factor = 1.0f / add_lanes(sum);
  for (position = 0; position < stride; position += LANES) store(scores + position, load(scores + position) * factor);
}

// Scores of BLOCKS vectors of keys for some heads at a time, whose sums do not wait for each other.
template <int HEADS, int BLOCKS, typename V>
INLINE void score_keys(const float *query, const float *keys, size_t stride, size_t head_width,
                         float factor, float *scores) {
  constexpr size_t SIZE = sizeof(V) / sizeof(float);
  V sums[HEADS][BLOCKS] = {};
  for (size_t i = 0; i < head_width; i++)
    for (int head = 0; head < HEADS; head++) {
      const size_t at = size_t(head) * head_width + i;
      for (int block = 0; block < BLOCKS; block++)
        sums[head][block] += load_as<V>(keys + at * stride + block * SIZE) * query[at];
    }
  for (int head = 0; head < HEADS; head++)
    for (int block = 0; block < BLOCKS; block++)
      store(scores + size_t(head) * stride + block * SIZE, sums[head][block] * factor);
}

// Where registers hold four numbers, those of four heads would have no room in them.
#if defined(__wasm__)
constexpr size_t HEADS_AT_ONCE = 1;
#else
constexpr size_t HEADS_AT_ONCE = 4;
#endif

// Scores of all keys for some heads.
template <int HEADS>
INLINE void score_heads(const float *query, const float *keys, size_t stride, size_t head_width,
                        float factor, float *scores) {
  size_t position = 0;
  for (; position + 2 * LANES <= stride; position += 2 * LANES) {
    if (HAS_PAIRS) {
      score_keys<HEADS, 1, Pairs>(query, keys + position, stride, head_width, factor, scores + position);
    } else {
      score_keys<HEADS, 2, Floats>(query, keys + position, stride, head_width, factor, scores + position);
    }
  }
  if (position < stride)
    score_keys<HEADS, 1, Floats>(query, keys + position, stride, head_width, factor, scores + position);
}

// BLOCKS vectors of a value at a time.
template <int BLOCKS, typename V>
INLINE void blend_values(const float *weights, const float *values, size_t source_length, size_t width,
                         float *results) {
  constexpr size_t SIZE = sizeof(V) / sizeof(float);
  V sums[BLOCKS] = {};
  for (size_t position = 0; position < source_length; position++)
    for (int block = 0; block < BLOCKS; block++)
      sums[block] += load_as<V>(values + position * width + block * SIZE) * weights[position];
  for (int block = 0; block < BLOCKS; block++) store(results + block * SIZE, sums[block]);
}

void attend_rows(const AttentionInput &a) {
  const size_t stride = padded_lanes(a.source_length), head_width = a.width / a.heads;
  const float factor = 1.0f / __builtin_sqrtf(float(head_width));
  for (size_t row = 0; row < a.query_count; row++) {
    const float *query = a.queries + row * a.width;
    float *results = a.results + row * a.width;
    size_t head = 0;
    for (; head + HEADS_AT_ONCE <= a.heads; head += HEADS_AT_ONCE)
      score_heads<HEADS_AT_ONCE>(query + head * head_width, a.keys + head * head_width * stride, stride, head_width,
                                 factor, a.scratch + head * stride);
    for (; head < a.heads; head++)
      score_heads<1>(query + head * head_width, a.keys + head * head_width * stride, stride, head_width, factor,
                     a.scratch + head * stride);
    for (head = 0; head < a.heads; head++) softmax(a.scratch + head * stride, a.source_length);
    if (a.first_head) copy_bytes(a.first_head + row * a.source_length, a.scratch, a.source_length * sizeof(float));
    for (head = 0; head < a.heads; head++) {
      const float *weights = a.scratch + head * stride;
      const size_t end = (head + 1) * head_width;
      size_t i = head * head_width;
      for (; i + 4 * LANES <= end; i += 4 * LANES) {
        if (HAS_PAIRS) {
          blend_values<2, Pairs>(weights, a.values + i, a.source_length, a.width, results + i);
        } else {
          blend_values<4, Floats>(weights, a.values + i, a.source_length, a.width, results + i);
        }
      }
      for (; i < end; i += LANES) blend_values<1, Floats>(weights, a.values + i, a.source_length, a.width, results + i);
    }
  }
}

void add_embedding_row(float *row, const int8_t *weights, float factor, size_t width) {
  for (size_t i = 0; i < width; i += LANES) {
    Bytes bytes;
    copy_bytes(&bytes, weights + i, LANES);
    store(row + i, load(row + i) + __builtin_convertvector(bytes, Floats) * factor);
  }
}

void add_up_scores(const float *scores, size_t count, Scan &scan) {
  Floats most = all(scan.largest);
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) most = largest(load(scores + i), most);
  float top = largest_lane(most);
  for (size_t j = i; j < count; j++) top = scores[j] > top ? scores[j] : top;
  Floats sums[2] = {};
  i = 0;
  if (HAS_PAIRS) {
    Pairs both = {};
    for (; i + 2 * LANES <= count; i += 2 * LANES) both += exponential(load_as<Pairs>(scores + i) - top);
    sums[0] = first_of(both), sums[1] = second_of(both);
  }
  for (; i + LANES <= count; i += LANES)
    sums[i / LANES % 2] += exponential(load(scores + i) - top);
  float sum = add_lanes(sums[0] + sums[1]);
  if (i < count) {
    Floats rest = all(-1e30f);
    for (size_t j = i; j < count; j++) rest[j - i] = scores[j] - top;
    sum += add_lanes(exponential(rest));
  }
  scan.sum = scan.sum * exponential(all(scan.largest - top))[0] + sum;
  scan.largest = top;
}

INLINE void insert_best(float score, int32_t column, Scan &scan) {
  size_t at = scan.found < scan.wanted ? scan.found++ : scan.found - 1;
  for (; at > 0 && score > scan.best_scores[at - 1]; at--) {
    scan.best_scores[at] = scan.best_scores[at - 1];
    scan.best_columns[at] = scan.best_columns[at - 1];
  }
  scan.best_scores[at] = score;
  scan.best_columns[at] = column;
}

void find_best_scores(const float *scores, size_t count, int32_t first, Scan &scan) {
  constexpr size_t BLOCK = 8 * LANES;
  for (size_t start = 0; start < count; start += BLOCK) {
    const size_t end = smaller(start + BLOCK, count);
    const bool is_full = scan.found == scan.wanted;
    if (is_full && end - start == BLOCK) {
      // Mostly none of them is good enough.
      Floats most = load(scores + start);
      for (size_t i = start + LANES; i < end; i += LANES) most = largest(load(scores + i), most);
      if (!(largest_lane(most) > scan.best_scores[scan.found - 1])) continue;
    }
    for (size_t i = start; i < end; i++) {
      if (scan.found < scan.wanted || scores[i] > scan.best_scores[scan.found - 1])
        insert_best(scores[i], first + int32_t(i), scan);
    }
  }
}

}  // namespace
}  // namespace student
