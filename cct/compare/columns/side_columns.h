#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/base/text/enum_words.h"
#include "cct/tree/cct.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// A value as units of kShareUnits of `total`, rounded; 0 of a total of 0. `value` is at most `total`.
[[nodiscard]] uint64_t ShareUnitsOf(uint64_t value, uint64_t total);

// The running sum of a metric's change, as a column of n + 1: of a context the sum over its subtree of
// |self after - self before|, or of their shares of the totals. `before` and `after` are columns of a tree of
// n contexts in level order, `first_child` is its. O(n). Errors: kOverflow (it reaches 2^63), kCancelled.
[[nodiscard]] Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                                             std::span<const uint64_t> before,
                                                             std::span<const uint64_t> after, bool by_share,
                                                             const JobControl* job);

// Which quantity of a comparison is drawn, over all contexts of both sides. kCommon and kLarger go by
// context: the smaller and the larger of its two self values, summed over the subtree. So they are additive
// as all others are; kBoth is their sum, kChange their difference. (The smaller of two inclusive values would
// not be the sum of its callees'.)
//
// Of a fleet kMean and kMost go by context likewise: the mean of its members' self values and the largest
// one, summed over the subtree. kMost is what a run would cost in which each context is as slow as in its
// slowest member; the largest of inclusive values would be less than the sum of its callees'. Where absent
// members cost 0, kMean is the metric's own picture.
enum class ComparedAngle : uint8_t { kBefore, kAfter, kBoth, kCommon, kLarger, kChange, kMean, kMost };
inline constexpr auto kComparedAngleWords =
    WordsInOrder<ComparedAngle, 8>("before, after, both, common, larger, change, mean, max");
// Whether it is one of a fleet. Then both sides are the metric, and nothing is drawn by share.
[[nodiscard]] constexpr bool IsOfMembers(ComparedAngle angle) { return angle >= ComparedAngle::kMean; }

// A quantity of a comparison as a metric that can be drawn.
struct DrawnAngle {
  CctPtr tree;             // the comparison, perhaps with more metrics
  MetricIndex metric = 0;  // of `tree`
  // What the whole circle stands for where it is more than the view root has of `metric`, as in
  // ViewSpec::whole: of one side the other side.
  std::vector<MetricIndex> whole;
};

// `sides` are columns of the tree. By share a side fills the circle, and the other quantities are those of
// shares of the totals. Otherwise the circle is the side that costs more (and `larger` for `common`), so that
// the other one leaves a gap. Nothing where columns have to be made. O(metrics).
[[nodiscard]] std::optional<DrawnAngle> StoredAngle(const CctPtr& tree, const MetricSides& sides,
                                                    ComparedAngle angle, bool by_share);

// The same, with columns made where there are none: the tree shares all that it has with `tree` and has up to
// two metrics more, called NAME@both and so on. O(contexts), 8 bytes a context and column. Errors: kOverflow
// (a total reaches 2^63), kCancelled.
[[nodiscard]] Result<DrawnAngle> MakeAngle(const CctPtr& tree, const MetricSides& sides, ComparedAngle angle,
                                           bool by_share, const JobControl* job = nullptr);

// Which of them a column of a comparison is; nothing where it is neither of a side nor a change.
[[nodiscard]] std::optional<ComparedAngle> AngleOfRole(MetricRole role);

// Whether a comparison was made by share, as far as the columns of one of its metrics tell.
[[nodiscard]] bool IsByShare(const Cct& tree, const MetricSides& sides);
// Whether an angle is drawn by share unless somebody says otherwise: of a comparison that was made so, and
// where a side costs less than half of the other, that side and what is common, which would be too small to
// be read.
[[nodiscard]] bool IsDrawnByShare(const Cct& tree, const MetricSides& sides, ComparedAngle angle);

}  // namespace ringscope
