#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/cct.h"

namespace ringscope {

// What one search found in one tree and view root. Immutable once made.
struct SearchOutcome {
  std::string query;
  const Cct* tree = nullptr;              // identity only: results of another tree light up nothing
  std::vector<uint8_t> frame_matches;     // per FrameId: 1 where the function's name matches
  uint64_t function_count = 0;            // matching functions that occur below the view root
  uint64_t context_count = 0;             // matching contexts below the view root
  uint64_t inclusive = 0;                 // their sum, nested matches counted once
  uint64_t total = 0;                     // of the view root, in the same metric
  bool complete = false;                  // counts are final; false: only frame_matches is known yet
  std::string error;                      // why there is no result (a query that cannot be read)
  // Where next and previous go: matching contexts, costliest first; at most kMaxSearchStops of them.
  std::vector<ContextId> contexts;

  [[nodiscard]] bool Matches(FrameId frame) const {
    return frame < frame_matches.size() && frame_matches[frame] != 0;
  }
};

inline constexpr size_t kMaxSearchStops = 10000;

}  // namespace ringscope
