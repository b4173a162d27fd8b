// Sentences in flight on one model. Each is a search of its own; a step takes all of them one token
// further.
#include "sentence.h"

using namespace student;

namespace {

// How many scores of a row are computed before they are looked at: they stay in the nearest cache.
constexpr size_t CHUNK = 1024;
// How many tokens of urgent sentences are encoded in one step, at most.
constexpr size_t MAX_READ_TOKENS = 1024;
// A step for the others encodes this many tokens or decodes this many rows, never both: an urgent
// sentence waits for one such step at most.
constexpr size_t MAX_READ_TOKENS_UNHURRIED = 64;
constexpr size_t MAX_ROWS_UNHURRIED = 48;

// Sentences of one kind, urgent or not, in order of priority and arrival.
struct SentenceQueue {
  Array<Sentence *> waiting, active;
  // How many of the active ones, from the first on, take part in the step.
  size_t in_step = 0;

  ~SentenceQueue() {
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
    // The words that the request points to are the caller's.
    sentence->request.source = sentence->source.data();
    sentence->request.prefix = sentence->prefix.data();
    sentence->wanted = request.beam_size;
    queue_of(request.is_urgent()).add(sentence);
  }

  void drop(uint32_t id) {
    Array<Sentence *> *const lists[] = {&urgent_.waiting, &urgent_.active, &others_.waiting, &others_.active, &done_};
    for (Array<Sentence *> *list : lists)
      for (Sentence *sentence : *list)
        if (sentence->request.id == id) sentence->is_dropped = true;
  }

  // Urgent sentences have as many rows as all others.
  size_t room(bool is_urgent) const {
    const SentenceQueue &queue = is_urgent ? urgent_ : others_;
    size_t used = queue.used_rows();
    for (const Sentence *sentence : queue.waiting) used += sentence->request.expected_rows();
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
  SentenceQueue urgent_, others_;
  Array<Sentence *> done_;
  Sentence *taken_ = nullptr;
  // Of the step: its sentences, their rows, and the scores of each row.
  Array<Sentence *> batch_;
  Array<Sentence *> in_step_;
  Array<DecoderRow> rows_;
  Array<RowScores> row_scores_;
  Array<float> scores_;
  Array<float> best_scores_;
  Array<int32_t> best_columns_;
  Array<uint8_t> marks_;
  SearchSpace space_;
  // The result that was taken.
  Array<int32_t> result_;

  SentenceQueue &queue_of(bool is_urgent) { return is_urgent ? urgent_ : others_; }

  // Lets waiting sentences join the active ones as far as there is room; whether any did.
  bool join(SentenceQueue &queue, size_t max_tokens) {
    remove_dropped(queue.waiting);
    remove_dropped(queue.active);
    size_t used = queue.used_rows(), tokens = 0, count = 0;
    for (; count < queue.waiting.size(); count++) {
      const Sentence &next = *queue.waiting[count];
      const size_t rows = next.request.expected_rows();
      // There is always room for one, whatever its size; otherwise it would wait for ever.
      const bool has_room = used + rows <= max_rows_ || (count == 0 && queue.active.empty());
      if (!has_room || (count > 0 && tokens + next.source.size() > max_tokens)) break;
      used += rows;
      tokens += next.source.size();
    }
    if (count > 0) {
      read(queue.waiting.data(), count);
      queue.active.append(queue.waiting.data(), count);
      const size_t left = queue.waiting.size() - count;
      move_bytes(queue.waiting.data(), queue.waiting.data() + count, left * sizeof(Sentence *));
      queue.waiting.resize(left);
    }
    return count > 0;
  }

  // Lets a queue's sentences take part in the step: the first ones, whose last step is longest ago.
  void take_part(SentenceQueue &queue, size_t max_rows) {
    size_t rows = 0;
    for (queue.in_step = 0; queue.in_step < queue.active.size(); queue.in_step++) {
      rows += queue.active[queue.in_step]->rows();
      if (rows > max_rows && queue.in_step > 0) break;
    }
    batch_.append(queue.active.data(), queue.in_step);
  }

  void read(Sentence *const *sentences, size_t count) {
    Array<SourceToEncode> sources;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *sentences[i];
      sources.push({sentence.source.data(), sentence.source.size(), &sentence.encoded});
    }
    student_.encode(sources.data(), count);
    const size_t cell_size = model_.decoder.size() * model_.width;
    for (size_t i = 0; i < count; i++) {
      Sentence &sentence = *sentences[i];
      sentence.hypotheses.push({-1, 0});
      sentence.cells.resize(sentence.request.beam_size * cell_size);
      clear_bytes(sentence.cells.data(), cell_size * sizeof(float));
      shortlist_tokens(sentence);
    }
  }

