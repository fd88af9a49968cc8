#include "cct/compare/answers/explanation.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <utility>

#include "cct/compare/answers/function_changes.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope {
namespace {

// Without overflow for values below 2^63.
uint64_t PercentOf(uint64_t value, uint64_t percent) {
  return value / 100 * percent + value % 100 * percent / 100;
}

bool IsSmaller(const ExplainedChange& a, const ExplainedChange& b) {
  if (a.change != b.change) return a.change < b.change;
  if (a.context != b.context) return a.context > b.context;
  return a.is_self && !b.is_self;
}

// `value`, or if the comparison is by share its share of the side's total.
double Compared(const TreeComparison& comparison, const ComparedMetric& metric, Side side, uint64_t value) {
  if (!comparison.by_share) return static_cast<double>(value);
  const auto total = static_cast<double>(comparison.Total(metric, side));
  return total > 0 ? static_cast<double>(value) / total : 0;
}

}  // namespace

Explanation ExplainChange(const TreeComparison& comparison, const ComparedMetric& metric, ContextId from) {
  const Cct& tree = *comparison.tree;
  Explanation explanation;
  explanation.total = tree.Inclusive(from, metric.change);
  if (explanation.total == 0) return explanation;
  const uint64_t least = std::max<uint64_t>(PercentOf(explanation.total, kLeastPartPercent), 1);
  // How much change may still be dropped on the way down.
  uint64_t allowance = explanation.total - PercentOf(explanation.total, kExplainedPercent);
  std::priority_queue<ExplainedChange, std::vector<ExplainedChange>, decltype(&IsSmaller)> open(&IsSmaller);
  open.push({from, false, explanation.total});
  std::vector<ExplainedChange> parts;
  while (!open.empty()) {
    const ExplainedChange whole = open.top();
    open.pop();
    std::vector<ExplainedChange> pieces;
    uint64_t held = 0;
    const auto add = [&](const ExplainedChange& piece) {
      if (piece.change < least) return;
      pieces.push_back(piece);
      held += piece.change;
    };
    if (!whole.is_self) {
      const ContextRange callees = tree.ChildrenOf(whole.context);
      for (ContextId callee = callees.begin; callee < callees.end; ++callee)
        add({callee, false, tree.Inclusive(callee, metric.change)});
      if (!callees.empty()) add({whole.context, true, tree.Self(whole.context, metric.change)});
    }
    const uint64_t left = whole.change - held;
    const bool holds =
        !pieces.empty() && left <= PercentOf(whole.change, 100 - kExplainedPercent) && left <= allowance;
    if (!holds) {
      parts.push_back(whole);
      continue;
    }
    allowance -= left;
    for (const ExplainedChange& piece : pieces) open.push(piece);
  }
  std::sort(parts.begin(), parts.end(),
            [](const ExplainedChange& a, const ExplainedChange& b) { return IsSmaller(b, a); });
  const uint64_t wanted = PercentOf(explanation.total, kExplainedPercent);
  for (const ExplainedChange& part : parts) {
    if (explanation.covered >= wanted) break;
    explanation.covered += part.change;
    explanation.parts.push_back(part);
  }
  return explanation;
}

std::vector<ContextId> PathOfBlame(const TreeComparison& comparison, const ComparedMetric& metric,
                                   ContextId from) {
  const Explanation explanation = ExplainChange(comparison, metric, from);
  std::vector<ContextId> path;
  if (explanation.parts.empty()) return path;
  for (ContextId context = explanation.parts.front().context; context != from && context != kNoContext;
       context = comparison.tree->ParentOf(context))
    path.push_back(context);
  std::reverse(path.begin(), path.end());
  return path;
}

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
  // A metric that is not compared has no sides: the first compared one stands in.
  ComparedMetric metric = found != nullptr ? *found : stored->metrics.front();
  return [comparison = std::make_shared<const TreeComparison>(std::move(*stored)),
          metric = std::move(metric)](ContextId context) {
    return DifferenceOf(*comparison, metric, ValuesOf(*comparison, metric, context, false));
  };
}

}  // namespace ringscope
