#include "model-file.h"

namespace student {

namespace {

constexpr uint64_t VERSION = 1;
constexpr uint64_t MAX_TENSORS = 5000;
constexpr uint64_t MAX_NAME_BYTES = 1000;
constexpr uint64_t MAX_DIMENSIONS = 8;
constexpr uint64_t MAX_DIMENSION = 1 << 24;
constexpr size_t MAX_SETTINGS_BYTES = 100000;

// Reads on from the start of a file, and never beyond its end.
struct Reader {
  const uint8_t *next;
  size_t left;

  const uint8_t *skip(uint64_t bytes) {
    if (bytes > left) return nullptr;
    const uint8_t *start = next;
    next += bytes;
    left -= size_t(bytes);
    return start;
  }
  bool number(uint64_t &value) {
    const uint8_t *start = skip(sizeof value);
    if (start) value = read_u64(start);
    return start != nullptr;
  }
};

// All dimensions but the last are rows, as Marian lays them out.
bool read_shape(Reader &reader, uint64_t dimensions, Tensor &tensor) {
  tensor.rows = tensor.columns = 1;
  for (uint64_t i = 0; i < dimensions; i++) {
    const uint8_t *start = reader.skip(4);
    if (!start) return false;
    const uint32_t size = read_u32(start);
    if (size == 0 || size > MAX_DIMENSION) return false;
    const uint64_t rows = uint64_t(tensor.rows) * tensor.columns;
    if (rows > MAX_DIMENSION) return false;
    tensor.rows = size_t(rows);
    tensor.columns = size;
  }
  return true;
}

// Whether a tensor's data holds as many numbers as its shape says.
bool holds_shape(const Tensor &tensor) {
  const uint64_t count = uint64_t(tensor.rows) * tensor.columns;
  if (tensor.type == TYPE_FLOAT32) return count <= tensor.bytes / sizeof(float);
  if (tensor.type == TYPE_INTGEMM8)
    return tensor.bytes >= sizeof(float) && count <= tensor.bytes - sizeof(float);
  return count <= tensor.bytes;
}

}  // namespace

size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

void join_texts(char *target, size_t size, const char *const *texts, size_t count) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++)
    for (const char *text = texts[i]; *text && at + 1 < size; text++) target[at++] = *text;
  if (size > 0) target[at] = 0;
}

bool ModelFile::read(const uint8_t *bytes, size_t length, const Problem &problem) {
  const char *cut_off = "the model is cut off", *damaged = "the model is damaged";
  bytes_ = bytes;
  length_ = length;
  Reader reader = {bytes, length};
  uint64_t version = 0, count = 0;
  if (!reader.number(version) || version != VERSION)
    return problem.report("the model is not in Marian's format");
  if (!reader.number(count)) return problem.report(cut_off);
  if (count == 0 || count > MAX_TENSORS) return problem.report(damaged);

  const uint8_t *headers = reader.skip(count * 32);
  if (!headers) return problem.report(cut_off);
  const auto header = [&](uint64_t tensor, int field) { return read_u64(headers + tensor * 32 + field * 8); };
  tensors_.resize(size_t(count));
  for (uint64_t i = 0; i < count; i++) {
    Tensor &tensor = tensors_[i];
    const uint64_t name_bytes = header(i, 0);
    if (name_bytes == 0 || name_bytes > MAX_NAME_BYTES) return problem.report(damaged);
    const uint8_t *name = reader.skip(name_bytes);
    if (!name) return problem.report(cut_off);
    if (name[name_bytes - 1] != 0) return problem.report(damaged);
    tensor.name = reinterpret_cast<const char *>(name);
    tensor.name_length = length_of(tensor.name);
    tensor.type = header(i, 1);
  }
  for (uint64_t i = 0; i < count; i++) {
    if (header(i, 2) > MAX_DIMENSIONS || !read_shape(reader, header(i, 2), tensors_[i]))
      return problem.report(damaged);
  }
  uint64_t gap = 0;
  if (!reader.number(gap) || !reader.skip(gap)) return problem.report(cut_off);
  for (uint64_t i = 0; i < count; i++) {
    Tensor &tensor = tensors_[i];
    tensor.data = reader.skip(header(i, 3));
    if (!tensor.data) return problem.report(cut_off);
    tensor.bytes = size_t(header(i, 3));
    if (!holds_shape(tensor)) return problem.report(damaged, ": ", tensor.name);
  }
  const Tensor *settings = find("special:model.yml");
  if (!settings || settings->bytes > MAX_SETTINGS_BYTES)
    return problem.report("the model holds no configuration");
  settings_ = reinterpret_cast<const char *>(settings->data);
  settings_length_ = settings->bytes;
  return true;
}

