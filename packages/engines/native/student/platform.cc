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

// Memory for WebAssembly: pieces of some sizes, four for each power of two, which are used again.
extern "C" uint8_t __heap_base;

namespace {

constexpr size_t ALIGNMENT = 64, PAGE = 65536, KINDS = 128;

struct Piece {
  size_t kind;
  Piece *next;
};

Piece *free_pieces[KINDS];
size_t heap_end = 0;

size_t size_of(size_t kind) { return (kind % 4 + 4) << (kind / 4 + 5); }

size_t kind_of(size_t bytes) {
  size_t kind = 0;
  while (size_of(kind) < bytes) kind++;
  return kind;
}

}  // namespace

extern "C" {

EXPORTED void *engine_allocate(size_t bytes) {
  if (bytes > 0x7F000000) __builtin_trap();
  const size_t kind = kind_of(bytes + ALIGNMENT);
  Piece *piece = free_pieces[kind];
  if (piece) {
    free_pieces[kind] = piece->next;
  } else {
    if (heap_end == 0)
      heap_end = (reinterpret_cast<size_t>(&__heap_base) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t end = heap_end + size_of(kind), pages = __builtin_wasm_memory_size(0);
    if (end < heap_end) __builtin_trap();
    if (end > pages * PAGE && __builtin_wasm_memory_grow(0, (end - pages * PAGE + PAGE - 1) / PAGE) == size_t(-1))
      __builtin_trap();
    piece = reinterpret_cast<Piece *>(heap_end);
    heap_end = end;
  }
  piece->kind = kind;
  return reinterpret_cast<uint8_t *>(piece) + ALIGNMENT;
}

EXPORTED void engine_release(void *memory) {
  if (!memory) return;
  Piece *piece = reinterpret_cast<Piece *>(static_cast<uint8_t *>(memory) - ALIGNMENT);
  piece->next = free_pieces[piece->kind];
  free_pieces[piece->kind] = piece;
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
