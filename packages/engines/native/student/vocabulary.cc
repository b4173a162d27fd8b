#include "text-bytes.h"

namespace student {
namespace {

// What stands for bytes that are no UTF-8, U+FFFD.
constexpr uint8_t REPLACEMENT[] = {0xef, 0xbf, 0xbd};
// What an unknown token is decoded to where the vocabulary names nothing else: U+2047 between spaces.
constexpr uint8_t UNKNOWN_SURFACE[] = {' ', 0xe2, 0x81, 0x87, ' '};
// An unknown character is less likely than the least likely piece, as in SentencePiece.
constexpr float UNKNOWN_PENALTY = 10.0f;

// How long a character is according to its first byte, whatever follows.
size_t claimed_length(uint8_t first) {
  return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

bool ends_with(const Array<uint8_t> &text, const uint8_t *end, size_t length) {
  return text.size() >= length && equal_bytes(text.data() + text.size() - length, end, length);
}

}  // namespace

Vocabulary::Prefix Vocabulary::next_prefix(const uint8_t *text, size_t length) const {
  if (!user_defined_.is_empty()) {
    size_t found = 0;
    int32_t node = 0;
    for (size_t at = 0; at < length && (node = user_defined_.child(node, text[at])) != Trie::none; at++) {
      if (user_defined_.value(node) != Trie::none) found = at + 1;
    }
    if (found > 0) return {text, found, found};
  }
  Prefix prefix = {nullptr, 0, 0};
  prefix.taken = characters_.find(text, length, &prefix.text, &prefix.length);
  if (prefix.taken > 0) return prefix;
  const size_t valid = valid_length(text, length);
  if (valid > 0) return {text, valid, valid};
  return {REPLACEMENT, sizeof REPLACEMENT, 1};
}

// Writes a text as pieces spell it, and for every byte where it comes from. False where it gets too long.
bool Vocabulary::normalise(const uint8_t *text, size_t length, Workspace &space) const {
  Array<uint8_t> &normalised = space.normalised;
  Array<uint32_t> &origins = space.origins;
  normalised.clear();
  origins.clear();
  size_t taken = 0;
  const uint8_t *mark = escapes_spaces_ ? SPACE_MARK : BLANK;
  const size_t size = escapes_spaces_ ? MARK_LENGTH : 1;
  const auto write = [&](const uint8_t *bytes, size_t count) {
    normalised.append(bytes, count);
    for (size_t at = 0; at < count; at++) origins.push(static_cast<uint32_t>(taken));
  };
  while (removes_extra_spaces_ && taken < length) {
    const Prefix prefix = next_prefix(text + taken, length - taken);
    if (compare(prefix.text, prefix.length, BLANK, 1) != 0) break;
    taken += prefix.taken;
  }
  if (taken == length) {
    origins.push(static_cast<uint32_t>(taken));
    return true;
  }
  if (!treats_space_as_suffix_ && adds_dummy_prefix_) write(mark, size);
  bool is_after_blank = removes_extra_spaces_;
  while (taken < length) {
    Prefix prefix = next_prefix(text + taken, length - taken);
    // All of it may be blanks.
    if (prefix.length * size > MAX_WRITTEN_LENGTH - normalised.size()) return false;
    while (is_after_blank && prefix.length > 0 && prefix.text[0] == ' ') {
      ++prefix.text;
      --prefix.length;
    }
    for (size_t at = 0; at < prefix.length; at++) {
      if (prefix.text[at] == ' ') {
        write(mark, size);
      } else {
        write(prefix.text + at, 1);
      }
    }
    if (prefix.length > 0) is_after_blank = removes_extra_spaces_ && prefix.text[prefix.length - 1] == ' ';
    taken += prefix.taken;
  }
  while (removes_extra_spaces_ && ends_with(normalised, mark, size)) {
    normalised.resize(normalised.size() - size);
    taken = origins[normalised.size()];
    origins.resize(normalised.size());
  }
  if (treats_space_as_suffix_ && adds_dummy_prefix_) write(mark, size);
  origins.push(static_cast<uint32_t>(taken));
  return true;
}

// Viterbi search: for every byte the best pieces that lead there, by the last of them.
void Vocabulary::find_best(Workspace &space) const {
  const Array<uint8_t> &text = space.normalised;
  Array<Workspace::Step> &steps = space.steps;
  steps.resize(text.size() + 1);
  for (size_t at = 0; at <= text.size(); at++) steps[at] = {0, -1, unknown_};
  const float unknown_score = least_score_ - UNKNOWN_PENALTY;
  for (size_t start = 0; start < text.size();) {
    const float before = steps[start].score;
    const auto reach = [&](size_t stop, int32_t id, double score) {
      Workspace::Step &step = steps[stop];
      if (step.start < 0 || score > step.score) {
        step = {static_cast<float>(score), static_cast<int32_t>(start), id};
      }
    };
    const size_t claimed = claimed_length(text[start]);
    const size_t character = claimed < text.size() - start ? claimed : text.size() - start;
    bool is_known = false;
    int32_t node = 0;
    for (size_t at = start; at < text.size() && (node = texts_.child(node, text[at])) != Trie::none; at++) {
      const int32_t id = texts_.value(node);
      if (id == Trie::none || pieces_[id].type == PieceType::unused) continue;
      const size_t length = at + 1 - start;
      // User-defined pieces are preferred to all others.
      const double gain = pieces_[id].type == PieceType::user_defined
                              ? static_cast<float>(length) * greatest_score_ - 0.1
                              : static_cast<double>(pieces_[id].score);
      reach(at + 1, id, gain + before);
      if (length == character) is_known = true;
    }
    if (!is_known) reach(start + character, unknown_, static_cast<float>(unknown_score + before));
    start += character;
  }
}

void Vocabulary::push_tokens(Workspace &space) const {
  Array<Workspace::Step> &steps = space.steps;
  const Array<uint32_t> &origins = space.origins;
  // Steps are turned round: each then says where the next one begins.
  int32_t next = static_cast<int32_t>(space.normalised.size());
  int32_t next_id = -1;
  for (int32_t stop = next; stop >= 0;) {
    const Workspace::Step step = steps[stop];
    steps[stop] = {0, next, next_id};
    next = stop;
    next_id = step.id;
    if (stop == 0) break;
    stop = step.start;
  }
  bool was_unknown = false;
  const int32_t length = static_cast<int32_t>(space.normalised.size());
  for (int32_t at = 0; at < length;) {
    const auto [score, stop, id] = steps[at];
    const Token token = {id, origins[at], origins[stop]};
    const bool is_unknown = id == unknown_;
    if (is_unknown && has_byte_fallback_) {
      // The last byte stands for the character, the others for nothing.
      for (int32_t byte = at; byte < stop; byte++) {
        const uint32_t end = byte + 1 == stop ? token.end : token.begin;
        space.tokens.push({byte_ids_[space.normalised[byte]], token.begin, end});
      }
    } else if (is_unknown && was_unknown) {
      space.tokens[space.tokens.size() - 1].end = token.end;
    } else {
      space.tokens.push(token);
    }
    was_unknown = is_unknown;
    at = stop;
  }
}

bool Vocabulary::encode(const uint8_t *text, size_t length, Workspace &space) const {
  space.tokens.clear();
  if (length > MAX_TEXT_LENGTH || !normalise(text, length, space)) return false;
  if (space.normalised.empty()) return true;
  find_best(space);
  push_tokens(space);
  return true;
}

bool Vocabulary::decode(const int32_t *ids, size_t count, Workspace &space) const {
  space.text.clear();
  space.ends.clear();
  if (count > MAX_TEXT_LENGTH) return false;
  for (size_t at = 0; at < count; at++) {
    if (ids[at] < 0 || ids[at] >= size()) return false;
  }
  bool is_beginning = adds_dummy_prefix_ || removes_extra_spaces_;
  for (size_t at = 0; at < count;) {
    size_t stop = at;
    while (stop < count && type(ids[stop]) == PieceType::byte) ++stop;
    if (stop > at) {
      write_bytes(ids + at, stop - at, space);
      at = stop;
      continue;
    }
    const bool is_surface = type(ids[at]) == PieceType::unknown && has_unknown_surface_;
    const size_t most = is_surface ? unknown_surface_.length : pieces_[ids[at]].text.length;
    if (space.text.size() + most > MAX_WRITTEN_LENGTH) return false;
    is_beginning = write_piece(ids[at++], is_beginning && space.text.empty(), space);
    space.ends.push(static_cast<uint32_t>(space.text.size()));
  }
  return true;
}

// Writes a token. True while the dummy prefix, added when encoding, is still to be left out.
bool Vocabulary::write_piece(int32_t id, bool is_beginning, Workspace &space) const {
  Array<uint8_t> &written = space.text;
  const ByteRange span = pieces_[id].text;
  const uint8_t *text = file_.data() + span.start;
  switch (type(id)) {
    case PieceType::control:
      return is_beginning;
    case PieceType::unknown:
      if (has_unknown_surface_) {
        written.append(file_.data() + unknown_surface_.start, unknown_surface_.length);
      } else {
        written.append(UNKNOWN_SURFACE, sizeof UNKNOWN_SURFACE);
      }
      return is_beginning;
    default:
      break;
  }
  const auto is_mark = [&](size_t at) {
    return at + MARK_LENGTH <= span.length && equal_bytes(text + at, SPACE_MARK, MARK_LENGTH);
  };
  const bool is_left_out = is_beginning && is_mark(0);
  size_t at = is_left_out ? MARK_LENGTH : 0;
  while (at < span.length) {
    const bool is_space = is_mark(at);
    written.push(is_space ? static_cast<uint8_t>(' ') : text[at]);
    at += is_space ? MARK_LENGTH : 1;
  }
  // A text that was not trimmed had one such space only.
  return is_beginning && (removes_extra_spaces_ || !is_left_out);
}

// Writes tokens of single bytes: the characters that they make, and U+FFFD for all other bytes.
void Vocabulary::write_bytes(const int32_t *ids, size_t count, Workspace &space) const {
  Array<uint8_t> &bytes = space.normalised;
  bytes.clear();
  for (size_t at = 0; at < count; at++) {
    const uint8_t *text = file_.data() + pieces_[ids[at]].text.start;
    bytes.push(static_cast<uint8_t>(hexadecimal(text[3]) * 16 + hexadecimal(text[4])));
  }
  for (size_t at = 0; at < count;) {
    const size_t valid = valid_length(bytes.data() + at, count - at);
    // Of the bytes of a character, the last one stands for it.
    for (size_t silent = 1; silent < valid; silent++) {
      space.ends.push(static_cast<uint32_t>(space.text.size()));
    }
    if (valid == 0) {
      space.text.append(REPLACEMENT, sizeof REPLACEMENT);
    } else {
      space.text.append(bytes.data() + at, valid);
    }
    space.ends.push(static_cast<uint32_t>(space.text.size()));
    at += valid == 0 ? 1 : valid;
  }
}

}  // namespace student
