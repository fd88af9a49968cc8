#pragma once

#include <cstdio>
#include <cstdlib>

// A broken invariant of our own code (never of input) prints its place and ends the program. RINGSCOPE_CHECK
// is always on; RINGSCOPE_DCHECK only without NDEBUG, for hot loops.
#define RINGSCOPE_CHECK(condition)                                                           \
  do {                                                                                       \
    if (!(condition)) [[unlikely]] {                                                         \
      std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)

#ifdef NDEBUG
#define RINGSCOPE_DCHECK(condition) static_cast<void>(sizeof(condition))
#else
#define RINGSCOPE_DCHECK(condition) RINGSCOPE_CHECK(condition)
#endif
