#pragma once

#include <cstdint>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct ViewKind;

// Of the window: how often what had been stopped was asked for again.
struct StartedAgain {
  uint64_t times = 0;
  friend bool operator==(const StartedAgain&, const StartedAgain&) = default;
};

// Of a view: the kind whose answer was stopped, by its user or by what failed; null: none was.
struct StoppedAnswer {
  const ViewKind* kind = nullptr;
  friend bool operator==(const StoppedAnswer&, const StoppedAnswer&) = default;
};

// Whether what the view shows was stopped before it was there.
[[nodiscard]] bool IsStopped(const ViewState& view);

// What was stopped is worked out after all. An action.
struct StartAgain {};
void Do(AppState& state, const StartAgain& again, action::Effects& effects);

}  // namespace ringscope
