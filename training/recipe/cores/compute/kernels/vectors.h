// Vectors of sixteen numbers, in the compiler's own notation, so that any processor will do.
#pragma once
#include <cstdint>

typedef float Vector __attribute__((vector_size(64), aligned(4)));
static const int64_t LANES = 16;

static inline Vector load(const float* from) { return *(const Vector*)from; }
static inline void store(float* to, Vector vector) { *(Vector*)to = vector; }
static inline Vector broadcast(float number) { return number - (Vector){}; }
