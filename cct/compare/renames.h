#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// A function that is gone and one that is new, which may be one function under two names.
struct RenameCandidate {
  FrameId gone = 0, fresh = 0;
  double similarity = 0;           // of their callees: the least of all places
  uint32_t places = 0;             // callers below which one has taken the other's place
  uint64_t before = 0, after = 0;  // inclusive values there, in columns of the metric's sides
};

// From how many callees on, and above which similarity, a function is taken for another one.
inline constexpr uint32_t kCalleesForRename = 3;
inline constexpr double kSimilarityForRename = 0.8;

// Below each caller that both sides have: the callees that are gone and those that are new of which more than
// kSimilarityForRename of the callees are the same, twice their number by the number of both. Each is in one
// pair of its caller at most, the most similar first. Of callers with very many such callees only the most
// expensive are compared. Largest cost first, then by name. Errors: kCancelled.
[[nodiscard]] Result<std::vector<RenameCandidate>> FindRenames(const TreeComparison& comparison,
                                                               const ComparedMetric& metric,
                                                               JobControl* job = nullptr);

}  // namespace ringscope
