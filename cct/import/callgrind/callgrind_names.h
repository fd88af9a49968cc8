#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/import/call_graph/call_graph.h"

namespace ringscope {

// What the names of a file's functions tell. callgrind writes recursion and, when it is told to keep callers
// apart, the callers behind a function's name:
//
//   leaf            leaf, whoever calls it
//   leaf'2          the second call of leaf that is open, and with it the deeper ones
//   leaf'f'main     leaf as f calls it when main calls f
//   leaf'2'f'main   both
//
// Other names have such marks too, so callers are believed only where the calls in the file agree with them.
struct CallgrindNames {
  std::vector<std::string_view> functions;  // by function: its own name; parts of the texts given
  bool has_callers = false;                 // names tell callers
  uint32_t most_callers = 0;                // of one name: what the writer was told to keep, or all there are
};

// `names` are those of the functions of `graph`. O(bytes of the names of all arcs).
[[nodiscard]] CallgrindNames SplitCallgrindNames(const CallGraph& graph,
                                                 std::span<const std::string_view> names);

}  // namespace ringscope