  // Takes the next tokens of the sentences that took part in the step. They go to the end of the queue.
  void advance(SentenceQueue &queue) {
    const size_t rest = queue.active.size() - queue.in_step;
    size_t left = rest;
    in_step_.clear();
    in_step_.append(queue.active.data(), queue.in_step);
    move_bytes(queue.active.data(), queue.active.data() + queue.in_step, rest * sizeof(Sentence *));
    for (Sentence *sentence : in_step_) {
      if (sentence->advance(model_, &row_scores_[sentence->first_row], space_)) {
        done_.push(sentence);
      } else {
        queue.active[left++] = sentence;
      }
    }
    queue.active.resize(left);
  }

  // The target tokens that a sentence may have besides the common ones: those of its source tokens'
  // lists, and those of its prefix.
  void shortlist_tokens(Sentence &sentence) {
    sentence.uses_shortlist = model_.has_shortlist && !sentence.has(ENGINE_WITHOUT_SHORTLIST);
    if (!sentence.uses_shortlist) return;
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
      if (marks_[token]) sentence.shortlisted.push(int32_t(token));
  }

  // The rows of a step stand in this order: all target tokens, the shortlist, no scores needed.
  static int group_of(const Sentence &sentence) {
    return !sentence.needs_scores() ? 2 : sentence.uses_shortlist ? 1 : 0;
  }

  void decode() {
    const size_t cell_size = model_.decoder.size() * model_.width;
    rows_.clear();
    for (int group = 0; group < 3; group++) {
      for (Sentence *sentence : batch_) {
        if (group_of(*sentence) != group) continue;
        sentence->first_row = rows_.size();
        const size_t length = sentence->encoded.length, count = sentence->hypotheses.size();
        float *alignment = nullptr;
        if (sentence->has(ENGINE_ALIGNED)) {
          const size_t start = sentence->alignments.size();
          sentence->alignments.resize(start + count * length);
          alignment = &sentence->alignments[start];
        }
        for (size_t i = 0; i < count; i++) {
          const int32_t node = sentence->hypotheses[i].node;
          const int32_t token = node < 0 ? -1 : sentence->nodes[size_t(node)].token;
          rows_.push({&sentence->encoded, &sentence->cells[i * cell_size], token, sentence->position,
                      alignment ? alignment + i * length : nullptr});
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
    row_scores_.resize(rows_.size());
    best_scores_.resize(wanted);
    best_columns_.resize(wanted);
    size_t used = 0;
    for (const Sentence *sentence : batch_)
      for (size_t i = 0; i < sentence->hypotheses.size(); i++) {
        RowScores &row = row_scores_[sentence->first_row + i];
        const size_t count = sentence->wanted_choices();
        row.scan = {NOTHING, 0, sentence->is_scored(), count, 0, best_scores_.data() + used,
                    best_columns_.data() + used};
        row.forced_token = sentence->is_forced() ? sentence->prefix[sentence->position] : -1;
        row.forced_score = NOTHING;
        used += count;
      }
    scan(model_.output, 0, full_rows, nullptr, model_.output.matrix.outputs, 0);
    const Array<int32_t> &common = model_.shortlist.common;
    scan(model_.shortlist.output, full_rows, short_rows, common.data(), common.size(), 0);
    for (const Sentence *sentence : batch_) {
      if (group_of(*sentence) != 1) continue;
      const size_t count = sentence->hypotheses.size();
      scan(model_.output, sentence->first_row, count, sentence->shortlisted.data(), sentence->shortlisted.size(),
           common.size());
      for (size_t i = 0; i < count; i++) {
        const Scan &found = row_scores_[sentence->first_row + i].scan;
        for (size_t j = 0; j < found.found; j++) {
          const size_t at = size_t(found.best_columns[j]);
          found.best_columns[j] = at < common.size() ? common[at] : sentence->shortlisted[at - common.size()];
        }
      }
    }
  }

  // Computes and scans the scores of some rows: of all target tokens, or of `tokens`. A token's column
  // is its index among these, after the `seen` columns that were scanned before. A layer that has
  // exactly these tokens as outputs is used as it is; otherwise they select its outputs.
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
        scan_row(&scores_[i * CHUNK], tokens, first, count, seen, row_scores_[first_row + i]);
    }
  }

  void scan_row(float *scores, const int32_t *columns, size_t first, size_t count, size_t seen, RowScores &row) {
    if (row.scan.wants_sum) model_.kernels->add_up(scores, count, row.scan);
    const size_t forced = find_column(row.forced_token, columns, first, count);
    if (forced < count) row.forced_score = scores[forced];
    const size_t unknown = find_column(model_.unknown_token, columns, first, count);
    if (unknown < count) scores[unknown] = NOTHING;
    if (row.scan.wanted > 0) model_.kernels->find_best(scores, count, int32_t(seen + first), row.scan);
  }

  // The index of a token among sorted columns; `count` where it is not there.
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
  return create<EngineSession>(*model, max_rows);
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
uint32_t engine_step(EngineSession *session, uint32_t is_for_urgent) {
  return uint32_t(session->step(is_for_urgent != 0));
}
const int32_t *engine_take(EngineSession *session) { return session->take(); }

}  // extern "C"
