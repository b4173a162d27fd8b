// Which kernels this processor can run, and whether they work.
#include "kernels.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace student {

extern const Kernels PLAIN_KERNELS, SSE2_KERNELS, AVX2_KERNELS, AVX512VNNI_KERNELS, NEON_KERNELS, DOTPROD_KERNELS,
    WASM_KERNELS;

namespace {

// Every kind that was compiled for this kind of processor, best first.
const Kernels *compiled_at(size_t index) {
#if defined(__x86_64__)
  const Kernels *const all[] = {&AVX512VNNI_KERNELS, &AVX2_KERNELS, &SSE2_KERNELS, &PLAIN_KERNELS};
#elif defined(__aarch64__)
  const Kernels *const all[] = {&DOTPROD_KERNELS, &NEON_KERNELS, &PLAIN_KERNELS};
#elif defined(__wasm__)
  const Kernels *const all[] = {&WASM_KERNELS, &PLAIN_KERNELS};
#else
  const Kernels *const all[] = {&PLAIN_KERNELS};
#endif
  return index < sizeof all / sizeof all[0] ? all[index] : nullptr;
}

bool processor_has(const Kernels &kernels) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (&kernels == &AVX512VNNI_KERNELS)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx2");
  if (&kernels == &AVX2_KERNELS) return __builtin_cpu_supports("avx2");
#elif defined(__aarch64__) && defined(__linux__)
  constexpr unsigned long HAS_DOT_PRODUCTS = 1 << 20;
  if (&kernels == &DOTPROD_KERNELS) return (getauxval(AT_HWCAP) & HAS_DOT_PRODUCTS) != 0;
#endif
  (void)kernels;
  return true;
}

// Numbers without a pattern, the same every time.
struct Noise {
  uint32_t state = 1;
  uint32_t next() {
    state = state * 1664525 + 1013904223;
    return state >> 8;
  }
  // From -8 to 8.
  float number() { return float(int32_t(next() % 65536) - 32768) / 4096.0f; }
};

// Products of the largest numbers there are, of both signs.
void exercise_largest(const Kernels &kernels, Array<float> &results) {
  constexpr size_t ROWS = 7, OUTPUTS = 3;
  Array<float> inputs, factors, doubled, products;
  Array<int8_t> weights;
  Array<uint8_t> quantized;
  inputs.resize(ROWS * MAX_WIDTH);
  for (size_t i = 0; i < inputs.size(); i++) inputs[i] = i / MAX_WIDTH % 2 ? 127.0f : -127.0f;
  weights.resize(OUTPUTS * MAX_WIDTH);
  for (size_t i = 0; i < weights.size(); i++) weights[i] = i / MAX_WIDTH % 2 ? 127 : -128;
  int32_t sums[OUTPUTS];
  for (size_t i = 0; i < OUTPUTS; i++) sums[i] = 128 * int32_t(MAX_WIDTH) * weights[i * MAX_WIDTH];
  quantized.resize(ROWS * MAX_WIDTH * kernels.input_bytes);
  factors.resize(ROWS);
  kernels.quantize({inputs.data(), ROWS, MAX_WIDTH, 1.0f, quantized.data(), factors.data()});
  doubled.resize(2 * ROWS);
  for (float &factor : doubled) factor = 1.0f;
  products.resize(ROWS * OUTPUTS);
  const Matrix matrix = {MAX_WIDTH, OUTPUTS, MAX_WIDTH, weights.data(), 1.0f, 1.0f, sums};
  kernels.multiply({quantized.data(), doubled.data(), ROWS, &matrix, nullptr, 0, OUTPUTS, nullptr, false,
                    products.data(), OUTPUTS});
  results.append(products.data(), products.size());
}

