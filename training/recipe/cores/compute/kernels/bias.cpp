// Gradients on their way back through "plus bias" and through "what is positive of it".
#include <cstdint>

// dBias += the column sums of dOut [rows, columns]. With `out`, dOut counts only where out is
// positive, and that part of it is written to dIn.
extern "C" void bias_backward(const float* dOut, const float* out, float* dIn, float* dBias, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) {
      int64_t at = i * columns + j;
      float gradient = out && out[at] <= 0 ? 0 : dOut[at];
      if (out) dIn[at] = gradient;
      dBias[j] += gradient;
    }
}
