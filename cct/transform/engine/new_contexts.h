#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/large_array.h"
#include "cct/tree/cct.h"

namespace ringscope {

inline constexpr uint32_t kNoNewContext = 0xffffffffu;

// A context of a tree that is being made, before it has its place in level order.
struct NewContext {
  uint64_t value = 0;  // of metric 0, inclusive when all is made, modulo 2^64
  FrameId frame = 0;
  uint32_t next_sibling = kNoNewContext;
  uint32_t first_callee = kNoNewContext;  // the one that was made last; each is followed by an older one
  uint32_t tabled_from = kNoNewContext;   // the callee from which on they are in a CalleeTable
};

// New contexts by index, with what only some trees have in columns beside them. Memory is used only as far as
// it is written to.
struct NewContexts {
  LargeArray<NewContext> contexts;
  std::vector<LargeArray<uint64_t>> more_values;  // of the metrics from 1 on, as NewContext::value
  LargeArray<uint8_t> flags;                      // empty where the old tree has none
};

// How many new contexts a layer has, and what they cost together: where its columns begin is known before
// they are written.
struct NewLayers {
  std::vector<uint32_t> count;               // by layer, the root's first
  std::vector<std::vector<uint64_t>> value;  // per metric by layer, inclusive, modulo 2^64
};

}  // namespace ringscope
