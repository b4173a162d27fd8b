// Attention with several heads, forward and backward. Rows are those of the joined heads: a head's
// numbers stand `width` apart. Weights are [sentences, heads, targets, stride], `stride` being
// `sources` rounded up to 16; places behind the end of a source hold 0.
#include <cmath>
#include "small_products.h"

// Longest sentence and widest head there is room for; cores/kernels.py checks both.
static const int64_t MAX_PLACES = 256;
static const int64_t MAX_HEAD_WIDTH = 64;

static int64_t rounded(int64_t places) { return (places + LANES - 1) / LANES * LANES; }

// out [headWidth, stride] = the transpose of `rows` rows, zeros behind them.
static void transpose(const float* rows, int64_t width, int64_t count, int64_t headWidth, float* out, int64_t stride) {
  for (int64_t place = 0; place < count; place++)
    for (int64_t d = 0; d < headWidth; d++) out[d * stride + place] = rows[place * width + d];
  for (int64_t place = count; place < stride; place++)
    for (int64_t d = 0; d < headWidth; d++) out[d * stride + place] = 0;
}

// Scores in, weights out: softmax of scale * score over the first `count` of `stride` places.
static void softmax(float* row, int64_t count, int64_t stride, float scale) {
  float largest = row[0], sum = 0;
  for (int64_t j = 1; j < count; j++) largest = row[j] > largest ? row[j] : largest;
  for (int64_t j = 0; j < stride; j++) row[j] = expf((row[j] - largest) * scale);
  for (int64_t j = count; j < stride; j++) row[j] = 0;
  for (int64_t j = 0; j < stride; j++) sum += row[j];
  float factor = 1 / sum;
  for (int64_t j = 0; j < stride; j++) row[j] *= factor;
}

extern "C" void attention_forward(const float* queries, const float* keys, const float* values, const int64_t* lengths, float* weights, float* out, int64_t sentences, int64_t heads, int64_t targets, int64_t sources, int64_t width) {
  int64_t headWidth = width / heads, stride = rounded(sources);
  float scale = 1 / sqrtf((float)headWidth);
  alignas(64) static thread_local float turned[MAX_HEAD_WIDTH * MAX_PLACES];
  for (int64_t s = 0; s < sentences; s++)
    for (int64_t h = 0; h < heads; h++) {
      int64_t atTarget = s * targets * width + h * headWidth, atSource = s * sources * width + h * headWidth;
      float* given = weights + (s * heads + h) * targets * stride;
      transpose(keys + atSource, width, lengths[s], headWidth, turned, stride);
      smallProduct({queries + atTarget, width, 1}, turned, stride, given, stride, targets, stride, headWidth);
      for (int64_t i = 0; i < targets; i++) softmax(given + i * stride, lengths[s], stride, scale);
      smallProduct({given, stride, 1}, values + atSource, width, out + atTarget, width, targets, headWidth, lengths[s]);
    }
}

// dFirst: gradient of the first head's weights from elsewhere, [sentences, targets, stride], or null.
extern "C" void attention_backward(const float* queries, const float* keys, const float* values, const int64_t* lengths, const float* weights, const float* dOut, const float* dFirst, float* dQueries, float* dKeys, float* dValues, int64_t sentences, int64_t heads, int64_t targets, int64_t sources, int64_t width) {
  int64_t headWidth = width / heads, stride = rounded(sources);
  float scale = 1 / sqrtf((float)headWidth);
  alignas(64) static thread_local float turned[MAX_HEAD_WIDTH * MAX_PLACES], dScores[MAX_PLACES * MAX_PLACES];
  for (int64_t s = 0; s < sentences; s++)
    for (int64_t h = 0; h < heads; h++) {
      int64_t atTarget = s * targets * width + h * headWidth, atSource = s * sources * width + h * headWidth;
      int64_t count = lengths[s];
      const float* given = weights + (s * heads + h) * targets * stride;
      transpose(values + atSource, width, count, headWidth, turned, stride);
      smallProduct({dOut + atTarget, width, 1}, turned, stride, dScores, stride, targets, stride, headWidth);
      for (int64_t i = 0; i < targets; i++) {
        float* row = dScores + i * stride;
        const float* weight = given + i * stride;
        float sum = 0;
        if (dFirst && h == 0)
          for (int64_t j = 0; j < stride; j++) row[j] += dFirst[(s * targets + i) * stride + j];
        for (int64_t j = 0; j < stride; j++) sum += row[j] * weight[j];
        for (int64_t j = 0; j < stride; j++) row[j] = weight[j] * (row[j] - sum) * scale;
      }
      smallProduct({dScores, stride, 1}, keys + atSource, width, dQueries + atTarget, width, targets, headWidth, count);
      smallProduct({dScores, 1, stride}, queries + atTarget, width, dKeys + atSource, width, count, headWidth, targets);
      smallProduct({given, 1, stride}, dOut + atTarget, width, dValues + atSource, width, count, headWidth, targets);
      for (int64_t j = count; j < sources; j++)
        for (int64_t d = 0; d < headWidth; d++) dKeys[atSource + j * width + d] = dValues[atSource + j * width + d] = 0;
    }
}
