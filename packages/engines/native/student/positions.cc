#include "positions.h"

#include "kernels/kernels.h"

// Sines without a mathematical library: there is none in WebAssembly, and others differ in the last bit.

namespace student {
namespace {

// Eight independent lanes, so that the latency of the division is hidden.
constexpr size_t ANGLES = 8;
typedef double Doubles __attribute__((vector_size(8 * ANGLES)));

void sines_and_cosines(const double *angles, double *sines, double *cosines) {
  constexpr double QUARTER = 1.5707963267948966;
  int64_t quarters[ANGLES];
  Doubles x;
  for (size_t i = 0; i < ANGLES; i++) {
    quarters[i] = int64_t(angles[i] / QUARTER + 0.5);
    x[i] = angles[i] - double(quarters[i]) * QUARTER;
  }
  const Doubles square = x * x;
  Doubles s = {}, c = {};
  // Horner's scheme for the series; 10 terms are exact for angles up to 45 degrees.
  for (int i = 10; i > 0; i--) {
    s = (1 + s) * -square / ((2.0 * i) * (2.0 * i + 1));
    c = (1 + c) * -square / ((2.0 * i - 1) * (2.0 * i));
  }
  s = (1 + s) * x;
  c = 1 + c;
  for (size_t i = 0; i < ANGLES; i++) {
    switch (quarters[i] & 3) {
      case 0: sines[i] = s[i], cosines[i] = c[i]; break;
      case 1: sines[i] = c[i], cosines[i] = -s[i]; break;
      case 2: sines[i] = -s[i], cosines[i] = -c[i]; break;
      default: sines[i] = -c[i], cosines[i] = s[i];
    }
  }
}

}  // namespace

void fill_positions(Array<float> &table, size_t width, size_t step) {
  const size_t half = width / 2;
  table.resize(POSITIONS * width);
  for (size_t i = 0; i < half; i++) {
    const double logarithm_of_ten_thousand = 9.210340371976184;
    const double rate =
        half > 1 ? power_of_e(-logarithm_of_ten_thousand / double(half - 1) * double(i)) : 1.0;
    for (size_t start = 0; start < POSITIONS; start += ANGLES) {
      double angles[ANGLES], sines[ANGLES], cosines[ANGLES];
      for (size_t position = 0; position < ANGLES; position++)
        angles[position] = double((start + position) * step) * rate;
      sines_and_cosines(angles, sines, cosines);
      for (size_t position = 0; position < ANGLES; position++) {
        table[(start + position) * width + i] = float(sines[position]);
        table[(start + position) * width + half + i] = float(cosines[position]);
      }
    }
  }
}

}  // namespace student
