// One step of Adam (Kingma and Ba, 2015) over a stretch of weights.
#include <cmath>
#include <cstdint>

// rate and secondFactor already correct for the start of the two moments from zero.
extern "C" void adam(float* weights, const float* gradient, float* first, float* second, int64_t count, float rate, float firstDecay, float secondDecay, float secondFactor, float epsilon) {
  for (int64_t i = 0; i < count; i++) {
    float m = first[i] = firstDecay * first[i] + (1 - firstDecay) * gradient[i];
    float v = second[i] = secondDecay * second[i] + (1 - secondDecay) * gradient[i] * gradient[i];
    weights[i] -= rate * m / (sqrtf(v * secondFactor) + epsilon);
  }
}
