// The search for the best translations of one sentence.
#pragma once
#include "request.h"
#include "student.h"

namespace student {

// Less than any score.
constexpr float NOTHING = -1e30f;

// A token of a translation, and the node of the token before it; -1 at the beginning.
struct Node {
  int32_t parent;
  int32_t token;
  float score;
  // Its row in the sentence's alignments and candidates.
  uint32_t row;
};

// A translation that is not finished.
struct Hypothesis {
  int32_t node;
  float score;
};

struct Finished {
  int32_t node;
  uint32_t length;
  bool is_ended;
  float score;
  float length_score;
};

// The scores of the next token of one hypothesis: what is wanted of them, and what was found.
struct RowScores {
  Scan scan;
  int32_t forced_token;
  float forced_score;
};

// The next token of a hypothesis.
struct Choice {
  uint32_t row;
  int32_t token;
  // Of the translation with the token, and of the token alone.
  float total;
  float score;
};

// Buffers that sentences share, one after the other.
struct SearchSpace {
  Array<Choice> choices;
  Array<int32_t> path;
};

struct Sentence {
  Request request;
  Array<int32_t> source, prefix;
  // Whether only some target tokens are considered: the common ones of the shortlist and these, in order.
  bool uses_shortlist = false;
  Array<int32_t> shortlisted;
  EncodedSource encoded;
  size_t position = 0;
  // How many translations are still to be found.
  size_t wanted = 0;
  Array<Hypothesis> hypotheses;
  Array<float> cells, next_cells;
  Array<Node> nodes;
  uint32_t row_count = 0;
  Array<float> alignments;
  Array<int32_t> candidates;
  Array<float> candidate_scores;
  Array<Finished> finished;
  bool is_dropped = false;
  // Where the first hypothesis stands in the batch.
  size_t first_row = 0;

  bool has(uint32_t flag) const { return (request.flags & flag) != 0; }
  bool is_forced() const { return position < prefix.size(); }
  bool is_scored() const {
    return has(ENGINE_SCORED | ENGINE_SCORED_ONLY) || request.beam_size > 1 || request.candidate_count > 0;
  }
  bool needs_scores() const { return !is_forced() || is_scored(); }
  size_t wanted_choices() const {
    return larger<size_t>(request.candidate_count, is_forced() ? 0 : wanted);
  }
  // How many rows it takes of a batch.
  size_t rows() const { return request.score_margin > 0 ? hypotheses.size() : request.beam_size; }

  // Takes the next tokens. `rows` has the scores for each hypothesis. True when the sentence is done.
  bool advance(const EngineModel &model, const RowScores *rows, SearchSpace &space);
  // Writes the best translations as engine.h describes them.
  void write_result(SearchSpace &space, Array<int32_t> &result);

 private:
  void keep_candidates(const RowScores &row, float total);
  size_t count_probable(const Array<Choice> &choices, size_t count) const;
  void take_choices(const EngineModel &model, const Array<Choice> &choices, size_t count);
  void finish(const EngineModel &model, int32_t node, float score);
  size_t length_of(int32_t node) const;
  template <typename Value>
  void write_rows(const Array<int32_t> &path, const Value *rows, size_t width, Array<int32_t> &result) const;
};

}  // namespace student
