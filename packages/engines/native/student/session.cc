// Sentences under way. Each is a search of its own; all are brought one token further together.
#include "student.h"

namespace student {
namespace {

// So many columns of scores are looked at before the next ones are made.
constexpr size_t CHUNK = 1024;
// So many tokens are read in one step, so that sentences under way are not held up for long.
constexpr size_t MAX_READ_TOKENS = 1024;
constexpr float NOTHING = -1e30f;

// A token of a translation, and what stands before it.
struct Node {
  int32_t before;
  int32_t token;
  float score;
  // Which of the sentence's looks, rows of alignment and candidates, belongs to it.
  uint32_t look;
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

// The next token of a hypothesis.
struct Choice {
  uint32_t row;
  int32_t token;
  // Of the translation with the token, and of the token alone.
  float total;
  float score;
};

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
};

// Why words are no request, or null.
const char *read_request(const EngineModel &model, const int32_t *words, size_t count, Request &r) {
  if (count < ENGINE_REQUEST_WORDS) return "the request is cut off";
  const auto word = [&](int index) { return uint32_t(words[index]); };
  r.id = word(ENGINE_REQUEST_ID);
  r.flags = word(ENGINE_REQUEST_FLAGS);
  r.max_tokens = word(ENGINE_REQUEST_MAX_TOKENS);
  r.beam_size = word(ENGINE_REQUEST_BEAM_SIZE);
  r.best_count = word(ENGINE_REQUEST_BEST_COUNT);
  copy_bytes(&r.length_power, words + ENGINE_REQUEST_LENGTH_POWER, sizeof r.length_power);
  copy_bytes(&r.score_margin, words + ENGINE_REQUEST_SCORE_MARGIN, sizeof r.score_margin);
  r.candidate_count = word(ENGINE_REQUEST_CANDIDATE_COUNT);
  r.priority = words[ENGINE_REQUEST_PRIORITY];
  r.source_length = word(ENGINE_REQUEST_SOURCE_LENGTH);
  r.prefix_length = word(ENGINE_REQUEST_PREFIX_LENGTH);
  if (r.source_length == 0 || r.source_length > ENGINE_MAX_TOKENS) return "source has no tokens, or too many";
  if (r.prefix_length > ENGINE_MAX_TOKENS) return "prefix has too many tokens";
  if (count != ENGINE_REQUEST_WORDS + r.source_length + r.prefix_length) return "the request has another length";
  r.source = words + ENGINE_REQUEST_WORDS;
  r.prefix = r.source + r.source_length;
  const auto are_tokens = [](const int32_t *tokens, size_t length, size_t vocabulary) {
    for (size_t i = 0; i < length; i++)
      if (tokens[i] < 0 || size_t(tokens[i]) >= vocabulary) return false;
    return true;
  };
  if (!are_tokens(r.source, r.source_length, model.source_embeddings.outputs))
    return "source has tokens that are not in the vocabulary";
  if (!are_tokens(r.prefix, r.prefix_length, model.target_embeddings.outputs))
    return "prefix has tokens that are not in the vocabulary";
  const bool is_scored_only = (r.flags & ENGINE_SCORED_ONLY) != 0;
  for (size_t i = 0; i < r.prefix_length; i++)
    if (r.prefix[i] == model.end_token && !(is_scored_only && i + 1 == r.prefix_length))
      return "prefix has an end before its end";
  if (is_scored_only && r.prefix_length == 0) return "prefix is empty, but is to be scored";
  if (r.max_tokens == 0 || r.max_tokens > ENGINE_MAX_TOKENS) return "maxTokens is out of range";
  if (r.beam_size == 0 || r.beam_size > ENGINE_MAX_BEAM) return "beamSize is out of range";
  if (r.best_count == 0 || r.best_count > r.beam_size) return "bestCount is out of range";
  if (!(r.length_power >= 0 && r.length_power <= 4)) return "lengthPower is out of range";
  if (!(r.score_margin >= 0 && r.score_margin <= 1000)) return "scoreMargin is out of range";
  if (r.candidate_count > ENGINE_MAX_CANDIDATES) return "candidateCount is out of range";
  return nullptr;
}

struct Sentence {
  Request request;
  Array<int32_t> source, prefix;
  // Whether only some target tokens are looked at: those that always are, and these, in order.
  bool is_shortened = false;
  Array<int32_t> columns;
  Memory memory;
  size_t position = 0;
  // How many translations are still to be found.
  size_t wanted = 0;
  Array<Hypothesis> hypotheses;
  Array<float> cells, next_cells;
  Array<Node> nodes;
  uint32_t looks = 0;
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
};

// What is wanted and known of one row's scores.
struct Place {
  Scan scan;
  int32_t forced_token;
  float forced_score;
};

double power_of(double base, double exponent) {
  if (exponent == 0) return 1;
  if (exponent == 1) return base;
  // e^x = (e^(x/1024))^1024
  const double x = exponent * double(logarithm(float(base))) / 1024;
  double power = 1, sum = 1;
  for (int i = 1; i < 8; i++) {
    power *= x / i;
    sum += power;
  }
  for (int i = 0; i < 10; i++) sum *= sum;
  return sum;
}

}  // namespace
}  // namespace student

