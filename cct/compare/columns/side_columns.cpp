#include "cct/compare/columns/side_columns.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

// The running sum (n + 1 entries) of a quantity given by its self values, for a tree of n contexts in level
// order. `first_child[i]` is the first callee of context i, for i up to n; `own(i)`, the self value, is at
// most 2^63. O(n). Errors: kOverflow (a message about `what`, if the total reaches 2^63), kCancelled.
template <typename FirstChild, typename Own>
Result<LargeArray<uint64_t>> BuildSelfColumn(const FirstChild& first_child, size_t n, Own own,
                                             std::string_view what, const JobControl* job) {
  constexpr uint64_t kPollInterval = uint64_t{1} << 16;
  // Inclusive values first, from the back: callees come behind their callers.
  LargeArray<uint64_t> column = LargeArray<uint64_t>::OfSize(n + 1);
  for (size_t i = n; i-- > 0;) {
    if (i % kPollInterval == 0 && IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    // own(i) is at most 2^63 and column[] is below 2^63, so no addition wraps around.
    uint64_t sum = own(i);
    for (uint32_t callee = first_child[i]; callee < first_child[i + 1]; ++callee) {
      sum += column[callee];
      if (sum >= kTotalLimit) break;
    }
    if (sum >= kTotalLimit)
      return Fail(ErrorCode::kOverflow, std::string(what) + " reaches 2^63, more than can be stored");
    column[i] = sum;
  }
  uint64_t running = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t value = column[i];
    column[i] = running;
    running += value;  // modulo 2^64 by design: only differences are read
  }
  column[n] = running;
  return column;
}

__extension__ using Wide = unsigned __int128;

// Owns the added columns, and keeps the tree alive that all other columns belong to.
struct AddedColumns {
  CctPtr tree;
  std::vector<LargeArray<uint64_t>> columns;
};

uint64_t Combined(ComparedAngle angle, uint64_t before, uint64_t after) {
  switch (angle) {
    case ComparedAngle::kBefore:
      return before;
    case ComparedAngle::kAfter:
      return after;
    case ComparedAngle::kBoth:
      return before + after;
    case ComparedAngle::kCommon:
      return std::min(before, after);
    case ComparedAngle::kLarger:
      return std::max(before, after);
    case ComparedAngle::kChange:
      return std::max(before, after) - std::min(before, after);
    case ComparedAngle::kMean:
    case ComparedAngle::kMost:
      break;
  }
  return 0;
}

Result<LargeArray<uint64_t>> BuildColumn(const Cct& tree, const MetricSides& sides, ComparedAngle angle,
                                         bool by_share, const JobControl* job) {
  const uint64_t total_before = tree.Total(sides.before), total_after = tree.Total(sides.after);
  const auto own = [&](size_t i) {
    const auto context = static_cast<ContextId>(i);
    uint64_t before = tree.Self(context, sides.before), after = tree.Self(context, sides.after);
    if (by_share) {
      before = ShareUnitsOf(before, total_before);
      after = ShareUnitsOf(after, total_after);
    }
    return Combined(angle, before, after);
  };
  return BuildSelfColumn(tree.columns().first_child, tree.context_count(), own,
                         "the total to be drawn of both sides", job);
}

// The factor by which means are finer than the stored values, as they may be small.
uint64_t FactorOfMeans(const Cct& tree, MetricIndex metric) {
  constexpr uint64_t kFiner = 1000;
  const bool has_room = tree.Total(metric) < kTotalLimit / kFiner &&
                        tree.metrics()[metric].scale <= std::numeric_limits<uint64_t>::max() / kFiner;
  return has_room ? kFiner : 1;
}

// kMean divides by the number of members that have the context.
Result<LargeArray<uint64_t>> BuildMemberColumn(const Cct& tree, MetricIndex metric, ComparedAngle angle,
                                               const JobControl* job) {
  const MemberColumns& members = tree.members();
  const auto& most = members.statistics[IndexOfStatistic(metric, CostKind::kSelf)].most;
  const uint64_t factor = FactorOfMeans(tree, metric);
  const auto own = [&](size_t i) {
    if (angle == ComparedAngle::kMost) return std::min(most[i], kTotalLimit);
    const uint64_t count = std::max<uint64_t>(1, members.count[i]);
    const Wide sum = Wide{tree.Self(static_cast<ContextId>(i), metric)} * factor;
    return static_cast<uint64_t>(std::min<Wide>((sum + count / 2) / count, kTotalLimit));
  };
  return BuildSelfColumn(tree.columns().first_child, tree.context_count(), own, "the total of the members",
                         job);
}

}  // namespace

