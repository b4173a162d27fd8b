// A growing array for code that is compiled without any library, for WebAssembly, too.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
extern "C" void* realloc(void* memory, size_t bytes);
extern "C" void free(void* memory);
#else
#include <stdlib.h>
#endif

namespace student {

/** Items of a type that can be copied byte by byte. Every method that needs memory tells when there is none. */
template <typename Item>
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { free(items_); }

  size_t size() const { return size_; }
  Item* data() { return items_; }
  const Item* data() const { return items_; }
  Item& operator[](size_t index) { return items_[index]; }
  const Item& operator[](size_t index) const { return items_[index]; }
  void clear() { size_ = 0; }
  /** Leaves out the last items. */
  void shorten(size_t size) { size_ = size < size_ ? size : size_; }

  bool resize(size_t size) {
    if (!reserve(size)) return false;
    size_ = size;
    return true;
  }

  bool push(const Item& item) {
    if (size_ == capacity_ && !reserve(size_ + 1)) return false;
    items_[size_++] = item;
    return true;
  }

  bool append(const Item* items, size_t count) {
    if (!reserve(size_ + count)) return false;
    for (size_t index = 0; index < count; ++index) items_[size_ + index] = items[index];
    size_ += count;
    return true;
  }

 private:
  bool reserve(size_t capacity) {
    if (capacity <= capacity_) return true;
    if (capacity > PTRDIFF_MAX / sizeof(Item) / 2) return false;
    size_t larger = capacity_ * 2 < 16 ? 16 : capacity_ * 2;
    if (larger < capacity) larger = capacity;
    void* memory = realloc(items_, larger * sizeof(Item));
    if (memory == nullptr) return false;
    items_ = static_cast<Item*>(memory);
    capacity_ = larger;
    return true;
  }

  Item* items_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace student
