// Sentences under way. Each is a search of its own; all are brought one token further together.
#include "sentence.h"

using namespace student;

namespace {

// So many columns of scores are looked at before the next ones are made.
constexpr size_t CHUNK = 1024;
// So many tokens of urgent sentences are read in one step.
constexpr size_t MAX_READ_TOKENS = 1024;
// What one step does of the others, either of the two: urgent sentences wait for one such step at most.
constexpr size_t MAX_READ_TOKENS_UNHURRIED = 64;
constexpr size_t MAX_ROWS_UNHURRIED = 48;

// Sentences of one kind, urgent or not, in order of priority and arrival.
struct Lane {
  Array<Sentence *> waiting, active;
  // So many of the active ones, from the first on, take part in the step.
  size_t in_step = 0;

  ~Lane() {
    for (Sentence *sentence : waiting) destroy(sentence);
    for (Sentence *sentence : active) destroy(sentence);
  }
  size_t size() const { return waiting.size() + active.size(); }
  size_t used_rows() const {
    size_t used = 0;
    for (const Sentence *sentence : active) used += sentence->rows();
    return used;
  }
  void add(Sentence *sentence) {
    // Behind all of the same or a higher priority.
    waiting.push(sentence);
    const int32_t priority = sentence->request.priority;
    for (size_t i = waiting.size() - 1; i > 0 && waiting[i - 1]->request.priority < priority; i--) {
      waiting[i] = waiting[i - 1];
      waiting[i - 1] = sentence;
    }
  }
};

void remove_dropped(Array<Sentence *> &sentences) {
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

}  // namespace

struct EngineSession {
  EngineSession(const EngineModel &model, size_t max_rows) : model_(model), max_rows_(max_rows), student_(model) {}
  ~EngineSession() {
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
    lane_of(request.is_urgent()).add(sentence);
  }

  void drop(uint32_t id) {
    Array<Sentence *> *const lists[] = {&urgent_.waiting, &urgent_.active, &others_.waiting, &others_.active, &done_};
    for (Array<Sentence *> *list : lists)
      for (Sentence *sentence : *list)
        if (sentence->request.id == id) sentence->is_dropped = true;
  }

  // Urgent sentences have as many rows as all others.
  size_t room(bool is_urgent) const {
    const Lane &lane = is_urgent ? urgent_ : others_;
    size_t used = lane.used_rows();
    for (const Sentence *sentence : lane.waiting) used += sentence->request.expected_rows();
    return used < max_rows_ ? max_rows_ - used : 0;
  }

  size_t urgent_count() const { return urgent_.size(); }

  size_t step(bool is_for_urgent) {
    remove_dropped(done_);
    batch_.clear();
    join(urgent_, MAX_READ_TOKENS);
    take_part(urgent_, max_rows_);
    others_.in_step = 0;
    if (!is_for_urgent && !join(others_, MAX_READ_TOKENS_UNHURRIED)) take_part(others_, MAX_ROWS_UNHURRIED);
    if (!batch_.empty()) {
      decode();
      score();
      advance(urgent_);
      advance(others_);
    }
    return urgent_.size() + others_.size();
  }

  const int32_t *take() {
    remove_dropped(done_);
    destroy(taken_);
    taken_ = nullptr;
    if (done_.empty()) return nullptr;
    taken_ = done_[0];
    move_bytes(&done_[0], &done_[0] + 1, (done_.size() - 1) * sizeof(Sentence *));
    done_.resize(done_.size() - 1);
    taken_->write_result(space_, result_);
    return result_.data();
  }

 private:
  const EngineModel &model_;
  const size_t max_rows_;
  Student student_;
  Lane urgent_, others_;
  Array<Sentence *> done_;
  Sentence *taken_ = nullptr;
  // Of the step: its sentences, their rows, and what is wanted and known of each row's scores.
  Array<Sentence *> batch_;
  Array<Sentence *> in_step_;
  Array<Row> rows_;
  Array<Place> places_;
  Array<float> scores_;
  Array<float> best_scores_;
  Array<int32_t> best_columns_;
  Array<uint8_t> marks_;
  SearchSpace space_;
  // The result that was taken.
  Array<int32_t> result_;

