// Models of the addon: mapped files that all threads and processes share.
#pragma once
#include "engine.h"

namespace student {

// A file in memory.
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  bool open(const char *path);
  const uint8_t *data() const { return static_cast<const uint8_t *>(bytes_); }
  size_t length() const { return length_; }

 private:
  void *bytes_ = nullptr;
  size_t length_ = 0;
};

// An open model. It stays open as long as JavaScript, a job or a session holds on to it.
struct SharedModel {
  MappedFile file, shortlist;
  EngineModel *engine = nullptr;
  int holders = 1;

  ~SharedModel() {
    if (engine) engine_close_model(engine);
  }
};

SharedModel *retain(SharedModel *model);
void release(SharedModel *model);

}  // namespace student
