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
  bool has_base_name = false;      // they share a base name that no other function of one side alone has
  double similarity = 0;           // of their callees, up to 1: the least of all places; 0 without callees
  uint32_t places = 0;             // number of callers below which `fresh` takes the place of `gone`
  uint64_t before = 0, after = 0;  // inclusive values there, recursion once, in columns of the metric's sides
  // The confidence, up to 1: the similarity; with a common base name, the mean of that and 1.
  [[nodiscard]] double confidence() const { return has_base_name ? (1 + similarity) / 2 : similarity; }
};

// A name without its class or namespace, parameters and template arguments. Borrows from `name`.
[[nodiscard]] std::string_view FunctionBaseName(std::string_view name);

// The least number of callees, and the similarity to exceed, for a pair of different base names.
inline constexpr uint32_t kCalleesForRename = 3;
inline constexpr double kSimilarityForRename = 0.8;

// Goes from the root down, and pairs callees that are gone with new ones below each caller that both sides
// have; on one of the sides also callees up to kMaxWrappers layers below such callees. First pairs functions
// with a common base name that no other function of one side alone has, then functions whose callees are more
// than kSimilarityForRename alike. A context is in one pair at most, the most similar first; contexts below a
// pair are paired as if the two were one. Of callers with very many such callees only the most expensive are
// compared. Drops pairs that `rules` refuse. Largest cost first, then by name. O(contexts). Errors:
// kCancelled.
[[nodiscard]] Result<std::vector<RenameCandidate>> FindRenames(const TreeComparison& comparison,
                                                               const ComparedMetric& metric,
                                                               const NameRules& rules = {},
                                                               JobControl* job = nullptr);

// The share of the cost of both sides together that would become common with this renaming.
[[nodiscard]] double RecoveredShare(const TreeComparison& comparison, const ComparedMetric& metric,
                                    const RenameCandidate& candidate);

}  // namespace ringscope
