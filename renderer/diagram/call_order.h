#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "renderer/diagram/call_layers.h"

namespace ringscope {

// A graph of calls without its cycles.
struct BoxCallOrder {
  std::vector<uint32_t> boxes;   // callers before callees, but for the edges of role kBack
  std::vector<uint32_t> layer;   // by box: the one behind the lowest of its callers; 0 is the top
  std::vector<uint32_t> parent;  // by box: the caller that costs most, or kNoBox
  std::vector<EdgeRole> role;    // by edge
};

// As ArrangeCalls() says. O(boxes + edges).
[[nodiscard]] BoxCallOrder OrderCalls(size_t boxes, std::span<const BoxEdge> edges);

}  // namespace ringscope
