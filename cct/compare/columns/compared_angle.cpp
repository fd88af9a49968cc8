#include "cct/compare/columns/compared_angle.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cct/compare/columns/change_column.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {
namespace {

// What the added columns lie in, and the tree that all others belong to.
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
                         "what is to be drawn of both sides together", job);
}

}  // namespace

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

bool IsDrawnByShare(const Cct& tree, const MetricSides& sides) {
  const auto [less, more] = std::minmax({tree.Total(sides.before), tree.Total(sides.after)});
  return IsByShare(tree, sides) || less < more / 2;
}

std::optional<DrawnAngle> StoredAngle(const CctPtr& tree, const MetricSides& sides, ComparedAngle angle,
                                      bool by_share) {
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
    RINGSCOPE_ASSIGN(LargeArray<uint64_t> column, BuildColumn(*tree, sides, one, by_share, job));
    added->columns.push_back(std::move(column));
    columns.running_inclusive.emplace_back(std::span<const uint64_t>(added->columns.back().view()));
    Metric metric = own[sides.before];
    metric.name = std::string(NameOfCompared(metric)) + "@" + std::string(WordOf(kComparedAngleWords, one));
    metric.role = MetricRole::kCombined;
    if (by_share) {
      metric.unit = "of the total";
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