uint64_t ShareUnitsOf(uint64_t value, uint64_t total) {
  if (total == 0) return 0;
  return static_cast<uint64_t>((static_cast<Wide>(value) * kShareUnits + total / 2) / total);
}

Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                               std::span<const uint64_t> before,
                                               std::span<const uint64_t> after, bool by_share,
                                               const JobControl* job) {
  const uint64_t total_before = before[1] - before[0], total_after = after[1] - after[0];
  const auto self = [&](std::span<const uint64_t> running, size_t i) {
    return running[i + 1] - running[i] - (running[first_child[i + 1]] - running[first_child[i]]);
  };
  const auto change = [&](size_t i) {
    uint64_t a = self(before, i), b = self(after, i);
    if (by_share) {
      a = ShareUnitsOf(a, total_before);
      b = ShareUnitsOf(b, total_after);
    }
    return a < b ? b - a : a - b;
  };
  return BuildSelfColumn(first_child, first_child.size() - 1, change, "the change of all contexts", job);
}

std::optional<ComparedAngle> AngleOfRole(MetricRole role) {
  switch (role) {
    case MetricRole::kBefore:
      return ComparedAngle::kBefore;
    case MetricRole::kAfter:
      return ComparedAngle::kAfter;
    case MetricRole::kChange:
      return ComparedAngle::kChange;
    case MetricRole::kPlain:
    case MetricRole::kExecution:
    case MetricRole::kCombined:
      break;
  }
  return std::nullopt;
}

bool IsByShare(const Cct& tree, const MetricSides& sides) {
  return sides.change && tree.metrics()[*sides.change].scale == kShareUnits;
}

bool IsDrawnByShare(const Cct& tree, const MetricSides& sides, ComparedAngle angle) {
  const auto [less, more] = std::minmax({tree.Total(sides.before), tree.Total(sides.after)});
  const bool may_be_small =
      angle == ComparedAngle::kBefore || angle == ComparedAngle::kAfter || angle == ComparedAngle::kCommon;
  return IsByShare(tree, sides) || (may_be_small && less < more / 2);
}

std::optional<DrawnAngle> StoredAngle(const CctPtr& tree, const MetricSides& sides, ComparedAngle angle,
                                      bool by_share) {
  if (angle == ComparedAngle::kMean && tree->members().absent_is_zero)
    return DrawnAngle{tree, sides.after, {}};
  if (angle == ComparedAngle::kBefore || angle == ComparedAngle::kAfter) {
    const bool is_after = angle == ComparedAngle::kAfter;
    DrawnAngle drawn{tree, is_after ? sides.after : sides.before, {}};
    if (!by_share) drawn.whole = {is_after ? sides.before : sides.after};
    return drawn;
  }
  if (angle != ComparedAngle::kChange || !sides.change || IsByShare(*tree, sides) != by_share)
    return std::nullopt;
  return DrawnAngle{tree, *sides.change, {}};
}

Result<DrawnAngle> MakeAngle(const CctPtr& tree, const MetricSides& sides, ComparedAngle angle, bool by_share,
                             const JobControl* job) {
  if (auto stored = StoredAngle(tree, sides, angle, by_share)) return std::move(*stored);
  std::vector<ComparedAngle> wanted{angle};
  if (angle == ComparedAngle::kCommon) wanted.push_back(ComparedAngle::kLarger);
  const auto added = std::make_shared<AddedColumns>();
  added->tree = tree;
  CctColumns columns = tree->columns();
  columns.sample_series.clear();
  const std::span<const Metric> own = tree->metrics();
  std::vector<Metric> metrics(own.begin(), own.end());
  DrawnAngle drawn{nullptr, static_cast<MetricIndex>(metrics.size()), {}};
  for (const ComparedAngle one : wanted) {
    RINGSCOPE_ASSIGN(added->columns.emplace_back(), IsOfMembers(one)
                                                        ? BuildMemberColumn(*tree, sides.after, one, job)
                                                        : BuildColumn(*tree, sides, one, by_share, job));
    columns.running_inclusive.emplace_back(std::span<const uint64_t>(added->columns.back().view()));
    Metric metric = own[sides.before];
    metric.name = std::string(NameOfCompared(metric)) + "@" + std::string(WordOf(kComparedAngleWords, one));
    metric.role = MetricRole::kCombined;
    if (one == ComparedAngle::kMean) metric.scale *= FactorOfMeans(*tree, sides.after);
    if (by_share) {
      metric.unit = kUnitOfShares;
      metric.scale = kShareUnits;
    }
    metrics.push_back(std::move(metric));
  }
  if (angle == ComparedAngle::kCommon) drawn.whole = {drawn.metric + 1};
  drawn.tree = std::make_shared<const Cct>(std::move(columns), tree->frames(), std::move(metrics),
                                           tree->report(), added);
  return drawn;
}

}  // namespace ringscope
