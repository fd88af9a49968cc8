#pragma once

#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/summary/summary.h"
#include "tests/app/app_test_state.h"

namespace ringscope::summary {

inline std::vector<Effect> DoAndSumUp(AppState& state, Action action) {
  return DoAndAnswer<Wanted>(state, std::move(action));
}

inline AppState StateWithSummary() {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  DoAndSumUp(state, action::SetKind{&Kind()});
  return state;
}

}  // namespace ringscope::summary
