#include "cct/compare/answers/context_differences.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cct/compare/answers/function_changes.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope {
namespace {

// What it is for one run of a side, or a share of its total.
double Compared(const TreeComparison& comparison, const ComparedMetric& metric, Side side, uint64_t value) {
  if (!comparison.by_share) return static_cast<double>(value);
  const auto total = static_cast<double>(comparison.Total(metric, side));
  return total > 0 ? static_cast<double>(value) / total : 0;
}

}  // namespace

ContextDifference DifferenceOf(const TreeComparison& comparison, const ComparedMetric& metric,
                               const ComparedValues& values) {
  const double before = Compared(comparison, metric, Side::kBefore, values.before);
  const double after = Compared(comparison, metric, Side::kAfter, values.after);
  const double larger = std::max(before, after);
  if (larger <= 0 || IsWithinNoise(comparison, metric, values)) return {};
  const double part = (after - before) / larger;
  if (before <= 0) return {DifferenceKind::kNew, part};
  if (after <= 0) return {DifferenceKind::kGone, part};
  return {part < 0 ? DifferenceKind::kLess : DifferenceKind::kMore, part};
}

std::function<ContextDifference(ContextId)> ContextDifferences(const Cct& tree, MetricIndex column) {
  auto stored = StoredComparison(CctPtr(CctPtr(), &tree));
  if (!stored) return nullptr;
  const ComparedMetric* const found = FindCompared(*stored, column);
  // A metric that is not compared tells nothing of the sides: the first one that is does.
  ComparedMetric metric = found != nullptr ? *found : stored->metrics.front();
  return [comparison = std::make_shared<const TreeComparison>(std::move(*stored)),
          metric = std::move(metric)](ContextId context) {
    return DifferenceOf(*comparison, metric, ValuesOf(*comparison, metric, context, false));
  };
}

}  // namespace ringscope
