#pragma once

#include <cstdint>
#include <string>

#include "cct/cct.h"
#include "cct/query/search.h"

namespace ringscope {

// What one search found in one tree and view root. Immutable once made.
struct SearchOutcome {
  std::string query;
  CctPtr tree;  // results of another tree light up nothing
  FrameMatches matches;
  bool complete = false;    // totals are counted; false: only `matches` is known yet
  MatchTotals totals;       // below the view root
  uint64_t view_total = 0;  // of the view root, in the same metric
};

}  // namespace ringscope