  Lane &lane_of(bool is_urgent) { return is_urgent ? urgent_ : others_; }

  // Lets sentences that wait join those under way as far as there is room; whether any did.
  bool join(Lane &lane, size_t max_tokens) {
    remove_dropped(lane.waiting);
    remove_dropped(lane.active);
    size_t used = lane.used_rows(), tokens = 0, count = 0;
    for (; count < lane.waiting.size(); count++) {
      const Sentence &next = *lane.waiting[count];
      const size_t rows = next.request.expected_rows();
      // There is always room for one: whatever its size, it must be translated some time.
      const bool has_room = used + rows <= max_rows_ || (count == 0 && lane.active.empty());
      if (!has_room || (count > 0 && tokens + next.source.size() > max_tokens)) break;
      used += rows;
      tokens += next.source.size();
    }
    if (count > 0) {
      read(lane.waiting.data(), count);
      lane.active.append(lane.waiting.data(), count);
      move_bytes(lane.waiting.data(), lane.waiting.data() + count, (lane.waiting.size() - count) * sizeof(Sentence *));
      lane.waiting.resize(lane.waiting.size() - count);
    }
    return count > 0;
  }

  // Lets a lane's sentences take part in the step: the first ones, which did not for longest.
  void take_part(Lane &lane, size_t max_rows) {
    size_t rows = 0;
    for (lane.in_step = 0; lane.in_step < lane.active.size(); lane.in_step++) {
      rows += lane.active[lane.in_step]->rows();
      if (rows > max_rows && lane.in_step > 0) break;
    }
    batch_.append(lane.active.data(), lane.in_step);
  }

  void read(Sentence *const *sentences, size_t count) {
    Array<Reading> readings;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *sentences[i];
      readings.push({sentence.source.data(), sentence.source.size(), &sentence.memory});
    }
    student_.encode(readings.data(), count);
    const size_t cell_size = model_.decoder.size() * model_.width;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *sentences[i];
      sentence.hypotheses.push({-1, 0});
      sentence.cells.resize(sentence.request.beam_size * cell_size);
      clear_bytes(sentence.cells.data(), cell_size * sizeof(float));
      choose_columns(sentence);
    }
  }

  // Takes the next tokens of the sentences of a lane that took part in the step. They go to the end.
  void advance(Lane &lane) {
    const size_t rest = lane.active.size() - lane.in_step;
    size_t left = rest;
    in_step_.clear();
    in_step_.append(lane.active.data(), lane.in_step);
    move_bytes(lane.active.data(), lane.active.data() + lane.in_step, rest * sizeof(Sentence *));
    for (Sentence *sentence : in_step_) {
      if (sentence->advance(model_, &places_[sentence->first_row], space_)) {
        done_.push(sentence);
      } else {
        lane.active[left++] = sentence;
      }
    }
    lane.active.resize(left);
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
      for (Sentence *sentence : batch_) {
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
    for (const Sentence *sentence : batch_) {
      wanted += sentence->wanted_choices() * sentence->hypotheses.size();
      if (group_of(*sentence) == 0) full_rows += sentence->hypotheses.size();
      if (group_of(*sentence) == 1) short_rows += sentence->hypotheses.size();
    }
    places_.resize(rows_.size());
    best_scores_.resize(wanted);
    best_columns_.resize(wanted);
    size_t used = 0;
    for (const Sentence *sentence : batch_)
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
    for (const Sentence *sentence : batch_) {
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
uint32_t engine_room(const EngineSession *session, int32_t priority) { return uint32_t(session->room(priority > 0)); }
uint32_t engine_urgent(const EngineSession *session) { return uint32_t(session->urgent_count()); }
uint32_t engine_step(EngineSession *session, uint32_t is_for_urgent) { return uint32_t(session->step(is_for_urgent != 0)); }
const int32_t *engine_take(EngineSession *session) { return session->take(); }

}  // extern "C"
