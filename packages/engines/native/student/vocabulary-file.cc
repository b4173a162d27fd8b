// Reads SentencePiece models: protocol buffers with pieces, and a normalisation table.
#include "text-bytes.h"

namespace student {
namespace {

constexpr size_t MAX_PIECES = 1000000;
constexpr size_t MAX_FILE_LENGTH = 64u << 20;
constexpr float SMALLEST_POSITIVE = 1.17549435e-38f;
constexpr float LARGEST = 3.40282347e+38f;
constexpr uint64_t UNIGRAM_MODEL = 1;
constexpr size_t BYTE_PIECE_LENGTH = 6;
constexpr const char *DAMAGED = "the vocabulary is damaged";

// Reads the fields of a protocol buffer, one after the other.
class Fields {
 public:
  uint32_t number = 0;
  uint64_t value = 0;
  ByteRange bytes = {0, 0};

  Fields(const Array<uint8_t> &file, ByteRange message)
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

  const uint8_t *file_;
  uint32_t at_;
  uint32_t end_;
  bool is_damaged_ = false;
};

// Sorts numbers of pieces by their texts: mostly, the first eight bytes decide.
class Sorting {
 public:
  Sorting(const uint8_t *file, const Piece *pieces, Array<uint32_t> &items)
      : file_(file), pieces_(pieces), items_(items) {}

  // Merge sort, bottom up.
  void sort() {
    const size_t count = items_.size();
    Array<Item> from, to;
    from.reserve(count);
    to.resize(count);
    for (const uint32_t id : items_) from.push({beginning(pieces_[id].text), id});
    for (size_t run = 1; run < count; run *= 2) {
      for (size_t start = 0; start < count; start += 2 * run) {
        merge(from.data(), start, smaller(start + run, count), smaller(start + 2 * run, count), to.data());
      }
      from.swap(to);
    }
    for (size_t at = 0; at < count; at++) items_[at] = from[at].id;
  }

 private:
  struct Item {
    uint64_t beginning;
    uint32_t id;
  };

  // The first eight bytes as a number, zeros after the end.
  uint64_t beginning(ByteRange text) const {
    uint64_t number = 0;
    for (uint32_t at = 0; at < 8; at++) number = number << 8 | (at < text.length ? file_[text.start + at] : 0);
    return number;
  }

  bool is_less(const Item &one, const Item &other) const {
    if (one.beginning != other.beginning) return one.beginning < other.beginning;
    const ByteRange left = pieces_[one.id].text;
    const ByteRange right = pieces_[other.id].text;
    return compare(file_ + left.start, left.length, file_ + right.start, right.length) < 0;
  }

  void merge(const Item *from, size_t start, size_t middle, size_t end, Item *to) const {
    size_t left = start, right = middle;
    for (size_t at = start; at < end; at++) {
      const bool takes_right = left == middle || (right < end && is_less(from[right], from[left]));
      to[at] = from[takes_right ? right++ : left++];
    }
  }

