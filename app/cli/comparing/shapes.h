#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/compare/series.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// Which contexts of several executions a tree shows. A context also stays where one below it stays;
// one that is left out adds its cost to its caller, so totals stay as they are. A note says how much was left
// out, also in the report of the tree.
enum class TreeShape : uint8_t {
  kUnion,         // all
  kIntersection,  // those that both sides have
  kDifference,    // those that one side alone has
};
inline constexpr auto kTreeShapeWords = WordsInOrder<TreeShape, 3>("union, intersection, difference");

// O(contexts * columns). Errors: kCancelled.
[[nodiscard]] Result<void> TakeShape(TreeShape shape, TreeComparison& comparison, JobControl* job);
// Contexts that cost something in at least so many of the executions.
[[nodiscard]] Result<void> TakeAtLeast(uint32_t least, Series& series, JobControl* job);

}  // namespace ringscope
