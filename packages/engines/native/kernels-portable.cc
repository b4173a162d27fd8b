#include "kernels.h"

#include <emmintrin.h>
#include <string.h>

namespace dragoman {
namespace {

const size_t PANEL = 8;

// cvtss2si rounds half to even and gives INT32_MIN for NaN and anything beyond int32, as the engine does.
int8_t quantize(const uint8_t *value, float scale) {
  float unscaled;
  memcpy(&unscaled, value, sizeof unscaled);
  const int rounded = _mm_cvtss_si32(_mm_set_ss(unscaled * scale));
  return static_cast<int8_t>(rounded < -127 ? -127 : rounded > 127 ? 127 : rounded);
}

}  // namespace

void prepare_b(const uint8_t *input, float scale, size_t width, size_t columns, int8_t *output) {
  for (size_t panel = 0; panel < columns; panel += PANEL)
    for (size_t k = 0; k < width; k += 4)
      for (size_t column = panel; column < panel + PANEL; column++)
        for (size_t row = k; row < k + 4; row++)
          *output++ = quantize(input + (row * columns + column) * sizeof(float), scale);
}

void prepare_b_from_transposed(const uint8_t *input, float scale, size_t width, size_t columns,
                               int8_t *output) {
  for (size_t panel = 0; panel < columns; panel += PANEL)
    for (size_t k = 0; k < width; k += 4)
      for (size_t column = panel; column < panel + PANEL; column++)
        for (size_t row = k; row < k + 4; row++)
          *output++ = quantize(input + (column * width + row) * sizeof(float), scale);
}

void prepare_b_from_quantized_transposed(const uint8_t *input, size_t width, size_t columns,
                                         int8_t *output) {
  for (size_t panel = 0; panel < columns; panel += PANEL)
    for (size_t k = 0; k < width; k += 4)
      for (size_t column = panel; column < panel + PANEL; column++, output += 4)
        memcpy(output, input + column * width + k, 4);
}

bool select_columns(const int8_t *b, size_t width, size_t columns, const uint8_t *indices,
                    size_t count, int8_t *output) {
  for (size_t first = 0; first < count; first += PANEL) {
    const int8_t *source[PANEL];
    for (size_t c = 0; c < PANEL; c++) {
      uint32_t index;
      memcpy(&index, indices + (first + c) * sizeof index, sizeof index);
      if (index >= columns) return false;
      source[c] = b + (index / PANEL) * PANEL * width + (index % PANEL) * 4;
    }
    for (size_t k = 0; k < width; k += 4, output += 4 * PANEL)
      for (size_t c = 0; c < PANEL; c++) memcpy(output + 4 * c, source[c] + k * PANEL, 4);
  }
  return true;
}

}  // namespace dragoman