  const uint8_t *file_;
  const Piece *pieces_;
  Array<uint32_t> &items_;
};

}  // namespace

void Trie::build(const uint8_t *file, const Piece *pieces, const uint32_t *sorted, size_t count) {
  // The texts below each node, and how many of their bytes lead there.
  struct Range {
    uint32_t first, last, depth;
  };
  Array<Range> ranges;
  nodes_.clear();
  // More than most vocabularies have of them.
  ranges.reserve(4 * count);
  nodes_.reserve(4 * count);
  ranges.push({0, static_cast<uint32_t>(count), 0});
  nodes_.push({0, none, 0, 0});
  for (size_t node = 0; node < ranges.size(); node++) {
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

bool CharacterMap::open(const uint8_t *bytes, size_t length) {
  if (length <= 4) return false;
  const uint32_t trie_length = read_u32(bytes);
  if (trie_length >= length - 4 || trie_length < 4 || trie_length % 4 != 0) return false;
  units_ = bytes + 4;
  unit_count_ = trie_length / 4;
  replacements_ = units_ + trie_length;
  replacements_length_ = length - 4 - trie_length;
  // Then every text in it has an end.
  return replacements_[replacements_length_ - 1] == 0;
}

uint32_t CharacterMap::unit(size_t index) const { return read_u32(units_ + 4 * index); }

size_t CharacterMap::find(const uint8_t *text, size_t length, const uint8_t** replacement,
                          size_t *replacement_length) const {
  if (is_empty()) return 0;
  const auto offset_of = [](uint32_t value) { return value >> 10 << ((value & 1u << 9) >> 6); };
  size_t found = 0;
  uint32_t node = offset_of(unit(0));
  for (size_t at = 0; at < length; at++) {
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

Vocabulary *Vocabulary::open(const uint8_t *bytes, size_t length, const char** problem) {
  *problem = length > MAX_FILE_LENGTH ? "the vocabulary is too large" : nullptr;
  if (*problem != nullptr) return nullptr;
  Vocabulary *vocabulary = create<Vocabulary>();
  vocabulary->file_.append(bytes, length);
  *problem = vocabulary->read();
  if (*problem == nullptr) return vocabulary;
  destroy(vocabulary);
  return nullptr;
}

const uint8_t *Vocabulary::piece(int32_t id, size_t *length) const {
  const ByteRange text = pieces_[id].text;
  *length = text.length;
  return file_.data() + text.start;
}

// The numbers of fields are those of sentencepiece_model.proto.

const char *Vocabulary::read() {
  Fields fields(file_, {0, static_cast<uint32_t>(file_.size())});
  while (fields.next()) {
    const char *problem = nullptr;
    if (fields.number == 1) problem = read_piece(fields.bytes);
    if (fields.number == 2) problem = read_trainer(fields.bytes);
    if (fields.number == 3) problem = read_normaliser(fields.bytes);
    if (problem != nullptr) return problem;
  }
  if (fields.is_damaged()) return DAMAGED;
  if (pieces_.size() == 0) return "the vocabulary is not a SentencePiece model";
  if (model_type_ != UNIGRAM_MODEL) return "the vocabulary's model type is not unigram";
  return index_pieces();
}

const char *Vocabulary::read_piece(ByteRange message) {
  if (pieces_.size() == MAX_PIECES) return "the vocabulary has too many pieces";
  Piece piece = {{0, 0}, 0, PieceType::normal};
  Fields fields(file_, message);
  while (fields.next()) {
    if (fields.number == 1) piece.text = fields.bytes;
    if (fields.number == 2 && fields.bytes.length == 4) piece.score = read_f32(file_.data() + fields.bytes.start);
    if (fields.number == 3) {
      if (fields.value < 1 || fields.value > 6) return DAMAGED;
      piece.type = static_cast<PieceType>(fields.value);
    }
  }
  if (fields.is_damaged() || piece.text.length == 0 || piece.score != piece.score) return DAMAGED;
  pieces_.push(piece);
  return nullptr;
}

const char *Vocabulary::read_trainer(ByteRange message) {
  Fields fields(file_, message);
  while (fields.next()) {
    if (fields.number == 3) model_type_ = fields.value;
    if (fields.number == 24) treats_space_as_suffix_ = fields.value != 0;
    if (fields.number == 35) has_byte_fallback_ = fields.value != 0;
    if (fields.number == 44) {
      unknown_surface_ = fields.bytes;
      has_unknown_surface_ = true;
    }
    if (fields.number == 47) {
      end_text_ = fields.bytes;
      has_end_text_ = true;
    }
  }
  return fields.is_damaged() ? DAMAGED : nullptr;
}

const char *Vocabulary::read_normaliser(ByteRange message) {
  Fields fields(file_, message);
  while (fields.next()) {
    const ByteRange bytes = fields.bytes;
    if (fields.number == 2 && bytes.length > 0 && !characters_.open(file_.data() + bytes.start, bytes.length)) {
      return "the normalisation table of the vocabulary is damaged";
    }
    if (fields.number == 3) adds_dummy_prefix_ = fields.value != 0;
    if (fields.number == 4) removes_extra_spaces_ = fields.value != 0;
    if (fields.number == 5) escapes_spaces_ = fields.value != 0;
  }
  return fields.is_damaged() ? DAMAGED : nullptr;
}

// Sorts pieces by their types, and builds the tries.
const char *Vocabulary::index_pieces() {
  Array<uint32_t> texts, user_defined, others;
  for (int32_t &id : byte_ids_) id = -1;
  least_score_ = LARGEST;
  greatest_score_ = SMALLEST_POSITIVE;
  for (uint32_t id = 0; id < pieces_.size(); id++) {
    const Piece &piece = pieces_[id];
    switch (piece.type) {
      case PieceType::user_defined:
        user_defined.push(id);
        break;
      case PieceType::normal:
        least_score_ = piece.score < least_score_ ? piece.score : least_score_;
        greatest_score_ = piece.score > greatest_score_ ? piece.score : greatest_score_;
        break;
      case PieceType::unknown:
        if (unknown_ >= 0) return "the vocabulary has two unknown tokens";
        unknown_ = static_cast<int32_t>(id);
        break;
      case PieceType::byte:
        if (!read_byte_piece(static_cast<int32_t>(id))) return DAMAGED;
        break;
      case PieceType::control:
        if (is_end(piece.text)) end_ = static_cast<int32_t>(id);
        break;
      case PieceType::unused:
        break;
    }
    (is_text(piece.type) ? texts : others).push(id);
  }
  if (unknown_ < 0) return "the vocabulary has no unknown token";
  for (const int32_t id : byte_ids_) {
    if (has_byte_fallback_ && id < 0) return "the vocabulary has byte_fallback, but no piece for some bytes";
  }
  Array<uint32_t> *const lists[] = {&texts, &user_defined, &others};
  for (Array<uint32_t> *list : lists) {
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

bool Vocabulary::is_end(ByteRange text) const {
  constexpr uint8_t usual[] = {'<', '/', 's', '>'};
  const uint8_t *bytes = file_.data() + text.start;
  if (has_end_text_) return compare(bytes, text.length, file_.data() + end_text_.start, end_text_.length) == 0;
  return compare(bytes, text.length, usual, sizeof usual) == 0;
}

// Reads a piece such as `<0x0A>`.
bool Vocabulary::read_byte_piece(int32_t id) {
  const ByteRange text = pieces_[id].text;
  const uint8_t *bytes = file_.data() + text.start;
  if (!has_byte_fallback_ || text.length != BYTE_PIECE_LENGTH) return false;
  const int high = hexadecimal(bytes[3]);
  const int low = hexadecimal(bytes[4]);
  const bool is_one = bytes[0] == '<' && bytes[1] == '0' && bytes[2] == 'x' && bytes[5] == '>';
  if (!is_one || high < 0 || low < 0) return false;
  byte_ids_[high * 16 + low] = id;
  return true;
}

bool Vocabulary::has_repetition(const Array<uint32_t> &sorted) const {
  for (size_t at = 1; at < sorted.size(); at++) {
    const ByteRange one = pieces_[sorted[at - 1]].text;
    const ByteRange other = pieces_[sorted[at]].text;
    if (compare(file_.data() + one.start, one.length, file_.data() + other.start, other.length) == 0) return true;
  }
  return false;
}

}  // namespace student
