// The decoder's recurrence, cell[t] = f[t] * cell[t-1] + (1 - f[t]) * x[t] with f = sigmoid(gate),
// and the positive part of it; all arrays are [sentences, places, width].
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" void recurrence_forward(const float* gate, const float* x, float* forget, float* cell, float* out, int64_t sentences, int64_t places, int64_t width) {
  std::vector<float> zeros(width);
  for (int64_t s = 0; s < sentences; s++)
    for (int64_t t = 0; t < places; t++) {
      int64_t at = (s * places + t) * width;
      const float* before = t ? cell + at - width : zeros.data();
      for (int64_t d = 0; d < width; d++) {
        float f = 1 / (1 + expf(-gate[at + d]));
        float c = f * before[d] + (1 - f) * x[at + d];
        forget[at + d] = f;
        cell[at + d] = c;
        out[at + d] = c > 0 ? c : 0;
      }
    }
}

extern "C" void recurrence_backward(const float* dOut, const float* forget, const float* cell, const float* x, float* dGate, float* dX, int64_t sentences, int64_t places, int64_t width) {
  std::vector<float> zeros(width), carry(width);
  for (int64_t s = 0; s < sentences; s++) {
    carry.assign(width, 0);
    for (int64_t t = places - 1; t >= 0; t--) {
      int64_t at = (s * places + t) * width;
      const float* before = t ? cell + at - width : zeros.data();
      for (int64_t d = 0; d < width; d++) {
        float f = forget[at + d];
        float dCell = (cell[at + d] > 0 ? dOut[at + d] : 0) + carry[d];
        dX[at + d] = dCell * (1 - f);
        dGate[at + d] = dCell * (before[d] - x[at + d]) * f * (1 - f);
        carry[d] = dCell * f;
      }
    }
  }
}
