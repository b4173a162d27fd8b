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
// Memory aligned to 64 bytes. Never returns null: the process aborts when memory runs out. Sizes were
// checked against the limits before, so no input can cause that.
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

// Numbers of a file, at any address. Files and all processors that this is compiled for are little endian.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers of files are read as they are");
template <typename Number>
inline Number read_as(const uint8_t *bytes) {
  Number value;
  copy_bytes(&value, bytes, sizeof value);
  return value;
}
inline uint32_t read_u32(const uint8_t *bytes) { return read_as<uint32_t>(bytes); }
inline uint64_t read_u64(const uint8_t *bytes) { return read_as<uint64_t>(bytes); }
inline float read_f32(const uint8_t *bytes) { return read_as<float>(bytes); }

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
    size_t bytes = 0;
    // Where addresses have 32 bits, a size could wrap and less be allocated than is used.
    if (__builtin_mul_overflow(capacity, sizeof(T), &bytes)) __builtin_trap();
    T *items = static_cast<T *>(engine_allocate(bytes));
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

template <typename T, typename... Arguments>
T *create(Arguments &&...arguments) {
  return new (Placement(), engine_allocate(sizeof(T))) T(static_cast<Arguments &&>(arguments)...);
}
template <typename T>
void destroy(T *object) {
  if (!object) return;
  object->~T();
  engine_release(object);
}

}  // namespace student
