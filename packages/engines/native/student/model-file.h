// Marian's binary model file, checked. Format: marian-dev, src/common/binary.cpp; all numbers are
// little endian. Matrices in 8 bits are stored as a row for each output, followed by their factor
// (browsermt/marian-dev, src/tensors/cpu/integer_common.h).
#pragma once
#include "model.h"

namespace student {

struct Tensor {
  const char *name;
  size_t name_length;
  uint64_t type;
  // 1 where the tensor has fewer dimensions.
  size_t rows;
  size_t columns;
  const uint8_t *data;
  size_t bytes;
};

constexpr uint64_t TYPE_INT8 = 0x0101, TYPE_FLOAT32 = 0x0404, TYPE_INTGEMM8 = 0x4101;

size_t length_of(const char *text);

class ModelFile {
 public:
  bool read(const uint8_t *bytes, size_t length, const Problem &problem);
  // Null where there is none.
  const Tensor *find(const char *name) const;
  // The value of a setting, without quotes; false where there is none.
  bool setting(const char *name, char *value, size_t size) const;
  size_t length_after(const Tensor &tensor) const { return size_t(bytes_ + length_ - tensor.data); }

 private:
  const uint8_t *bytes_ = nullptr;
  size_t length_ = 0;
  Array<Tensor> tensors_;
  const char *settings_ = nullptr;
  size_t settings_length_ = 0;
};

// Checks all of a shortlist.
bool read_shortlist(const uint8_t *bytes, size_t length, size_t source_tokens, size_t target_tokens,
                    Shortlist &shortlist, const Problem &problem);

}  // namespace student
