#include "vocabulary.h"

namespace student {
namespace {

// The white space inside of pieces, U+2581, and what stands for bytes that are no UTF-8, U+FFFD.
constexpr uint8_t space_mark[] = {0xe2, 0x96, 0x81};
constexpr uint8_t replacement[] = {0xef, 0xbf, 0xbd};
// What an unknown token says where the vocabulary names nothing else: U+2047 between blanks.
constexpr uint8_t unknown_surface[] = {' ', 0xe2, 0x81, 0x87, ' '};
constexpr uint8_t blank[] = {' '};
constexpr size_t mark_length = 3;
constexpr size_t max_pieces = 1000000;
constexpr size_t max_file_length = 64u << 20;
constexpr size_t max_text_length = 1u << 20;
// An unknown character is less likely than the least likely piece, as in SentencePiece.
constexpr float unknown_penalty = 10.0f;
constexpr float smallest_positive = 1.17549435e-38f;
constexpr float largest = 3.40282347e+38f;
constexpr uint64_t unigram_model = 1;
constexpr size_t byte_piece_length = 6;
constexpr const char* damaged = "the vocabulary is damaged";

/** Reads the fields of a protocol buffer, one after the other. */
class Fields {
 public:
  uint32_t number = 0;
  uint64_t value = 0;
  Span bytes = {0, 0};

  Fields(const Array<uint8_t>& file, Span message)
      : file_(file.data()), at_(message.start), end_(message.start + message.length) {}

  bool is_damaged() const { return is_damaged_; }

  bool next() {
    if (at_ >= end_ || is_damaged_) return false;
    const uint64_t tag = varint();
    number = static_cast<uint32_t>(tag >> 3);
    value = 0;
    bytes = {at_, 0};
    switch (tag & 7) {
      case 0:
        value = varint();
        break;
      case 1:
        take(8);
        break;
      case 2:
        take(varint());
        break;
      case 5:
        take(4);
        break;
      default:
        is_damaged_ = true;
    }
    return !is_damaged_;
  }

 private:
  uint64_t varint() {
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 64 && at_ < end_; shift += 7) {
      const uint8_t byte = file_[at_++];
      result |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return result;
    }
    is_damaged_ = true;
    return 0;
  }

  void take(uint64_t length) {
    if (is_damaged_ || length > end_ - at_) {
      is_damaged_ = true;
      return;
    }
    bytes = {at_, static_cast<uint32_t>(length)};
    at_ += static_cast<uint32_t>(length);
  }

