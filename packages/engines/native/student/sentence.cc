#include "sentence.h"

namespace student {
namespace {

double power_of(double base, double exponent) {
  if (exponent == 0) return 1;
  if (exponent == 1) return base;
  return power_of_e(exponent * double(logarithm(float(base))));
}

// Brings the best choices to the front, in order; returns how many there are.
size_t pick_choices(Array<Choice> &choices, size_t wanted) {
  const size_t count = smaller(wanted, choices.size());
  for (size_t i = 0; i < count; i++) {
    size_t best = i;
    for (size_t j = i + 1; j < choices.size(); j++)
      if (choices[j].total > choices[best].total) best = j;
    // The others stay in order, so that equal ones are taken as they come.
    const Choice choice = choices[best];
    move_bytes(&choices[i] + 1, &choices[i], (best - i) * sizeof(Choice));
    choices[i] = choice;
  }
  return count;
}

void write_word(Array<int32_t> &result, int32_t word) { result.push(word); }
void write_number(Array<int32_t> &result, float number) {
  int32_t word;
  copy_bytes(&word, &number, sizeof word);
  result.push(word);
}

}  // namespace

bool Sentence::advance(const EngineModel &model, const RowScores *rows, SearchSpace &space) {
  const bool was_forced = is_forced();
  Array<Choice> &choices = space.choices;
  choices.clear();
  for (size_t i = 0; i < hypotheses.size(); i++) {
    const RowScores &row = rows[i];
    const float before = hypotheses[i].score;
    const float total = is_scored() ? row.scan.largest + logarithm(row.scan.sum) : 0.0f;
    if (request.candidate_count > 0) keep_candidates(row, total);
    if (was_forced) {
      const float score = is_scored() ? row.forced_score - total : 0.0f;
      choices.push({uint32_t(i), row.forced_token, before + score, score});
      continue;
    }
    const size_t count = smaller(row.scan.found, wanted);
    for (size_t j = 0; j < count; j++) {
      if (row.scan.best_columns[j] == model.unknown_token) continue;
      const float score = is_scored() ? row.scan.best_scores[j] - total : 0.0f;
      choices.push({uint32_t(i), row.scan.best_columns[j], before + score, score});
    }
  }
  const size_t rows_before = hypotheses.size();
  const size_t taken = was_forced ? 1 : count_probable(choices, pick_choices(choices, wanted));
  take_choices(model, choices, taken);
  row_count += uint32_t(rows_before);
  position++;

  const bool is_last = has(ENGINE_SCORED_ONLY) ? position == prefix.size()
                                               : position >= prefix.size() + request.max_tokens;
  if (is_last)
    for (const Hypothesis &hypothesis : hypotheses) finish(model, hypothesis.node, hypothesis.score);
  return is_last || hypotheses.empty();
}

void Sentence::keep_candidates(const RowScores &row, float total) {
  const size_t count = request.candidate_count;
  for (size_t i = 0; i < count; i++) {
    const bool is_found = i < row.scan.found && row.scan.best_scores[i] > NOTHING;
    candidates.push(is_found ? row.scan.best_columns[i] : -1);
    candidate_scores.push(is_found ? row.scan.best_scores[i] - total : NOTHING);
  }
}

// How many of the best choices are probable enough to go on with.
size_t Sentence::count_probable(const Array<Choice> &choices, size_t count) const {
  const float margin = request.score_margin;
  if (margin == 0) return count;
  while (count > 1 && choices[count - 1].total < choices[0].total - margin) count--;
  return count;
}

void Sentence::take_choices(const EngineModel &model, const Array<Choice> &choices, size_t count) {
  const size_t cell_size = model.decoder.size() * model.width;
  // A single translation goes on in its own cells.
  const bool is_single = request.beam_size == 1 || (hypotheses.size() == 1 && count == 1);
  if (!is_single) next_cells.resize(request.beam_size * cell_size);
  Hypothesis before[ENGINE_MAX_BEAM];
  copy_bytes(before, hypotheses.data(), hypotheses.size() * sizeof(Hypothesis));
  hypotheses.clear();
  for (size_t i = 0; i < count; i++) {
    const Choice &choice = choices[i];
    const int32_t node = int32_t(nodes.size());
    nodes.push({before[choice.row].node, choice.token, choice.score, row_count + choice.row});
    if (choice.token == model.end_token) {
      finish(model, node, choice.total);
      if (wanted > 0) wanted--;
      continue;
    }
    if (!is_single)
      copy_bytes(&next_cells[hypotheses.size() * cell_size], &cells[choice.row * cell_size],
                 cell_size * sizeof(float));
    hypotheses.push({node, choice.total});
  }
  if (!is_single) cells.swap(next_cells);
}

void Sentence::finish(const EngineModel &model, int32_t node, float score) {
  const size_t length = length_of(node);
  const float divisor = float(power_of(double(length), double(request.length_power)));
  const bool is_ended = nodes[size_t(node)].token == model.end_token;
  finished.push({node, uint32_t(length), is_ended, score, score / divisor});
}

size_t Sentence::length_of(int32_t node) const {
  size_t length = 0;
  for (; node >= 0; node = nodes[size_t(node)].parent) length++;
  return length;
}

void Sentence::write_result(SearchSpace &space, Array<int32_t> &result) {
  for (size_t i = 1; i < finished.size(); i++)
    for (size_t j = i; j > 0 && finished[j].length_score > finished[j - 1].length_score; j--) {
      const Finished better = finished[j];
      finished[j] = finished[j - 1];
      finished[j - 1] = better;
    }
  const size_t count = smaller<size_t>(request.best_count, finished.size());
  const size_t source_length = has(ENGINE_ALIGNED) ? encoded.length : 0;
  result.resize(ENGINE_RESULT_WORDS);
  result[ENGINE_RESULT_ID] = int32_t(request.id);
  result[ENGINE_RESULT_SOURCE_LENGTH] = int32_t(source.size());
  result[ENGINE_RESULT_CANDIDATE_COUNT] = int32_t(request.candidate_count);
  result[ENGINE_RESULT_COUNT] = int32_t(count);
  Array<int32_t> &path = space.path;
  for (size_t i = 0; i < count; i++) {
    const Finished &one = finished[i];
    path.resize(one.length);
    for (int32_t node = one.node, at = int32_t(one.length); node >= 0; node = nodes[size_t(node)].parent)
      path[size_t(--at)] = node;
    write_word(result, int32_t(one.length));
    write_word(result, one.is_ended);
    write_word(result, (source_length ? ENGINE_ALIGNED : 0) | (is_scored() ? ENGINE_SCORED : 0));
    write_number(result, one.score);
    write_number(result, one.length_score);
    for (const int32_t node : path) write_word(result, nodes[size_t(node)].token);
    if (is_scored())
      for (const int32_t node : path) write_number(result, nodes[size_t(node)].score);
    write_rows(path, alignments.data(), source_length, result);
    write_rows(path, candidates.data(), request.candidate_count, result);
    write_rows(path, candidate_scores.data(), request.candidate_count, result);
  }
  result[ENGINE_RESULT_SIZE] = int32_t(result.size());
}

// The rows that belong to the tokens of a path.
template <typename Value>
void Sentence::write_rows(const Array<int32_t> &path, const Value *rows, size_t width,
                          Array<int32_t> &result) const {
  const size_t start = result.size();
  result.resize(start + path.size() * width);
  for (size_t i = 0; i < path.size() && width > 0; i++)
    copy_bytes(&result[start + i * width], rows + nodes[size_t(path[i])].row * width, width * sizeof(Value));
}

}  // namespace student
