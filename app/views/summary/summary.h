#pragma once

#include <optional>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/table/summary.h"
#include "cct/transform/pipeline.h"

namespace ringscope::summary {

struct FoundSummary;

// What a summary is made of. An opened run of siblings is summed up with its caller.
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  std::optional<MetricIndex> measured;  // for a metric without the recorder's cost: the metric with it
  SelfPlace self_place = SelfPlace::kContexts;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSummary;
  static constexpr std::string_view kLabel = "Summing up";
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};

// Of a comparison also which functions changed by themselves, the largest difference first.
struct FoundSummary : ProfileSummary {
  std::vector<FunctionChange> changes;
};

// What one wants to know first of a profile, as a page: totals, the cost by function, package, module and
// thread, the deepest stack, recursion, and what its import left out.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::summary
