#pragma once

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/summary/summary.h"
#include "tests/app/app_test_state.h"

namespace ringscope::summary {

// Applies an action and what the summaries that it starts deliver.
inline std::vector<Effect> DoAndSumUp(AppState& state, Action action) {
  std::vector<Effect> effects = Do(state, std::move(action));
  for (const Effect& effect : std::vector<Effect>(effects)) {
    const auto* start = effect.As<effect::StartTask>();
    if (start == nullptr || std::any_cast<std::shared_ptr<const Wanted>>(&start->request) == nullptr)
      continue;
    for (const Action& made : Deliver(*start)) Apply(state, made, effects);
  }
  return effects;
}

inline AppState StateWithSummary() {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  DoAndSumUp(state, action::SetKind{&Kind()});
  return state;
}

}  // namespace ringscope::summary