using namespace student;

struct EngineSession {
  EngineSession(const EngineModel &model, size_t max_rows) : model_(model), max_rows_(max_rows), student_(model) {}
  ~EngineSession() {
    for (Sentence *sentence : waiting_) destroy(sentence);
    for (Sentence *sentence : active_) destroy(sentence);
    for (Sentence *sentence : done_) destroy(sentence);
    destroy(taken_);
  }

  const EngineModel &model() const { return model_; }

  void add(const Request &request) {
    Sentence *sentence = create<Sentence>();
    sentence->request = request;
    sentence->source.append(request.source, request.source_length);
    sentence->prefix.append(request.prefix, request.prefix_length);
    sentence->wanted = request.beam_size;
    // Behind all of the same or a higher priority.
    waiting_.push(sentence);
    for (size_t i = waiting_.size() - 1; i > 0 && waiting_[i - 1]->request.priority < request.priority; i--) {
      waiting_[i] = waiting_[i - 1];
      waiting_[i - 1] = sentence;
    }
  }

  void drop(uint32_t id) {
    Array<Sentence *> *const lists[] = {&waiting_, &active_, &done_};
    for (Array<Sentence *> *list : lists)
      for (Sentence *sentence : *list)
        if (sentence->request.id == id) sentence->is_dropped = true;
  }

  size_t room() const {
    size_t used = used_rows();
    for (const Sentence *sentence : waiting_) used += expected_rows(sentence->request);
    return used < max_rows_ ? max_rows_ - used : 0;
  }

  size_t step() {
    remove_dropped(waiting_);
    remove_dropped(active_);
    remove_dropped(done_);
    admit();
    if (!active_.empty()) {
      decode();
      score();
      size_t left = 0;
      for (Sentence *sentence : active_) {
        if (advance(*sentence)) {
          done_.push(sentence);
        } else {
          active_[left++] = sentence;
        }
      }
      active_.resize(left);
    }
    return active_.size() + waiting_.size();
  }

  const int32_t *take() {
    remove_dropped(done_);
    destroy(taken_);
    taken_ = nullptr;
    if (done_.empty()) return nullptr;
    taken_ = done_[0];
    move_bytes(&done_[0], &done_[0] + 1, (done_.size() - 1) * sizeof(Sentence *));
    done_.resize(done_.size() - 1);
    write_result(*taken_);
    return result_.data();
  }

 private:
  const EngineModel &model_;
  const size_t max_rows_;
  Student student_;
  Array<Sentence *> waiting_, active_, done_;
  Sentence *taken_ = nullptr;
  Array<Row> rows_;
  Array<Place> places_;
  Array<float> scores_;
  Array<float> best_scores_;
  Array<int32_t> best_columns_;
  Array<Choice> choices_;
  Array<uint8_t> marks_;
  // The result that was taken.
  Array<int32_t> result_;
  Array<int32_t> path_;

  // How many rows a sentence that begins is expected to take; with a margin mostly few.
  static size_t expected_rows(const Request &request) { return request.score_margin > 0 ? 1 : request.beam_size; }

