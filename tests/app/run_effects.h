#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/core/apply.h"
#include "app/search/search_run.h"
#include "cct/query/sets/match_list.h"
#include "cct/transform/pipeline.h"
#include "tests/app/app_test_state.h"

namespace ringscope {

// Does on the spot what jobs would do for searches and transforms, and for what follows from their results.
// Requests that were cancelled meanwhile answer too; the state has to ignore them.
inline void RunEffects(AppState& state, std::vector<Effect> effects) {
  for (size_t i = 0; i < effects.size(); ++i) {
    const Effect effect = effects[i];  // the list grows
    JobControl control;
    if (const auto* search = effect.As<effect::StartSearch>()) {
      RunSearch(*search, control, [&](std::shared_ptr<const SearchOutcome> outcome) {
        Apply(state, action::SearchFinished{search->job, std::move(outcome)}, effects);
      });
    } else if (const auto* sort = effect.As<effect::StartSortMatches>()) {
      auto sorted =
          SortByInclusive(*sort->outcome->tree, sort->outcome->below_root.matches(), sort->outcome->metric);
      Apply(state, action::MatchesSorted{sort->job, std::make_shared<SortedMatches>(std::move(*sorted))},
            effects);
    } else if (const auto* transform = effect.As<effect::StartTransform>()) {
      TransformScope scope;
      scope.metric = transform->metric;
      scope.derived = transform->derived;
      auto outcome = ApplyPipeline(transform->tree, transform->pipeline, scope, &control);
      Apply(state,
            action::TransformFinished{
                transform->job, std::move(outcome).map([](TransformOutcome&& made) {
                  return TransformedTree{WithFunctions(std::move(made.tree)), std::move(made.steps)};
                })},
            effects);
    }
  }
}

// Applies an action and everything that follows from it.
inline void DoAll(AppState& state, Action action) { RunEffects(state, Do(state, std::move(action))); }

}  // namespace ringscope
