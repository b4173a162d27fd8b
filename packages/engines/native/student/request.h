// What is wanted of the engine for a sentence, as engine.h describes it.
#pragma once
#include "model.h"

namespace student {

struct Request {
  uint32_t id;
  uint32_t flags;
  uint32_t max_tokens;
  uint32_t beam_size;
  uint32_t best_count;
  float length_power;
  float score_margin;
  uint32_t candidate_count;
  int32_t priority;
  uint32_t source_length;
  uint32_t prefix_length;
  const int32_t *source;
  const int32_t *prefix;

  bool is_urgent() const { return priority > 0; }
  // How many rows a sentence that begins is expected to take; with a margin mostly few.
  size_t expected_rows() const { return score_margin > 0 ? 1 : beam_size; }
};

// Reads and checks a request; returns what is wrong with it, or null.
const char *read_request(const EngineModel &model, const int32_t *words, size_t count, Request &request);

}  // namespace student
