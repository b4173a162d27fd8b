// Texts in UTF-8, for all that has to do with vocabularies.
#pragma once
#include "vocabulary.h"

namespace student {

// A space inside of pieces, U+2581.
constexpr uint8_t SPACE_MARK[] = {0xe2, 0x96, 0x81};
constexpr size_t MARK_LENGTH = 3;
constexpr uint8_t BLANK[] = {' '};
constexpr size_t MAX_TEXT_LENGTH = 1u << 20;
// The longest text, in bytes, that normalisation or tokens may make: replacements and pieces of a damaged
// or malicious vocabulary can have any length.
constexpr size_t MAX_WRITTEN_LENGTH = 16u << 20;

inline int compare(const uint8_t *one, size_t one_length, const uint8_t *other, size_t other_length) {
  const size_t shorter = one_length < other_length ? one_length : other_length;
  for (size_t at = 0; at < shorter; at++) {
    if (one[at] != other[at]) return one[at] < other[at] ? -1 : 1;
  }
  return one_length == other_length ? 0 : one_length < other_length ? -1 : 1;
}

// How long the valid character at the beginning of a text is; 0 where there is none.
inline size_t valid_length(const uint8_t *text, size_t length) {
  if (text[0] < 0x80) return 1;
  const size_t bytes = (text[0] & 0xe0) == 0xc0   ? 2
                       : (text[0] & 0xf0) == 0xe0 ? 3
                       : (text[0] & 0xf8) == 0xf0 ? 4
                                                  : 0;
  if (bytes == 0 || length < bytes) return 0;
  uint32_t point = text[0] & (0x7f >> bytes);
  for (size_t at = 1; at < bytes; at++) {
    if ((text[at] & 0xc0) != 0x80) return 0;
    point = point << 6 | (text[at] & 0x3f);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = point >= 0xd800 && point < 0xe000;
  return point < least[bytes] || point > 0x10ffff || is_surrogate ? 0 : bytes;
}

inline int hexadecimal(uint8_t digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

}  // namespace student
