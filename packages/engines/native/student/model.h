// Student models: a transformer encoder, and a decoder with a simple recurrent unit (SSRU) in the
// place of self-attention (Kim et al. 2019, "From Research to Production and Back").
#pragma once
#include "engine.h"
#include "kernels/kernels.h"

namespace student {

// Writes texts behind each other, cut off where there is no room, with a zero at the end.
void join_texts(char *target, size_t size, const char *const *texts, size_t count);

// Room for a sentence about what is wrong.
struct Problem {
  char *text;
  size_t size;
  // Always false, so that a check can end with it.
  template <typename... Parts>
  bool report(Parts... parts) const {
    const char *const texts[] = {parts...};
    join_texts(text, size, texts, sizeof...(parts));
    // Names come from the file: what is no plain character is not shown.
    for (char *at = text; size > 0 && *at; at++)
      if (*at < ' ' || *at > '~') *at = '?';
    return false;
  }
};

struct Normalisation {
  const float *scale;
  const float *bias;
};

struct Layer {
  Matrix matrix;
  const float *bias;
};

struct Attention {
  Layer query, key, value, output;
  Normalisation normalisation;
};

struct FeedForward {
  Layer first, second;
  Normalisation normalisation;
};

struct EncoderLayer {
  Attention self;
  FeedForward forward;
};

struct DecoderLayer {
  Layer candidate, forget;
  Normalisation normalisation;
  Attention context;
  FeedForward forward;
};

// For each source token the target tokens that may translate it (marian-dev, src/data/shortlist.cpp).
struct Shortlist {
  // How many target tokens, from the first on, every sentence may have.
  uint32_t first_count;
  // Where each source token's list begins: 64-bit numbers, one more than there are tokens. These and
  // the tokens, 32-bit numbers, lie anywhere in the file.
  const uint8_t *offsets;
  const uint8_t *tokens;
  // The tokens that every sentence may have, in order: the first ones, and those of the list for the end
  // of the sentence, which every sentence has; and the output layer for them alone.
  Array<int32_t> common;
  Layer output = {};

  // Marks the target tokens of a source token's list.
  void mark(size_t source_token, uint8_t *marks) const;
};

}  // namespace student

struct EngineModel {
  EngineModel() = default;
  ~EngineModel();
  EngineModel(const EngineModel &) = delete;
  EngineModel &operator=(const EngineModel &) = delete;

  const student::Kernels *kernels = nullptr;
  size_t width = 0;
  size_t heads = 0;
  size_t largest_width = 0;
  int32_t end_token = 0;
  int32_t unknown_token = 0;
  // The decoder layer whose first head gives the alignment.
  size_t alignment_layer = 0;
  bool has_input_factors = false;
  bool has_shortlist = false;
  bool shares_vocabulary = false;
  student::Matrix source_embeddings = {};
  student::Matrix target_embeddings = {};
  student::Layer output = {};
  student::Array<student::EncoderLayer> encoder;
  student::Array<student::DecoderLayer> decoder;
  student::Shortlist shortlist = {};
  // Sines and cosines of the positions 0 to 63, and of their multiples of 64.
  student::Array<float> low_positions, high_positions;
  // Copies of what could not be used as it lies in the file.
  student::Array<void *> copies;
  size_t own_bytes = 0;
};
