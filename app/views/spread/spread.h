#pragma once

#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "cct/table/context_spread.h"

namespace ringscope::spread {

// How a place is drawn.
struct SpreadPlace {
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const SpreadPlace&, const SpreadPlace&) = default;
};

struct FoundSpread;
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;         // of the tree
  FunctionId function = kNoFunction;  // kNoFunction: the function of the largest own cost
  MetricIndex metric = 0;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSpread;
  static constexpr std::string_view kLabel = "Comparing contexts";
  // Of the chosen function, else of that of the selected context.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};
struct FoundSpread {
  FunctionId function = kNoFunction;  // kNoFunction: no function has cost
  ContextSpread spread;
  std::vector<SpreadBar> bars;
  std::vector<ContextId> by_callers;  // the contexts by the names of their callers, the nearest caller first
};

[[nodiscard]] inline const SpreadPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<SpreadPlace>();
}
// Runs on a job thread. Errors: those of SpreadOverContexts().
[[nodiscard]] Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job);

// An action on the active view.
using DrawSpread = DrawPlace<SpreadPlace>;

// How the cost of one function is spread over its contexts, and which contexts are unlike the others.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::spread
