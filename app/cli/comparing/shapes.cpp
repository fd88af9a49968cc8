#include "app/cli/comparing/compared_inputs.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "cct/base/check.h"
#include "cct/base/text/number_text.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/select.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {
namespace {

// Joins contexts to their callers, and says so.
Result<CctPtr> LeaveOut(const CctPtr& tree, const ContextSet& left_out, std::string_view which,
                        std::vector<std::string>& notes, JobControl* job) {
  if (left_out.Count() == 0) return tree;
  RINGSCOPE_ASSIGN(const CctPtr rest, HideContexts(tree, left_out, job));
  notes.push_back(fmt::format("Left out, with their cost in their callers: {} {}.",
                              CountedText(left_out.Count(), "context"), which));
  ImportReport report = rest->report();
  report.notes.push_back(notes.back());
  return WithReport(rest, std::move(report));
}

}  // namespace

Result<void> TakeShape(TreeShape shape, TreeComparison& comparison, JobControl* job) {
  if (shape == TreeShape::kUnion) return {};
  const Cct& tree = *comparison.tree;
  const bool takes_common = shape == TreeShape::kIntersection;
  ContextSet left_out(tree.context_count());
  for (ContextId context = tree.context_count(); context-- > kRootContext + 1;) {
    const bool is_common = comparison.kinds[context] == ContextKind::kCommon;
    const ContextRange callees = tree.ChildrenOf(context);
    const bool is_above = left_out.CountIn(callees) < callees.size();
    if (is_common != takes_common && !is_above) left_out.Insert(context);
  }
  const std::string_view which = takes_common ? "that only one side has" : "that both sides have";
  RINGSCOPE_ASSIGN(comparison.tree, LeaveOut(comparison.tree, left_out, which, comparison.notes, job));
  // What is left stands in the same order.
  std::vector<ContextKind> kinds;
  for (ContextId context = 0; context < left_out.context_count(); ++context) {
    if (!left_out.contains(context)) kinds.push_back(comparison.kinds[context]);
  }
  RINGSCOPE_CHECK(kinds.size() == comparison.tree->context_count());
  comparison.kinds = std::move(kinds);
  return {};
}

Result<void> TakeAtLeast(uint32_t least, Series& series, JobControl* job) {
  const Cct& tree = *series.tree;
  RINGSCOPE_ASSIGN(const Query query, ParseQuery(fmt::format("executions<{}", least)));
  RINGSCOPE_ASSIGN(const ContextSet left_out,
                   SelectContexts(tree, FunctionIndex(tree.frames()), query, SelectScope{}, job));
  RINGSCOPE_ASSIGN(
      series.tree,
      LeaveOut(series.tree, left_out, fmt::format("of fewer than {} executions", least), series.notes, job));
  return {};
}

}  // namespace ringscope
