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
constexpr size_t max_text_length = 64u << 20;
// An unknown character is less likely than the least likely piece, as in SentencePiece.
constexpr float unknown_penalty = 10.0f;
constexpr float smallest_positive = 1.17549435e-38f;
constexpr float largest = 3.40282347e+38f;
constexpr uint64_t unigram_model = 1;
constexpr size_t byte_piece_length = 6;
constexpr const char* damaged = "the vocabulary is damaged";
constexpr const char* no_memory = "there is no memory for the vocabulary";

/** Reads the fields of a protocol buffer, one after the other. */
class Fields {
 public:
  uint32_t number = 0;
  uint64_t value = 0;
  Span bytes = {0, 0};

  Fields(const Buffer<uint8_t>& file, Span message)
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

bool ends_with(const Buffer<uint8_t>& text, const uint8_t* end, size_t length) {
  return text.size() >= length && compare(text.data() + text.size() - length, length, end, length) == 0;
}

int hexadecimal(uint8_t digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/** Puts numbers in the order of the texts they stand for, by heap sort. */
class Sorting {
 public:
  Sorting(const uint8_t* file, const Piece* pieces, Buffer<uint32_t>& items)
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

bool Trie::build(const uint8_t* file, const Piece* pieces, const uint32_t* sorted, size_t count) {
  // The texts below each node, and how many of their bytes lead there.
  struct Range {
    uint32_t first, last, depth;
  };
  Buffer<Range> ranges;
  nodes_.clear();
  if (!ranges.push({0, static_cast<uint32_t>(count), 0}) || !nodes_.push({0, none, 0, 0})) return false;
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
      if (!ranges.push({range.first, last, range.depth + 1})) return false;
      if (!nodes_.push({0, none, 0, byte})) return false;
      ++nodes_[node].child_count;
      range.first = last;
    }
  }
  return true;
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
  struct Memory {
    // No exceptions: where there is no memory, `new` gives nothing.
    static void* take(size_t size) noexcept { return realloc(nullptr, size); }
  };
  auto* vocabulary = new (Memory{}) Vocabulary;
  if (vocabulary == nullptr) {
    *problem = no_memory;
    return nullptr;
  }
  return vocabulary;
}

}  // namespace student
