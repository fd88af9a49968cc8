#pragma once

#include <cstdint>

#include "cct/transform/pipeline.h"

namespace ringscope {

// Where a tree holds what functions cost themselves.
enum class SelfPlace : uint8_t {
  kContexts,   // each context has its own
  kFirstRing,  // callers come first: it is the inclusive cost of the contexts of the first ring
  kNowhere,    // callers come first and a later step took that ring: contexts have what begins with them
};

// Of the tree that a pipeline makes of a recorded one.
[[nodiscard]] SelfPlace SelfPlaceAfter(const Pipeline& pipeline);

}  // namespace ringscope