  size_t used_rows() const {
    size_t used = 0;
    for (const Sentence *sentence : active_)
      used += sentence->request.score_margin > 0 ? sentence->hypotheses.size() : sentence->request.beam_size;
    return used;
  }

  static void remove_dropped(Array<Sentence *> &sentences) {
    size_t left = 0;
    for (Sentence *sentence : sentences) {
      if (sentence->is_dropped) {
        destroy(sentence);
      } else {
        sentences[left++] = sentence;
      }
    }
    sentences.resize(left);
  }

  // Lets waiting sentences join, as far as there is room.
  void admit() {
    size_t used = used_rows(), tokens = 0, count = 0;
    for (; count < waiting_.size(); count++) {
      const Sentence &next = *waiting_[count];
      const bool fits = used + expected_rows(next.request) <= max_rows_ && tokens + next.source.size() <= MAX_READ_TOKENS;
      if (!fits && (count > 0 || !active_.empty())) break;
      used += expected_rows(next.request);
      tokens += next.source.size();
    }
    if (count == 0) return;
    Array<Reading> readings;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *waiting_[i];
      readings.push({sentence.source.data(), sentence.source.size(), &sentence.memory});
    }
    student_.encode(readings.data(), count);
    const size_t cell_size = model_.decoder.size() * model_.width;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *waiting_[i];
      sentence.hypotheses.push({-1, 0});
      sentence.cells.resize(sentence.request.beam_size * cell_size);
      clear_bytes(sentence.cells.data(), cell_size * sizeof(float));
      choose_columns(sentence);
      active_.push(&sentence);
    }
    move_bytes(waiting_.data(), waiting_.data() + count, (waiting_.size() - count) * sizeof(Sentence *));
    waiting_.resize(waiting_.size() - count);
  }

  // The target tokens that a shortlist adds for a sentence to those that it always has, and those that
  // it must be able to say.
  void choose_columns(Sentence &sentence) {
    sentence.is_shortened = model_.has_shortlist && !sentence.has(ENGINE_WITHOUT_SHORTLIST);
    if (!sentence.is_shortened) return;
    const Shortlist &list = model_.shortlist;
    const size_t targets = model_.target_embeddings.outputs;
    marks_.resize(targets);
    clear_bytes(marks_.data(), targets);
    for (const int32_t token : sentence.prefix) marks_[size_t(token)] = 1;
    for (const int32_t token : sentence.source) {
      list.mark(size_t(token), marks_.data());
      // Names and numbers stay as they are.
      if (model_.shares_vocabulary) marks_[size_t(token)] = 1;
    }
    for (const int32_t token : list.common) marks_[size_t(token)] = 0;
    for (size_t token = 0; token < targets; token++)
      if (marks_[token]) sentence.columns.push(int32_t(token));
  }

  // Sentences stand in this order: all columns, some columns, no scores wanted.
  static int group_of(const Sentence &sentence) {
    return !sentence.needs_scores() ? 2 : sentence.is_shortened ? 1 : 0;
  }

  void decode() {
    const size_t cell_size = model_.decoder.size() * model_.width;
    rows_.clear();
    for (int group = 0; group < 3; group++) {
      for (Sentence *sentence : active_) {
        if (group_of(*sentence) != group) continue;
        sentence->first_row = rows_.size();
        const size_t places = sentence->memory.places, count = sentence->hypotheses.size();
        float *alignment = nullptr;
        if (sentence->has(ENGINE_ALIGNED)) {
          const size_t start = sentence->alignments.size();
          sentence->alignments.resize(start + count * places);
          alignment = &sentence->alignments[start];
        }
        for (size_t i = 0; i < count; i++) {
          const int32_t node = sentence->hypotheses[i].node;
          const int32_t token = node < 0 ? -1 : sentence->nodes[size_t(node)].token;
          rows_.push({&sentence->memory, &sentence->cells[i * cell_size], token, sentence->position,
                      alignment ? alignment + i * places : nullptr});
        }
      }
    }
    student_.step(rows_.data(), rows_.size());
  }

  void score() {
    size_t wanted = 0, full_rows = 0, short_rows = 0;
    for (const Sentence *sentence : active_) {
      wanted += sentence->wanted_choices() * sentence->hypotheses.size();
      if (group_of(*sentence) == 0) full_rows += sentence->hypotheses.size();
      if (group_of(*sentence) == 1) short_rows += sentence->hypotheses.size();
    }
    places_.resize(rows_.size());
    best_scores_.resize(wanted);
    best_columns_.resize(wanted);
    size_t used = 0;
    for (const Sentence *sentence : active_)
      for (size_t i = 0; i < sentence->hypotheses.size(); i++) {
        Place &place = places_[sentence->first_row + i];
        const size_t count = sentence->wanted_choices();
        place.scan = {NOTHING, 0, sentence->is_scored(), count, 0, best_scores_.data() + used,
                      best_columns_.data() + used};
        place.forced_token = sentence->is_forced() ? sentence->prefix[sentence->position] : -1;
        place.forced_score = NOTHING;
        used += count;
      }
    scan(model_.output, 0, full_rows, nullptr, model_.output.matrix.outputs, 0);
    const Array<int32_t> &common = model_.shortlist.common;
    scan(model_.shortlist.output, full_rows, short_rows, common.data(), common.size(), 0);
    for (const Sentence *sentence : active_) {
      if (group_of(*sentence) != 1) continue;
      const size_t count = sentence->hypotheses.size();
      scan(model_.output, sentence->first_row, count, sentence->columns.data(), sentence->columns.size(), common.size());
      for (size_t i = 0; i < count; i++) {
        const Scan &found = places_[sentence->first_row + i].scan;
        for (size_t j = 0; j < found.found; j++) {
          const size_t at = size_t(found.best_columns[j]);
          found.best_columns[j] = at < common.size() ? common[at] : sentence->columns[at - common.size()];
        }
      }
    }
  }

  // Looks at the scores of some rows: of all target tokens, or of those that `tokens` names, which
  // stand behind `seen` others. They are the outputs of the layer, one by one, or by their names.
  void scan(const Layer &layer, size_t first_row, size_t row_count, const int32_t *tokens, size_t token_count,
            size_t seen) {
    if (row_count == 0) return;
    scores_.resize(row_count * CHUNK);
    const int32_t *columns = layer.matrix.outputs == token_count ? nullptr : tokens;
    for (size_t first = 0; first < token_count; first += CHUNK) {
      const size_t count = smaller(CHUNK, token_count - first);
      student_.score(layer, first_row, row_count, columns ? columns + first : nullptr, first, count, scores_.data(),
                     CHUNK);
      for (size_t i = 0; i < row_count; i++)
        scan_row(&scores_[i * CHUNK], tokens, first, count, seen, places_[first_row + i]);
    }
  }

  void scan_row(float *scores, const int32_t *columns, size_t first, size_t count, size_t seen, Place &place) {
    if (place.scan.wants_sum) model_.kernels->add_up(scores, count, place.scan);
    const size_t forced = find_column(place.forced_token, columns, first, count);
    if (forced < count) place.forced_score = scores[forced];
    const size_t unknown = find_column(model_.unknown_token, columns, first, count);
    if (unknown < count) scores[unknown] = NOTHING;
    if (place.scan.wanted > 0) model_.kernels->find_best(scores, count, int32_t(seen + first), place.scan);
  }

  // Where a token stands among columns that are in order; `count` where it does not.
  static size_t find_column(int32_t token, const int32_t *columns, size_t first, size_t count) {
    if (token < 0) return count;
    if (!columns) return size_t(token) >= first && size_t(token) < first + count ? size_t(token) - first : count;
    size_t low = 0, high = count;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (columns[first + middle] < token) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < count && columns[first + low] == token ? low : count;
  }

  // Takes the next tokens; true when the sentence is done.
  bool advance(Sentence &sentence) {
    const Request &request = sentence.request;
    const bool is_forced = sentence.is_forced();
    choices_.clear();
    for (size_t i = 0; i < sentence.hypotheses.size(); i++) {
      const Place &place = places_[sentence.first_row + i];
      const float before = sentence.hypotheses[i].score;
      const float total =
          sentence.is_scored() ? place.scan.largest + logarithm(place.scan.sum) : 0.0f;
      if (request.candidate_count > 0) keep_candidates(sentence, place, total);
      if (is_forced) {
        const float score = sentence.is_scored() ? place.forced_score - total : 0.0f;
        choices_.push({uint32_t(i), place.forced_token, before + score, score});
        continue;
      }
      const size_t count = smaller(place.scan.found, sentence.wanted);
      for (size_t j = 0; j < count; j++) {
        if (place.scan.best_columns[j] == model_.unknown_token) continue;
        const float score = sentence.is_scored() ? place.scan.best_scores[j] - total : 0.0f;
        choices_.push({uint32_t(i), place.scan.best_columns[j], before + score, score});
      }
    }
    const size_t rows_before = sentence.hypotheses.size();
    const size_t taken = is_forced ? 1 : keep_probable(sentence, pick_choices(sentence.wanted));
    take_choices(sentence, taken);
    sentence.looks += uint32_t(rows_before);
    sentence.position++;

    const bool is_last = sentence.has(ENGINE_SCORED_ONLY)
                             ? sentence.position == sentence.prefix.size()
                             : sentence.position >= sentence.prefix.size() + request.max_tokens;
    if (is_last)
      for (const Hypothesis &hypothesis : sentence.hypotheses) finish(sentence, hypothesis.node, hypothesis.score);
    return is_last || sentence.hypotheses.empty();
  }

  static void keep_candidates(Sentence &sentence, const Place &place, float total) {
    const size_t count = sentence.request.candidate_count;
    for (size_t i = 0; i < count; i++) {
      const bool is_found = i < place.scan.found && place.scan.best_scores[i] > NOTHING;
      sentence.candidates.push(is_found ? place.scan.best_columns[i] : -1);
      sentence.candidate_scores.push(is_found ? place.scan.best_scores[i] - total : NOTHING);
    }
  }

  // Brings the best choices to the front, in order; returns how many there are.
  size_t pick_choices(size_t wanted) {
    const size_t count = smaller(wanted, choices_.size());
    for (size_t i = 0; i < count; i++) {
      size_t best = i;
      for (size_t j = i + 1; j < choices_.size(); j++)
        if (choices_[j].total > choices_[best].total) best = j;
      // The others stay in order, so that equal ones are taken as they come.
      const Choice choice = choices_[best];
      move_bytes(&choices_[i] + 1, &choices_[i], (best - i) * sizeof(Choice));
      choices_[i] = choice;
    }
    return count;
  }

  // How many of the best choices are probable enough to go on with.
  size_t keep_probable(const Sentence &sentence, size_t count) const {
    const float margin = sentence.request.score_margin;
    if (margin == 0) return count;
    while (count > 1 && choices_[count - 1].total < choices_[0].total - margin) count--;
    return count;
  }

  void take_choices(Sentence &sentence, size_t count) {
    const size_t cell_size = model_.decoder.size() * model_.width;
    // A single translation goes on in its own cells.
    const bool is_single = sentence.request.beam_size == 1 || (sentence.hypotheses.size() == 1 && count == 1);
    if (!is_single) sentence.next_cells.resize(sentence.request.beam_size * cell_size);
    Hypothesis before[ENGINE_MAX_BEAM];
    copy_bytes(before, sentence.hypotheses.data(), sentence.hypotheses.size() * sizeof(Hypothesis));
    sentence.hypotheses.clear();
    for (size_t i = 0; i < count; i++) {
      const Choice &choice = choices_[i];
      const int32_t node = int32_t(sentence.nodes.size());
      sentence.nodes.push({before[choice.row].node, choice.token, choice.score, sentence.looks + choice.row});
      if (choice.token == model_.end_token) {
        finish(sentence, node, choice.total);
        if (sentence.wanted > 0) sentence.wanted--;
        continue;
      }
      if (!is_single)
        copy_bytes(&sentence.next_cells[sentence.hypotheses.size() * cell_size], &sentence.cells[choice.row * cell_size],
                   cell_size * sizeof(float));
      sentence.hypotheses.push({node, choice.total});
    }
    if (!is_single) sentence.cells.swap(sentence.next_cells);
  }

  void finish(Sentence &sentence, int32_t node, float score) {
    const size_t length = length_of(sentence, node);
    const float divisor = float(power_of(double(length), double(sentence.request.length_power)));
    const bool is_ended = sentence.nodes[size_t(node)].token == model_.end_token;
    sentence.finished.push({node, uint32_t(length), is_ended, score, score / divisor});
  }

  static size_t length_of(const Sentence &sentence, int32_t node) {
    size_t length = 0;
    for (; node >= 0; node = sentence.nodes[size_t(node)].before) length++;
    return length;
  }

  // Puts the best translations into `result_`.
  void write_result(Sentence &sentence) {
    Array<Finished> &finished = sentence.finished;
    for (size_t i = 1; i < finished.size(); i++)
      for (size_t j = i; j > 0 && finished[j].length_score > finished[j - 1].length_score; j--) {
        const Finished better = finished[j];
        finished[j] = finished[j - 1];
        finished[j - 1] = better;
      }
    const size_t count = smaller<size_t>(sentence.request.best_count, finished.size());
    const size_t places = sentence.has(ENGINE_ALIGNED) ? sentence.memory.places : 0;
    const size_t candidates = sentence.request.candidate_count;
    result_.resize(ENGINE_RESULT_WORDS);
    result_[ENGINE_RESULT_ID] = int32_t(sentence.request.id);
    result_[ENGINE_RESULT_SOURCE_LENGTH] = int32_t(sentence.source.size());
    result_[ENGINE_RESULT_CANDIDATE_COUNT] = int32_t(candidates);
    result_[ENGINE_RESULT_COUNT] = int32_t(count);
    for (size_t i = 0; i < count; i++) {
      const Finished &one = finished[i];
      path_.resize(one.length);
      for (int32_t node = one.node, at = int32_t(one.length); node >= 0; node = sentence.nodes[size_t(node)].before)
        path_[size_t(--at)] = node;
      write_word(int32_t(one.length));
      write_word(one.is_ended);
      write_word((places ? ENGINE_ALIGNED : 0) | (sentence.is_scored() ? ENGINE_SCORED : 0));
      write_number(one.score);
      write_number(one.length_score);
      for (const int32_t node : path_) write_word(sentence.nodes[size_t(node)].token);
      if (sentence.is_scored())
        for (const int32_t node : path_) write_number(sentence.nodes[size_t(node)].score);
      write_rows(sentence, sentence.alignments.data(), places);
      write_rows(sentence, sentence.candidates.data(), candidates);
      write_rows(sentence, sentence.candidate_scores.data(), candidates);
    }
    result_[ENGINE_RESULT_SIZE] = int32_t(result_.size());
  }

  void write_word(int32_t word) { result_.push(word); }
  void write_number(float number) {
    int32_t word;
    copy_bytes(&word, &number, sizeof word);
    result_.push(word);
  }
  // The rows that belong to the tokens of `path_`.
  template <typename Value>
  void write_rows(const Sentence &sentence, const Value *rows, size_t width) {
    const size_t start = result_.size();
    result_.resize(start + path_.size() * width);
    for (size_t i = 0; i < path_.size() && width > 0; i++)
      copy_bytes(&result_[start + i * width], rows + sentence.nodes[size_t(path_[i])].look * width,
                 width * sizeof(Value));
  }
};

extern "C" {

EngineSession *engine_open_session(const EngineModel *model, uint32_t max_rows) {
  return new (Placement(), engine_allocate(sizeof(EngineSession))) EngineSession(*model, max_rows);
}

void engine_close_session(EngineSession *session) { destroy(session); }

const char *engine_check(const EngineModel *model, const int32_t *words, size_t count) {
  Request request;
  return read_request(*model, words, count, request);
}

const char *engine_add(EngineSession *session, const int32_t *words, size_t count) {
  Request request;
  const char *problem = read_request(session->model(), words, count, request);
  if (!problem) session->add(request);
  return problem;
}

void engine_drop(EngineSession *session, uint32_t id) { session->drop(id); }
uint32_t engine_room(const EngineSession *session) { return uint32_t(session->room()); }
uint32_t engine_step(EngineSession *session) { return uint32_t(session->step()); }
const int32_t *engine_take(EngineSession *session) { return session->take(); }

}  // extern "C"
