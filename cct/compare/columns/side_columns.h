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

// The share of `value` in `total` times kShareUnits, rounded; 0 if `total` is 0. Needs `value` <= `total`.
[[nodiscard]] uint64_t ShareUnitsOf(uint64_t value, uint64_t total);

// The running sum (n + 1 entries) of a metric's change: the inclusive change of a context is the sum over its
// subtree of |self after - self before|, or of the difference of their shares of the totals. `first_child`,
// `before` and `after` are columns of a tree of n contexts in level order. O(n). Errors: kOverflow (the total
// change reaches 2^63), kCancelled.
[[nodiscard]] Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                                             std::span<const uint64_t> before,
                                                             std::span<const uint64_t> after, bool by_share,
                                                             const JobControl* job);

// The quantity of a comparison that is drawn, over all contexts of both sides. kCommon and kLarger are the
// smaller and the larger of the two self values of a context, summed over the subtree. So they are additive,
// as all others are; kBoth is their sum, kChange their difference. (The smaller of two inclusive values would
// not be the sum of those of the callees.)
//
// For fleets, kMean and kMost are the mean and the largest of the self values of a context's members, summed
// over the subtree. kMost is the cost of a run in which each context is as slow as in its slowest member; the
// largest inclusive value would be less than the sum of those of the callees. If absent members count as 0,
// kMean looks like the metric itself.
enum class ComparedAngle : uint8_t { kBefore, kAfter, kBoth, kCommon, kLarger, kChange, kMean, kMost };
inline constexpr auto kComparedAngleWords =
    WordsInOrder<ComparedAngle, 8>("before, after, both, common, larger, change, mean, max");
// Whether the angle is one of fleets. Both sides are then the metric, and it is not drawn by share.
[[nodiscard]] constexpr bool IsOfMembers(ComparedAngle angle) { return angle >= ComparedAngle::kMean; }

// A quantity of a comparison as a metric that can be drawn.
struct DrawnAngle {
  CctPtr tree;             // the comparison, perhaps with more metrics
  MetricIndex metric = 0;  // of `tree`
  // As ViewSpec::whole: metrics that the whole circle may stand for instead, if the view root has more of
  // them. For one side it is the other side.
  std::vector<MetricIndex> whole;
};

// The angle as columns that the tree already has; std::nullopt if MakeAngle() has to make them. `sides` are
// columns of the tree. If by share, a side fills the circle, and all other quantities are of shares of the
// totals. Otherwise the circle is the side that costs more (kLarger for kCommon), and the other one leaves a
// gap. O(metrics).
[[nodiscard]] std::optional<DrawnAngle> StoredAngle(const CctPtr& tree, const MetricSides& sides,
                                                    ComparedAngle angle, bool by_share);

// As StoredAngle(), but makes missing columns: the result borrows the columns of `tree`, which it keeps
// alive, and adds up to two metrics, called NAME@both and so on. O(contexts), 8 bytes a context and column.
// Errors: kOverflow (a total reaches 2^63), kCancelled.
[[nodiscard]] Result<DrawnAngle> MakeAngle(const CctPtr& tree, const MetricSides& sides, ComparedAngle angle,
                                           bool by_share, const JobControl* job = nullptr);

// The angle that a column of a comparison shows; std::nullopt for columns that are no side and no change.
[[nodiscard]] std::optional<ComparedAngle> AngleOfRole(MetricRole role);

// Whether a comparison was made by share, as far as the columns of one of its metrics tell.
[[nodiscard]] bool IsByShare(const Cct& tree, const MetricSides& sides);
// Whether an angle is drawn by share by default: in comparisons by share, and for kBefore, kAfter and kCommon
// if one side costs less than half of the other, as they could be too small to read.
[[nodiscard]] bool IsDrawnByShare(const Cct& tree, const MetricSides& sides, ComparedAngle angle);

}  // namespace ringscope
