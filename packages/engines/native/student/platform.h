// What the engine needs of a system: memory, and a few functions on bytes. There is no C++ library
// in WebAssembly, so nothing else is used anywhere in this folder but the addon.
#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define EXPORTED __attribute__((visibility("default"), used))
#else
#define EXPORTED
#endif

extern "C" {
// Memory aligned to 64 bytes, or the end of the program where there is none: all sizes are capped
// before, so that a request that cannot be met is no longer one that somebody made.
void *engine_allocate(size_t bytes);
void engine_release(void *memory);
}

namespace student {

inline void copy_bytes(void *target, const void *source, size_t bytes) {
  if (bytes) __builtin_memcpy(target, source, bytes);
}
inline void move_bytes(void *target, const void *source, size_t bytes) {
  if (bytes) __builtin_memmove(target, source, bytes);
}
inline void clear_bytes(void *target, size_t bytes) {
  if (bytes) __builtin_memset(target, 0, bytes);
}
inline bool equal_bytes(const void *one, const void *other, size_t bytes) {
  return bytes == 0 || __builtin_memcmp(one, other, bytes) == 0;
}

template <typename T>
inline T smaller(T one, T other) {
  return one < other ? one : other;
}
template <typename T>
inline T larger(T one, T other) {
  return one > other ? one : other;
}

// A growing array of plain values. New ones are not initialised.
template <typename T>
class Array {
 public:
  Array() = default;
  ~Array() { engine_release(items_); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  Array(Array &&other) noexcept { swap(other); }
  Array &operator=(Array &&other) noexcept {
    swap(other);
    return *this;
  }

  T *data() { return items_; }
  const T *data() const { return items_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T &operator[](size_t index) { return items_[index]; }
  const T &operator[](size_t index) const { return items_[index]; }
  T *begin() { return items_; }
  T *end() { return items_ + size_; }
  const T *begin() const { return items_; }
  const T *end() const { return items_ + size_; }
  T &last() { return items_[size_ - 1]; }

  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    capacity = larger(capacity, capacity_ + capacity_ / 2);
    T *items = static_cast<T *>(engine_allocate(capacity * sizeof(T)));
    copy_bytes(items, items_, size_ * sizeof(T));
    engine_release(items_);
    items_ = items;
    capacity_ = capacity;
  }
  void resize(size_t size) {
    reserve(size);
    size_ = size;
  }
  void push(const T &item) {
    const T copy = item;
    reserve(size_ + 1);
    items_[size_++] = copy;
  }
  void append(const T *items, size_t count) {
    reserve(size_ + count);
    copy_bytes(items_ + size_, items, count * sizeof(T));
    size_ += count;
  }
  void clear() { size_ = 0; }
  void swap(Array &other) {
    T *items = items_;
    const size_t size = size_, capacity = capacity_;
    items_ = other.items_;
    size_ = other.size_;
    capacity_ = other.capacity_;
    other.items_ = items;
    other.size_ = size;
    other.capacity_ = capacity;
  }

 private:
  T *items_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// Objects are made and destroyed without `new` and `delete`, which need the C++ library.
struct Placement {};

}  // namespace student

inline void *operator new(size_t, student::Placement, void *place) noexcept { return place; }

namespace student {

template <typename T>
T *create() {
  return new (Placement(), engine_allocate(sizeof(T))) T();
}
template <typename T>
void destroy(T *object) {
  if (!object) return;
  object->~T();
  engine_release(object);
}

}  // namespace student