// All that kernels can do, on numbers without a pattern; what comes out goes to `results`.
void exercise(const Kernels &kernels, Array<float> &results) {
  constexpr size_t ROWS = 15, WIDTH = 192, OUTPUTS = 45, HEADS = 4;
  Noise noise;
  Array<float> inputs, bias, more;
  Array<int8_t> weights;
  Array<int32_t> sums, columns;
  inputs.resize(ROWS * WIDTH);
  for (float &value : inputs) value = noise.number();
  more.resize(ROWS * WIDTH);
  for (float &value : more) value = noise.number();
  bias.resize(OUTPUTS);
  for (float &value : bias) value = noise.number();
  weights.resize(OUTPUTS * WIDTH);
  for (int8_t &value : weights) value = int8_t(noise.next());
  sums.resize(OUTPUTS);
  for (size_t output = 0; output < OUTPUTS; output++) {
    sums[output] = 0;
    for (size_t i = 0; i < WIDTH; i++) sums[output] += 128 * weights[output * WIDTH + i];
    if (output % 3 != 1) columns.push(int32_t(output));
  }
  const Matrix matrix = {WIDTH, OUTPUTS, WIDTH, weights.data(), 11.0f, 0, sums.data()};
  Array<uint8_t> quantized;
  quantized.resize(ROWS * WIDTH * kernels.input_bytes);
  Array<float> factors, doubled;
  factors.resize(ROWS);
  doubled.resize(2 * ROWS);
  Array<float> products;
  products.resize(ROWS * OUTPUTS);
  for (int variant = 0; variant < 2; variant++) {
    kernels.quantize({inputs.data(), ROWS, WIDTH, variant ? 9.7f : 0.0f, quantized.data(), factors.data()});
    for (size_t i = 0; i < 2 * ROWS; i++) doubled[i] = 1.0f / (factors[i / 2] * matrix.weight_factor);
    const size_t count = variant ? columns.size() : OUTPUTS;
    kernels.multiply({quantized.data(), doubled.data(), ROWS, &matrix, variant ? columns.data() : nullptr, 0, count,
                      variant ? nullptr : bias.data(), variant == 1, products.data(), OUTPUTS});
    for (size_t row = 0; row < ROWS; row++) results.append(&products[row * OUTPUTS], count);
  }
  Array<float> keys, attended, scratch, alignment;
  keys.resize(WIDTH * padded_lanes(ROWS));
  attended.resize(ROWS * WIDTH);
  scratch.resize(HEADS * padded_lanes(ROWS));
  alignment.resize(ROWS * ROWS);
  kernels.transpose(more.data(), ROWS, WIDTH, keys.data());
  kernels.attend({inputs.data(), ROWS, keys.data(), more.data(), ROWS, WIDTH, HEADS, attended.data(), scratch.data(),
                  alignment.data()});
  results.append(attended.data(), attended.size());
  results.append(alignment.data(), alignment.size());
  kernels.add_and_normalise(attended.data(), inputs.data(), ROWS, WIDTH, more.data(), more.data() + WIDTH);
  kernels.add_embedding(attended.data(), weights.data(), 0.37f, WIDTH);
  results.append(attended.data(), attended.size());
  kernels.recur(more.data(), attended.data(), inputs.data() + WIDTH, WIDTH);
  results.append(more.data(), WIDTH);
  results.append(attended.data(), WIDTH);
  float best_scores[5];
  int32_t best_columns[5];
  Scan scan = {-1e30f, 0, true, 5, 0, best_scores, best_columns};
  for (size_t part = 0; part < 3; part++) {
    constexpr size_t COUNT = 203;
    kernels.add_up(&inputs[WIDTH + part * COUNT], COUNT, scan);
    kernels.find_best(&inputs[WIDTH + part * COUNT], COUNT, int32_t(part * COUNT), scan);
  }
  results.push(scan.largest);
  results.push(scan.sum);
  for (size_t i = 0; i < scan.found; i++) results.push(best_scores[i] + float(best_columns[i]));
}

}  // namespace

bool pass_self_test(const Kernels &kernels) {
  Array<float> expected, actual;
  exercise(PLAIN_KERNELS, expected);
  exercise(kernels, actual);
  exercise_largest(PLAIN_KERNELS, expected);
  exercise_largest(kernels, actual);
  return expected.size() == actual.size() &&
         equal_bytes(expected.data(), actual.data(), expected.size() * sizeof(float));
}

const Kernels *kernels_at(size_t index) {
  for (size_t i = 0; const Kernels *kernels = compiled_at(i); i++)
    if (processor_has(*kernels) && index-- == 0) return kernels;
  return nullptr;
}

float logarithm(float value) {
  uint32_t bits;
  copy_bytes(&bits, &value, sizeof bits);
  if (!(value > 0) || bits >= 0x7F800000) return -1e30f;
  int32_t exponent = int32_t(bits >> 23) - 127;
  bits = (bits & 0x007FFFFF) | 0x3F800000;
  float fraction;
  copy_bytes(&fraction, &bits, sizeof bits);
  double m = fraction;
  if (m > 1.4142135623730951) m /= 2, exponent++;
  // log m = 2 artanh((m - 1) / (m + 1))
  const double z = (m - 1) / (m + 1), square = z * z;
  double sum = 0;
  for (int i = 15; i > 0; i -= 2) sum = sum * square + 1.0 / i;
  return float(2 * z * sum + double(exponent) * 0.6931471805599453);
}

double power_of_e(double exponent) {
  // e^x = (e^(x/1024))^1024
  const double x = exponent / 1024;
  double power = 1, sum = 1;
  for (int i = 1; i < 8; i++) {
    power *= x / i;
    sum += power;
  }
  for (int i = 0; i < 10; i++) sum *= sum;
  return sum;
}

}  // namespace student
