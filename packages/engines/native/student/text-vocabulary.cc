// Vocabularies for JavaScript, whose texts are UTF-16: one handle for one thread. Nothing that is given
// stays valid beyond the next call with the same handle.
#include "text-bytes.h"

namespace {

struct TextVocabulary {
  student::Vocabulary *vocabulary = nullptr;
  student::Workspace space;
  student::Array<uint8_t> bytes;
  student::Array<int32_t> numbers;
  student::Array<uint16_t> text;
};

// Writes UTF-16 as UTF-8; `places` gets the place in the text for each byte and for the end.
void to_bytes(const uint16_t *text, size_t length, student::Array<uint8_t> &bytes,
              student::Array<int32_t> &places) {
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

// Writes UTF-8 as UTF-16, with a replacement for every byte that is none.
void to_units(const uint8_t *bytes, size_t length, student::Array<uint16_t> &text) {
  for (size_t at = 0; at < length;) {
    const size_t size = student::valid_length(bytes + at, length - at);
    uint32_t point = size == 0 ? 0xfffd : size == 1 ? bytes[at] : bytes[at] & (0x7f >> size);
    for (size_t next = 1; next < size; next++) point = point << 6 | (bytes[at + next] & 0x3f);
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

EXPORTED void *vocabulary_open(const uint8_t *bytes, size_t length, const char** problem) {
  student::Vocabulary *vocabulary = student::Vocabulary::open(bytes, length, problem);
  if (vocabulary == nullptr) return nullptr;
  auto *handle = student::create<TextVocabulary>();
  handle->vocabulary = vocabulary;
  return handle;
}

EXPORTED void vocabulary_close(void *handle) {
  auto *vocabulary = static_cast<TextVocabulary*>(handle);
  if (vocabulary == nullptr) return;
  student::Vocabulary::close(vocabulary->vocabulary);
  student::destroy(vocabulary);
}

// How many tokens a text has, or -1: three numbers for each, its own, its start and its end.
EXPORTED int32_t vocabulary_encode(void *handle, const uint16_t *text, size_t length) {
  auto &[vocabulary, space, bytes, numbers, units] = *static_cast<TextVocabulary*>(handle);
  if (length > student::MAX_TEXT_LENGTH) return -1;
  to_bytes(text, length, bytes, numbers);
  if (!vocabulary->encode(bytes.data(), bytes.size(), space)) return -1;
  const size_t places = numbers.size();
  for (const student::Token &token : space.tokens) {
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

// How long the text of tokens is, or -1; and how long it was after each of them.
EXPORTED int32_t vocabulary_decode(void *handle, const int32_t *ids, size_t count) {
  auto &[vocabulary, space, bytes, numbers, units] = *static_cast<TextVocabulary*>(handle);
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

EXPORTED const int32_t *vocabulary_numbers(void *handle) {
  return static_cast<TextVocabulary*>(handle)->numbers.data();
}

EXPORTED const uint16_t *vocabulary_text(void *handle) {
  return static_cast<TextVocabulary*>(handle)->text.data();
}

// The numbers of its tokens for the end of a sentence and for what is unknown, and how many it has.
EXPORTED int32_t vocabulary_end(void *handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->end();
}

EXPORTED int32_t vocabulary_unknown(void *handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->unknown();
}

EXPORTED int32_t vocabulary_size(void *handle) {
  return static_cast<TextVocabulary*>(handle)->vocabulary->size();
}
}
