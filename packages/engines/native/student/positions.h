// Where a token stands in its sentence, as sines and cosines: Vaswani et al. 2017, "Attention Is All You
// Need". Those of a position follow from two in tables: of `position % POSITIONS`, and of the rest,
// which is a multiple of `POSITIONS`.
#pragma once
#include "platform.h"

namespace student {

constexpr size_t POSITIONS = 64;

// Fills a table with a row of `width` numbers for each of the positions 0, step, 2 * step, ...: the sines
// in its first half, the cosines in its second.
void fill_positions(Array<float> &table, size_t width, size_t step);

}  // namespace student
