#pragma once

#include "app/views/spread/spread_state.h"

// Of the active view.
namespace ringscope::spread {

struct DrawSpread {
  SpreadPlace place;
};
void Do(AppState& state, const DrawSpread& draw, action::Effects& effects);

}  // namespace ringscope::spread
