// Cross-entropy with label smoothing; scores become their gradient in place.
#include <cmath>
#include <cstdint>

// scores [rows, pieces] without their bias. Returns the sum of the plain cross-entropy in nats. With
// dBias, scores turn into the gradient of `scale` times the summed smoothed loss, whose column sums
// are added to dBias.
extern "C" double cross_entropy(float* scores, const float* bias, const int64_t* wanted, int64_t rows, int64_t pieces, float smoothing, float scale, float* dBias) {
  double total = 0;
  for (int64_t i = 0; i < rows; i++) {
    float* row = scores + i * pieces;
    float largest = -1e30f, sum = 0;
    for (int64_t j = 0; j < pieces; j++) {
      row[j] += bias[j];
      largest = row[j] > largest ? row[j] : largest;
    }
    float right = row[wanted[i]];
    for (int64_t j = 0; j < pieces; j++) {
      row[j] = expf(row[j] - largest);
      sum += row[j];
    }
    total += (double)(logf(sum) + largest - right);
    if (!dBias) continue;
    float factor = scale / sum, spread = scale * smoothing / pieces;
    row[wanted[i]] -= sum * (1 - smoothing);
    for (int64_t j = 0; j < pieces; j++) {
      row[j] = row[j] * factor - spread;
      dBias[j] += row[j];
    }
  }
  return total;
}
