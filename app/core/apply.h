#pragma once

#include <span>
#include <vector>

#include "app/core/action.h"
#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope {

// The only way a state changes. Total: an action that makes no sense in this state (zooming with nothing
// open, a context outside the tree, a job that is gone) changes nothing. Effects are appended in order. Cost:
// O(layers log n) at most; nothing here touches all contexts.
void Apply(AppState& state, const Action& action, std::vector<Effect>& effects);

// The same for several in order.
[[nodiscard]] std::vector<Effect> ApplyAll(AppState& state, std::span<const Action> actions);

}  // namespace ringscope
