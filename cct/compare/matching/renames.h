#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// A function that is gone and one that is new, which may be one function under two names.
struct RenameCandidate {
  FrameId gone = 0, fresh = 0;
  bool has_base_name = false;      // both have the same, and no other function of one side alone has it
  double similarity = 0;           // of their callees, up to 1: the least of all places; 0 without callees
  uint32_t places = 0;             // callers below which one has taken the other's place
  uint64_t before = 0, after = 0;  // inclusive values there, recursion once, in columns of the metric's sides
  // How sure this is, up to 1: the similarity, of functions of one base name half way from it to 1.
  [[nodiscard]] double confidence() const { return has_base_name ? (1 + similarity) / 2 : similarity; }
};

// A name without what it is a member of, its parameters and template arguments. Borrows from `name`.
[[nodiscard]] std::string_view FunctionBaseName(std::string_view name);

// From how many callees on, and above which similarity, a function is taken for another one.
inline constexpr uint32_t kCalleesForRename = 3;
inline constexpr double kSimilarityForRename = 0.8;

// From the root down, below each caller that both sides have: the callees that are gone and those that are
// new (on one of the sides also those up to kMaxWrappers layers below such callees) which have one base name that no other function of one side alone has; then those of which more than
// kSimilarityForRename of the callees are the same. Each is in one pair at most, the most similar first, and
// what lies below a pair is paired as if the two were one. Of callers with very many such callees only the
// most expensive are compared. Pairs that `rules` refuse are left out. Largest cost first, then by name.
// O(contexts). Errors: kCancelled.
[[nodiscard]] Result<std::vector<RenameCandidate>> FindRenames(const TreeComparison& comparison,
                                                               const ComparedMetric& metric,
                                                               const NameRules& rules = {},
                                                               JobControl* job = nullptr);

// Which share of what both sides cost together would be common.
[[nodiscard]] double RecoveredShare(const TreeComparison& comparison, const ComparedMetric& metric,
                                    const RenameCandidate& candidate);

}  // namespace ringscope
