#pragma once

#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "cct/table/context_spread.h"

namespace ringscope::spread {

// How a place is drawn.
struct SpreadPlace {
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const SpreadPlace&, const SpreadPlace&) = default;
};

struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;         // of the tree
  FunctionId function = kNoFunction;  // kNoFunction: the function of the largest own cost
  MetricIndex metric = 0;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const Wanted&, const Wanted&) = default;
};
struct FoundSpread {
  FunctionId function = kNoFunction;  // kNoFunction: no function has cost
  ContextSpread spread;
  std::vector<SpreadBar> bars;
  std::vector<ContextId> by_callers;  // the contexts by the names of their callers, the nearest caller first
};
using Spreads = KindAnswers<Wanted, FoundSpread>;

[[nodiscard]] inline const SpreadPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<SpreadPlace>();
}
// Asks for the chosen function, else for that of the selected context.
[[nodiscard]] Wanted WantedOf(const ViewState& view);
// Runs on a job thread. Errors: those of SpreadOverContexts().
[[nodiscard]] Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job);
// Null before the view has asked.
[[nodiscard]] const KindAnswer<Wanted, FoundSpread>* AnswerOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, action::Effects& effects);

// Actions on the active view.

struct DrawSpread {
  SpreadPlace place;
};
void Do(AppState& state, const DrawSpread& draw, action::Effects& effects);

// How the cost of one function is spread over its contexts, and which contexts are unlike the others.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::spread