  const uint8_t* file_;
  uint32_t at_;
  uint32_t end_;
  bool is_damaged_ = false;
};

uint32_t little_endian(const uint8_t* bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

float float_of(const uint8_t* bytes) {
  const uint32_t bits = little_endian(bytes);
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

int compare(const uint8_t* one, size_t one_length, const uint8_t* other, size_t other_length) {
  const size_t shorter = one_length < other_length ? one_length : other_length;
  for (size_t at = 0; at < shorter; ++at) {
    if (one[at] != other[at]) return one[at] < other[at] ? -1 : 1;
  }
  return one_length == other_length ? 0 : one_length < other_length ? -1 : 1;
}

/** How long a character is by its first byte alone, whatever follows. */
size_t claimed_length(uint8_t first) {
  return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** How long the valid character at the beginning of a text is; 0 where there is none. */
size_t valid_length(const uint8_t* text, size_t length) {
  if (text[0] < 0x80) return 1;
  const size_t bytes = (text[0] & 0xe0) == 0xc0   ? 2
                       : (text[0] & 0xf0) == 0xe0 ? 3
                       : (text[0] & 0xf8) == 0xf0 ? 4
                                                  : 0;
  if (bytes == 0 || length < bytes) return 0;
  uint32_t point = text[0] & (0x7f >> bytes);
  for (size_t at = 1; at < bytes; ++at) {
    if ((text[at] & 0xc0) != 0x80) return 0;
    point = point << 6 | (text[at] & 0x3f);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = point >= 0xd800 && point < 0xe000;
  return point < least[bytes] || point > 0x10ffff || is_surrogate ? 0 : bytes;
}

bool ends_with(const Array<uint8_t>& text, const uint8_t* end, size_t length) {
  return text.size() >= length && equal_bytes(text.data() + text.size() - length, end, length);
}

int hexadecimal(uint8_t digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/** Puts numbers in the order of the texts they stand for, by heap sort. */
class Sorting {
 public:
  Sorting(const uint8_t* file, const Piece* pieces, Array<uint32_t>& items)
      : file_(file), pieces_(pieces), items_(items.data()), count_(items.size()) {}

  void sort() {
    for (size_t root = count_ / 2; root-- > 0;) sift(root, count_);
    for (size_t left = count_; left-- > 1;) {
      swap(0, left);
      sift(0, left);
    }
  }

 private:
  void sift(size_t root, size_t count) {
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
      if (child + 1 < count && is_less(child, child + 1)) ++child;
      if (!is_less(root, child)) return;
      swap(root, child);
      root = child;
    }
  }

  bool is_less(size_t one, size_t other) const {
    const Span left = pieces_[items_[one]].text;
    const Span right = pieces_[items_[other]].text;
    return compare(file_ + left.start, left.length, file_ + right.start, right.length) < 0;
  }

  void swap(size_t one, size_t other) {
    const uint32_t kept = items_[one];
    items_[one] = items_[other];
    items_[other] = kept;
  }

  const uint8_t* file_;
  const Piece* pieces_;
  uint32_t* items_;
  size_t count_;
};

}  // namespace

void Trie::build(const uint8_t* file, const Piece* pieces, const uint32_t* sorted, size_t count) {
  // The texts below each node, and how many of their bytes lead there.
  struct Range {
    uint32_t first, last, depth;
  };
  Array<Range> ranges;
  nodes_.clear();
  ranges.push({0, static_cast<uint32_t>(count), 0});
  nodes_.push({0, none, 0, 0});
  for (size_t node = 0; node < ranges.size(); ++node) {
    Range range = ranges[node];
    // The shortest text comes first: it is the only one that may end here.
    if (range.first < range.last && pieces[sorted[range.first]].text.length == range.depth) {
      nodes_[node].value = static_cast<int32_t>(sorted[range.first++]);
    }
    nodes_[node].first_child = static_cast<int32_t>(nodes_.size());
    while (range.first < range.last) {
      const auto byte_of = [&](uint32_t item) { return file[pieces[sorted[item]].text.start + range.depth]; };
      const uint8_t byte = byte_of(range.first);
      uint32_t last = range.first + 1;
      while (last < range.last && byte_of(last) == byte) ++last;
      ranges.push({range.first, last, range.depth + 1});
      nodes_.push({0, none, 0, byte});
      ++nodes_[node].child_count;
      range.first = last;
    }
  }
}

int32_t Trie::child(int32_t node, uint8_t byte) const {
  int32_t low = nodes_[node].first_child;
  int32_t high = low + nodes_[node].child_count;
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (nodes_[middle].byte == byte) return middle;
    if (nodes_[middle].byte < byte) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return none;
}

bool CharacterMap::open(const uint8_t* bytes, size_t length) {
  if (length <= 4) return false;
  const uint32_t trie_length = little_endian(bytes);
  if (trie_length >= length - 4 || trie_length < 4 || trie_length % 4 != 0) return false;
  units_ = bytes + 4;
  unit_count_ = trie_length / 4;
  replacements_ = units_ + trie_length;
  replacements_length_ = length - 4 - trie_length;
  // Then every text in it has an end.
  return replacements_[replacements_length_ - 1] == 0;
}

uint32_t CharacterMap::unit(size_t index) const { return little_endian(units_ + 4 * index); }

size_t CharacterMap::find(const uint8_t* text, size_t length, const uint8_t** replacement,
                          size_t* replacement_length) const {
  if (is_empty()) return 0;
  const auto offset_of = [](uint32_t value) { return value >> 10 << ((value & 1u << 9) >> 6); };
  size_t found = 0;
  uint32_t node = offset_of(unit(0));
  for (size_t at = 0; at < length; ++at) {
    node ^= text[at];
    if (node >= unit_count_) break;
    const uint32_t value = unit(node);
    if ((value & (1u << 31 | 0xff)) != text[at]) break;
    node ^= offset_of(value);
    if (node >= unit_count_) break;
    if ((value >> 8 & 1) == 0) continue;
    const uint32_t start = unit(node) & ~(1u << 31);
    if (start >= replacements_length_) break;
    found = at + 1;
    *replacement = replacements_ + start;
  }
  if (found > 0) {
    size_t size = 0;
    while ((*replacement)[size] != 0) ++size;
    *replacement_length = size;
  }
  return found;
}

Vocabulary* Vocabulary::open(const uint8_t* bytes, size_t length, const char** problem) {
  *problem = length > max_file_length ? "the vocabulary is too large" : nullptr;
  if (*problem != nullptr) return nullptr;
  Vocabulary* vocabulary = create<Vocabulary>();
  vocabulary->file_.append(bytes, length);
  *problem = vocabulary->read();
  if (*problem == nullptr) return vocabulary;
  destroy(vocabulary);
  return nullptr;
}

const uint8_t* Vocabulary::piece(int32_t id, size_t* length) const {
  const Span text = pieces_[id].text;
  *length = text.length;
  return file_.data() + text.start;
}

// The numbers of fields are those of sentencepiece_model.proto.

const char* Vocabulary::read() {
  Fields fields(file_, {0, static_cast<uint32_t>(file_.size())});
  while (fields.next()) {
    const char* problem = nullptr;
    if (fields.number == 1) problem = read_piece(fields.bytes);
    if (fields.number == 2) problem = read_trainer(fields.bytes);
    if (fields.number == 3) problem = read_normaliser(fields.bytes);
    if (problem != nullptr) return problem;
  }
  if (fields.is_damaged()) return damaged;
  if (pieces_.size() == 0) return "the vocabulary is not a SentencePiece model";
  if (model_type_ != unigram_model) return "the vocabulary is of another kind than unigram";
  return index_pieces();
}

const char* Vocabulary::read_piece(Span message) {
  if (pieces_.size() == max_pieces) return "the vocabulary has too many pieces";
  Piece piece = {{0, 0}, 0, PieceType::normal};
  Fields fields(file_, message);
  while (fields.next()) {
    if (fields.number == 1) piece.text = fields.bytes;
    if (fields.number == 2 && fields.bytes.length == 4) piece.score = float_of(file_.data() + fields.bytes.start);
    if (fields.number == 3) {
      if (fields.value < 1 || fields.value > 6) return damaged;
      piece.type = static_cast<PieceType>(fields.value);
    }
  }
  if (fields.is_damaged() || piece.text.length == 0 || piece.score != piece.score) return damaged;
  pieces_.push(piece);
  return nullptr;
}

const char* Vocabulary::read_trainer(Span message) {
  Fields fields(file_, message);
  while (fields.next()) {
    if (fields.number == 3) model_type_ = fields.value;
    if (fields.number == 24) marks_ends_ = fields.value != 0;
    if (fields.number == 35) spells_bytes_ = fields.value != 0;
    if (fields.number == 44) {
      unknown_surface_ = fields.bytes;
      has_unknown_surface_ = true;
    }
    if (fields.number == 47) {
      end_text_ = fields.bytes;
      has_end_text_ = true;
    }
  }
  return fields.is_damaged() ? damaged : nullptr;
}

const char* Vocabulary::read_normaliser(Span message) {
  Fields fields(file_, message);
  while (fields.next()) {
    const Span bytes = fields.bytes;
    if (fields.number == 2 && bytes.length > 0 && !characters_.open(file_.data() + bytes.start, bytes.length)) {
      return "the normalisation table of the vocabulary is damaged";
    }
    if (fields.number == 3) adds_prefix_ = fields.value != 0;
    if (fields.number == 4) trims_ = fields.value != 0;
    if (fields.number == 5) marks_spaces_ = fields.value != 0;
  }
  return fields.is_damaged() ? damaged : nullptr;
}

/** Finds out what every piece is for, and builds the tries. */
const char* Vocabulary::index_pieces() {
  Array<uint32_t> texts, user_defined, others;
  for (int32_t& id : byte_ids_) id = -1;
  least_score_ = largest;
  greatest_score_ = smallest_positive;
  for (uint32_t id = 0; id < pieces_.size(); ++id) {
    const Piece& piece = pieces_[id];
    switch (piece.type) {
      case PieceType::user_defined:
        user_defined.push(id);
        break;
      case PieceType::normal:
        least_score_ = piece.score < least_score_ ? piece.score : least_score_;
        greatest_score_ = piece.score > greatest_score_ ? piece.score : greatest_score_;
        break;
      case PieceType::unknown:
        if (unknown_ >= 0) return "the vocabulary has two tokens for what is unknown";
        unknown_ = static_cast<int32_t>(id);
        break;
      case PieceType::byte:
        if (!read_byte_piece(static_cast<int32_t>(id))) return damaged;
        break;
      case PieceType::control:
        if (is_end(piece.text)) end_ = static_cast<int32_t>(id);
        break;
      case PieceType::unused:
        break;
    }
    (is_text(piece.type) ? texts : others).push(id);
  }
  if (unknown_ < 0) return "the vocabulary has no token for what is unknown";
  for (const int32_t id : byte_ids_) {
    if (spells_bytes_ && id < 0) return "the vocabulary has no piece for some bytes";
  }
  Array<uint32_t>* const lists[] = {&texts, &user_defined, &others};
  for (Array<uint32_t>* list : lists) {
    Sorting(file_.data(), pieces_.data(), *list).sort();
    if (has_repetition(*list)) return "the vocabulary has a piece twice";
  }
  texts_.build(file_.data(), pieces_.data(), texts.data(), texts.size());
  user_defined_.build(file_.data(), pieces_.data(), user_defined.data(), user_defined.size());
  return nullptr;
}

bool Vocabulary::is_text(PieceType type) {
  return type == PieceType::normal || type == PieceType::user_defined || type == PieceType::unused;
}

bool Vocabulary::is_end(Span text) const {
  constexpr uint8_t usual[] = {'<', '/', 's', '>'};
  const uint8_t* bytes = file_.data() + text.start;
  if (has_end_text_) return compare(bytes, text.length, file_.data() + end_text_.start, end_text_.length) == 0;
  return compare(bytes, text.length, usual, sizeof usual) == 0;
}

/** Takes in a piece such as `<0x0A>`. */
bool Vocabulary::read_byte_piece(int32_t id) {
  const Span text = pieces_[id].text;
  const uint8_t* bytes = file_.data() + text.start;
  if (!spells_bytes_ || text.length != byte_piece_length) return false;
  const int high = hexadecimal(bytes[3]);
  const int low = hexadecimal(bytes[4]);
  const bool is_one = bytes[0] == '<' && bytes[1] == '0' && bytes[2] == 'x' && bytes[5] == '>';
  if (!is_one || high < 0 || low < 0) return false;
  byte_ids_[high * 16 + low] = id;
  return true;
}

bool Vocabulary::has_repetition(const Array<uint32_t>& sorted) const {
  for (size_t at = 1; at < sorted.size(); ++at) {
    const Span one = pieces_[sorted[at - 1]].text;
    const Span other = pieces_[sorted[at]].text;
    if (compare(file_.data() + one.start, one.length, file_.data() + other.start, other.length) == 0) return true;
  }
  return false;
}

/** What a beginning of a text becomes. */
Vocabulary::Prefix Vocabulary::next_prefix(const uint8_t* text, size_t length) const {
  if (!user_defined_.is_empty()) {
    size_t found = 0;
    int32_t node = 0;
    for (size_t at = 0; at < length && (node = user_defined_.child(node, text[at])) != Trie::none; ++at) {
      if (user_defined_.value(node) != Trie::none) found = at + 1;
    }
    if (found > 0) return {text, found, found};
  }
  Prefix prefix = {nullptr, 0, 0};
  prefix.taken = characters_.find(text, length, &prefix.text, &prefix.length);
  if (prefix.taken > 0) return prefix;
  const size_t valid = valid_length(text, length);
  if (valid > 0) return {text, valid, valid};
  return {replacement, sizeof replacement, 1};
}

/** Writes a text as the pieces have it, with the place in the text that every byte comes from. */
void Vocabulary::normalise(const uint8_t* text, size_t length, Workspace& space) const {
  Array<uint8_t>& normalised = space.normalised;
  Array<uint32_t>& origins = space.origins;
  normalised.clear();
  origins.clear();
  size_t taken = 0;
  const uint8_t* mark = marks_spaces_ ? space_mark : blank;
  const size_t size = marks_spaces_ ? mark_length : 1;
  const auto write = [&](const uint8_t* bytes, size_t count) {
    normalised.append(bytes, count);
    for (size_t at = 0; at < count; ++at) origins.push(static_cast<uint32_t>(taken));
  };
  while (trims_ && taken < length) {
    const Prefix prefix = next_prefix(text + taken, length - taken);
    if (compare(prefix.text, prefix.length, blank, 1) != 0) break;
    taken += prefix.taken;
  }
  if (taken == length) return origins.push(static_cast<uint32_t>(taken));
  if (!marks_ends_ && adds_prefix_) write(mark, size);
  bool is_after_blank = trims_;
  while (taken < length) {
    Prefix prefix = next_prefix(text + taken, length - taken);
    while (is_after_blank && prefix.length > 0 && prefix.text[0] == ' ') {
      ++prefix.text;
      --prefix.length;
    }
    for (size_t at = 0; at < prefix.length; ++at) {
      if (prefix.text[at] == ' ') {
        write(mark, size);
      } else {
        write(prefix.text + at, 1);
      }
    }
    if (prefix.length > 0) is_after_blank = trims_ && prefix.text[prefix.length - 1] == ' ';
    taken += prefix.taken;
  }
  while (trims_ && ends_with(normalised, mark, size)) {
    normalised.resize(normalised.size() - size);
    taken = origins[normalised.size()];
    origins.resize(normalised.size());
  }
  if (marks_ends_ && adds_prefix_) write(mark, size);
  origins.push(static_cast<uint32_t>(taken));
}

/** Finds the most probable pieces: the best way to every place, and where its last piece begins. */
void Vocabulary::find_best(Workspace& space) const {
  const Array<uint8_t>& text = space.normalised;
  Array<Workspace::Step>& steps = space.steps;
  steps.resize(text.size() + 1);
  for (size_t at = 0; at <= text.size(); ++at) steps[at] = {0, -1, unknown_};
  const float unknown_score = least_score_ - unknown_penalty;
  for (size_t start = 0; start < text.size();) {
    const float before = steps[start].score;
    const auto reach = [&](size_t stop, int32_t id, double score) {
      Workspace::Step& step = steps[stop];
      if (step.start < 0 || score > step.score) {
        step = {static_cast<float>(score), static_cast<int32_t>(start), id};
      }
    };
    const size_t claimed = claimed_length(text[start]);
    const size_t character = claimed < text.size() - start ? claimed : text.size() - start;
    bool is_known = false;
    int32_t node = 0;
    for (size_t at = start; at < text.size() && (node = texts_.child(node, text[at])) != Trie::none; ++at) {
      const int32_t id = texts_.value(node);
      if (id == Trie::none || pieces_[id].type == PieceType::unused) continue;
      const size_t length = at + 1 - start;
      // What the maker of the vocabulary has put in is taken before everything else.
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

void Vocabulary::push_tokens(Workspace& space) const {
  Array<Workspace::Step>& steps = space.steps;
  const Array<uint32_t>& origins = space.origins;
  // Every step is turned round, so that it says where the next one begins.
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
    if (is_unknown && spells_bytes_) {
      // The last byte stands for the character, the others for nothing.
      for (int32_t byte = at; byte < stop; ++byte) {
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

bool Vocabulary::encode(const uint8_t* text, size_t length, Workspace& space) const {
  space.tokens.clear();
  if (length > max_text_length) return false;
  normalise(text, length, space);
  if (space.normalised.empty()) return true;
  find_best(space);
  push_tokens(space);
  return true;
}

bool Vocabulary::decode(const int32_t* ids, size_t count, Workspace& space) const {
  space.text.clear();
  space.ends.clear();
  if (count > max_text_length) return false;
  for (size_t at = 0; at < count; ++at) {
    if (ids[at] < 0 || ids[at] >= size()) return false;
  }
  bool is_beginning = adds_prefix_ || trims_;
  for (size_t at = 0; at < count;) {
    size_t stop = at;
    while (stop < count && type(ids[stop]) == PieceType::byte) ++stop;
    if (stop > at) {
      write_bytes(ids + at, stop - at, space);
      at = stop;
      continue;
    }
    is_beginning = write_piece(ids[at++], is_beginning && space.text.empty(), space);
    space.ends.push(static_cast<uint32_t>(space.text.size()));
  }
  return true;
}

/** Writes a token. True as long as the blank before the first word, added when encoding, is to be left out. */
bool Vocabulary::write_piece(int32_t id, bool is_beginning, Workspace& space) const {
  Array<uint8_t>& written = space.text;
  const Span span = pieces_[id].text;
  const uint8_t* text = file_.data() + span.start;
  switch (type(id)) {
    case PieceType::control:
      return is_beginning;
    case PieceType::unknown:
      if (has_unknown_surface_) {
        written.append(file_.data() + unknown_surface_.start, unknown_surface_.length);
      } else {
        written.append(unknown_surface, sizeof unknown_surface);
      }
      return is_beginning;
    default:
      break;
  }
  const auto is_mark = [&](size_t at) {
    return at + mark_length <= span.length && equal_bytes(text + at, space_mark, mark_length);
  };
  const bool is_left_out = is_beginning && is_mark(0);
  size_t at = is_left_out ? mark_length : 0;
  while (at < span.length) {
    const bool is_space = is_mark(at);
    written.push(is_space ? static_cast<uint8_t>(' ') : text[at]);
    at += is_space ? mark_length : 1;
  }
  // A text that was not trimmed had one such blank only.
  return is_beginning && (trims_ || !is_left_out);
}

/** Writes tokens of single bytes, of which only those that make a character say something. */
void Vocabulary::write_bytes(const int32_t* ids, size_t count, Workspace& space) const {
  Array<uint8_t>& bytes = space.normalised;
  bytes.clear();
  for (size_t at = 0; at < count; ++at) {
    const uint8_t* text = file_.data() + pieces_[ids[at]].text.start;
    bytes.push(static_cast<uint8_t>(hexadecimal(text[3]) * 16 + hexadecimal(text[4])));
  }
  for (size_t at = 0; at < count;) {
    const size_t valid = valid_length(bytes.data() + at, count - at);
    // Of the bytes of a character, the last one stands for it.
    for (size_t silent = 1; silent < valid; ++silent) {
      space.ends.push(static_cast<uint32_t>(space.text.size()));
    }
    if (valid == 0) {
      space.text.append(replacement, sizeof replacement);
    } else {
      space.text.append(bytes.data() + at, valid);
    }
    space.ends.push(static_cast<uint32_t>(space.text.size()));
    at += valid == 0 ? 1 : valid;
  }
}

}  // namespace student

// For JavaScript, whose texts are UTF-16: one handle for one thread. Nothing that is given stays valid
// beyond the next call with the same handle.

namespace {

struct TextVocabulary {
  student::Vocabulary* vocabulary = nullptr;
  student::Workspace space;
  student::Array<uint8_t> bytes;
  student::Array<int32_t> numbers;
  student::Array<uint16_t> text;
};

/** Writes UTF-16 as UTF-8; `places` gets the place in the text for each byte and for the end. */
void to_bytes(const uint16_t* text, size_t length, student::Array<uint8_t>& bytes,
              student::Array<int32_t>& places) {
  bytes.clear();
  places.clear();
  for (size_t at = 0; at < length;) {
    const size_t start = at;
    uint32_t point = text[at++];
    if (point >= 0xd800 && point < 0xe000) {
      const bool is_pair = point < 0xdc00 && at < length && text[at] >= 0xdc00 && text[at] < 0xe000;
      point = is_pair ? 0x10000 + ((point - 0xd800) << 10) + (text[at++] - 0xdc00u) : 0xfffd;
    }
    const size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    constexpr uint8_t firsts[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t left = size; left-- > 0;) {
      const bool is_first = left + 1 == size;
      const uint32_t bits = point >> (6 * left);
      bytes.push(static_cast<uint8_t>(is_first ? bits | firsts[size] : (bits & 0x3f) | 0x80));
      places.push(static_cast<int32_t>(start));
    }
  }
  places.push(static_cast<int32_t>(length));
}

/** Writes UTF-8 as UTF-16, with a replacement for every byte that is none. */
void to_units(const uint8_t* bytes, size_t length, student::Array<uint16_t>& text) {
  for (size_t at = 0; at < length;) {
    const size_t size = student::valid_length(bytes + at, length - at);
    uint32_t point = size == 0 ? 0xfffd : size == 1 ? bytes[at] : bytes[at] & (0x7f >> size);
    for (size_t next = 1; next < size; ++next) point = point << 6 | (bytes[at + next] & 0x3f);
    if (point >= 0x10000) {
      text.push(static_cast<uint16_t>(0xd800 + ((point - 0x10000) >> 10)));
      point = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
    text.push(static_cast<uint16_t>(point));
    at += size == 0 ? 1 : size;
  }
}

}  // namespace

extern "C" {

EXPORTED void* vocabulary_open(const uint8_t* bytes, size_t length, const char** problem) {
  student::Vocabulary* vocabulary = student::Vocabulary::open(bytes, length, problem);
  if (vocabulary == nullptr) return nullptr;
  auto* handle = student::create<TextVocabulary>();
  handle->vocabulary = vocabulary;
  return handle;
}

EXPORTED void vocabulary_close(void* handle) {
  auto* vocabulary = static_cast<TextVocabulary*>(handle);
  if (vocabulary == nullptr) return;
  student::Vocabulary::close(vocabulary->vocabulary);
  student::destroy(vocabulary);
}

/** How many tokens a text has, or -1: three numbers for each, its own, its start and its end. */
EXPORTED int32_t vocabulary_encode(void* handle, const uint16_t* text, size_t length) {
  auto& [vocabulary, space, bytes, numbers, units] = *static_cast<TextVocabulary*>(handle);
  if (length > student::max_text_length) return -1;
  to_bytes(text, length, bytes, numbers);
  if (!vocabulary->encode(bytes.data(), bytes.size(), space)) return -1;
  const size_t places = numbers.size();
  for (const student::Token& token : space.tokens) {
    const int32_t start = numbers[token.begin];
    const int32_t end = numbers[token.end];
    numbers.push(token.id);
    numbers.push(start);
    numbers.push(end);
  }
  student::move_bytes(numbers.data(), numbers.data() + places, (numbers.size() - places) * sizeof(int32_t));
  numbers.resize(numbers.size() - places);
  return static_cast<int32_t>(space.tokens.size());
}

/** How long the text of tokens is, or -1; and how long it was after each of them. */
EXPORTED int32_t vocabulary_decode(void* handle, const int32_t* ids, size_t count) {
  auto& [vocabulary, space, bytes, numbers, units] = *static_cast<TextVocabulary*>(handle);
  units.clear();
  numbers.clear();
  if (!vocabulary->decode(ids, count, space)) return -1;
  uint32_t start = 0;
  for (const uint32_t end : space.ends) {
    to_units(space.text.data() + start, end - start, units);
    numbers.push(static_cast<int32_t>(units.size()));
    start = end;
  }
  return static_cast<int32_t>(units.size());
}

EXPORTED const int32_t* vocabulary_numbers(void* handle) {
  return static_cast<TextVocabulary*>(handle)->numbers.data();
}

EXPORTED const uint16_t* vocabulary_text(void* handle) {
  return static_cast<TextVocabulary*>(handle)->text.data();
}

/** The numbers of its tokens for the end of a sentence and for what is unknown, and how many it has. */
EXPORTED int32_t vocabulary_end(void* handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->end();
}

EXPORTED int32_t vocabulary_unknown(void* handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->unknown();
}

EXPORTED int32_t vocabulary_size(void* handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->size();
}
}
