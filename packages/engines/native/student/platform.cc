#include "platform.h"

#if !defined(__wasm__)

#include <stdlib.h>

void *engine_allocate(size_t bytes) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, bytes ? bytes : 1) != 0) abort();
  return memory;
}

void engine_release(void *memory) { free(memory); }

#else

// Memory for WebAssembly: blocks of some sizes, four for each power of two. Released ones are reused.
extern "C" uint8_t __heap_base;

namespace {

constexpr size_t ALIGNMENT = 64, PAGE = 65536, SIZE_CLASSES = 128;

struct Block {
  size_t size_class;
  Block *next;
};

Block *free_blocks[SIZE_CLASSES];
size_t heap_end = 0;

size_t size_of(size_t size_class) { return (size_class % 4 + 4) << (size_class / 4 + 5); }

size_t size_class_of(size_t bytes) {
  size_t size_class = 0;
  while (size_of(size_class) < bytes) size_class++;
  return size_class;
}

}  // namespace

extern "C" {

EXPORTED void *engine_allocate(size_t bytes) {
  if (bytes > 0x7F000000) __builtin_trap();
  const size_t size_class = size_class_of(bytes + ALIGNMENT);
  Block *block = free_blocks[size_class];
  if (block) {
    free_blocks[size_class] = block->next;
  } else {
    if (heap_end == 0)
      heap_end = (reinterpret_cast<size_t>(&__heap_base) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t end = heap_end + size_of(size_class), pages = __builtin_wasm_memory_size(0);
    if (end < heap_end) __builtin_trap();
    if (end > pages * PAGE && __builtin_wasm_memory_grow(0, (end - pages * PAGE + PAGE - 1) / PAGE) == size_t(-1))
      __builtin_trap();
    block = reinterpret_cast<Block *>(heap_end);
    heap_end = end;
  }
  block->size_class = size_class;
  return reinterpret_cast<uint8_t *>(block) + ALIGNMENT;
}

EXPORTED void engine_release(void *memory) {
  if (!memory) return;
  Block *block = reinterpret_cast<Block *>(static_cast<uint8_t *>(memory) - ALIGNMENT);
  block->next = free_blocks[block->size_class];
  free_blocks[block->size_class] = block;
}

// The compiler calls this for what it does not write out.
int memcmp(const void *one, const void *other, size_t bytes) {
  const uint8_t *left = static_cast<const uint8_t *>(one), *right = static_cast<const uint8_t *>(other);
  for (size_t i = 0; i < bytes; i++)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}

}  // extern "C"

#endif
