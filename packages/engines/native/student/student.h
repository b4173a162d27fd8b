// The layers of a student model, for the rows of many sentences at a time. Rows stand one after the
// other; only attention knows where a sentence ends.
#pragma once
#include "model.h"

namespace student {

// A source sentence as the decoder sees it: keys and values of its cross-attention.
struct EncodedSource {
  size_t length = 0;
  // For each layer [width][padded_lanes(length)].
  Array<float> keys;
  // For each layer [length][width].
  Array<float> values;
};

struct SourceToEncode {
  const int32_t *tokens;
  size_t length;
  EncodedSource *encoded;
};

// A hypothesis that is to be taken one token further. Those of one sentence stand next to each other.
struct DecoderRow {
  const EncodedSource *encoded;
  // The recurrent state, [layers][width]; the step changes it.
  float *cells;
  // The last token; negative at the beginning.
  int32_t token;
  size_t position;
  // Gets an attention weight for each source token; or null.
  float *alignment;
};

class Student {
 public:
  explicit Student(const EngineModel &model) : model_(model) {}

  // Runs the encoder on sentences.
  void encode(const SourceToEncode *sources, size_t count);
  // Runs the decoder for one token of each row. What `score` needs of the next one is kept.
  void step(const DecoderRow *rows, size_t count);
  // Outputs of the last layer, or of its part, for some of the rows of the last step: `columns`, or
  // all from `first` on.
  void score(const Layer &layer, size_t first_row, size_t row_count, const int32_t *columns, size_t first, size_t count,
             float *scores, size_t stride);

 private:
  const EngineModel &model_;
  Array<uint8_t> quantized_;
  // Of what is in `quantized_`: where it came from, and what it was multiplied with.
  const float *quantized_from_ = nullptr;
  float quantized_factor_ = 0;
  Array<float> factors_, result_factors_;
  Array<float> hidden_, other_, queries_, keys_, values_, attended_, forward_, transposed_, scratch_;

  void quantize(const Matrix &matrix, const float *inputs, size_t rows);
  void multiply(const Layer &layer, const float *inputs, size_t rows, float *outputs, bool is_rectified = false);
  void feed_forward(const FeedForward &forward, size_t rows);
  void normalise(const Normalisation &normalisation, float *outputs, const float *inputs, size_t rows);
  void embed(float *row, const Matrix &embeddings, int32_t token, size_t position);
  void reserve_rows(size_t rows);
};

}  // namespace student
