// The layers of a student model, for the rows of many sentences at a time. Rows stand one after the
// other; only attention knows where a sentence ends.
#pragma once
#include "model.h"

namespace student {

// A source sentence as the decoder sees it.
struct Memory {
  size_t places = 0;
  // For each layer [width][padded_lanes(places)].
  Array<float> keys;
  // For each layer [places][width].
  Array<float> values;
};

struct Reading {
  const int32_t *tokens;
  size_t length;
  Memory *memory;
};

// A translation as far as it is known. Those of one sentence stand next to each other.
struct Row {
  const Memory *memory;
  // [layers][width], which the step changes.
  float *cells;
  // The token before; negative at the beginning.
  int32_t token;
  size_t position;
  // Room for as many numbers as the sentence has places, or null.
  float *alignment;
};

class Student {
 public:
  explicit Student(const EngineModel &model) : model_(model) {}

  // Reads sentences.
  void encode(const Reading *readings, size_t count);
  // Goes on by one token. What is known of the next one is kept for `score`.
  void step(const Row *rows, size_t count);
  // Outputs of the last layer, or of its part, for some of the rows of the last step: `columns`, or
  // all from `first` on.
  void score(const Layer &layer, size_t first_row, size_t row_count, const int32_t *columns, size_t first, size_t count,
             float *scores, size_t stride);

 private:
  const EngineModel &model_;
  Array<uint8_t> rounded_;
  // Of what is in `rounded_`: where it came from, and what it was multiplied with.
  const float *rounded_from_ = nullptr;
  float rounded_factor_ = 0;
  Array<float> factors_, result_factors_;
  Array<float> hidden_, other_, queries_, keys_, values_, attended_, forward_, transposed_, scratch_;

  void round(const Matrix &matrix, const float *inputs, size_t rows);
  void multiply(const Layer &layer, const float *inputs, size_t rows, float *outputs, bool is_rectified = false);
  void feed_forward(const FeedForward &forward, size_t rows);
  void normalise(const Normalisation &normalisation, float *outputs, const float *inputs, size_t rows);
  void embed(float *row, const Matrix &embeddings, int32_t token, size_t position);
  void reserve_rows(size_t rows);
};

}  // namespace student