const Tensor *ModelFile::find(const char *name) const {
  const size_t length = length_of(name);
  for (const Tensor &tensor : tensors_)
    if (tensor.name_length == length && equal_bytes(tensor.name, name, length)) return &tensor;
  return nullptr;
}

bool ModelFile::setting(const char *name, char *value, size_t size) const {
  const size_t length = length_of(name);
  for (size_t line = 0; line < settings_length_;) {
    size_t end = line;
    while (end < settings_length_ && settings_[end] != '\n' && settings_[end] != 0) end++;
    if (end - line > length && settings_[line + length] == ':' &&
        equal_bytes(settings_ + line, name, length)) {
      size_t from = line + length + 1;
      const auto is_blank = [&](size_t at) {
        return settings_[at] == ' ' || settings_[at] == '\t' || settings_[at] == '\r';
      };
      while (from < end && is_blank(from)) from++;
      while (end > from && is_blank(end - 1)) end--;
      const bool is_quoted = end - from >= 2 && (settings_[from] == '"' || settings_[from] == '\'') &&
                             settings_[end - 1] == settings_[from];
      if (is_quoted) from++, end--;
      if (end - from >= size) return false;
      copy_bytes(value, settings_ + from, end - from);
      value[end - from] = 0;
      return true;
    }
    line = end + 1;
  }
  return false;
}

bool read_shortlist(const uint8_t *bytes, size_t length, size_t source_tokens, size_t target_tokens,
                    Shortlist &shortlist, const Problem &problem) {
  constexpr uint64_t MAGIC = 0xF11A48D5013417F5;
  const char *cut_off = "the shortlist is cut off", *damaged = "the shortlist is damaged";
  Reader reader = {bytes, length};
  uint64_t magic = 0, checksum = 0, first_count = 0, best_count = 0, offset_count = 0, token_count = 0;
  if (!reader.number(magic) || magic != MAGIC)
    return problem.report("the shortlist is not in Marian's format");
  if (!reader.number(checksum) || !reader.number(first_count) || !reader.number(best_count) ||
      !reader.number(offset_count) || !reader.number(token_count))
    return problem.report(cut_off);
  if (offset_count != source_tokens + 1)
    return problem.report("the shortlist belongs to another vocabulary");
  shortlist.offsets = reader.skip(offset_count * 8);
  if (!shortlist.offsets) return problem.report(cut_off);
  if (token_count > reader.left / 4) return problem.report(cut_off);
  shortlist.tokens = reader.skip(token_count * 4);
  uint64_t before = 0;
  for (uint64_t i = 0; i < offset_count; i++) {
    const uint64_t offset = read_u64(shortlist.offsets + i * 8);
    if (offset < before || offset > token_count) return problem.report(damaged);
    before = offset;
  }
  for (uint64_t i = 0; i < token_count; i++)
    if (read_u32(shortlist.tokens + i * 4) >= target_tokens) return problem.report(damaged);
  shortlist.first_count = uint32_t(smaller<uint64_t>(first_count, target_tokens));
  return true;
}

}  // namespace student
