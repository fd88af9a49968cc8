#pragma once

#include <string>

#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::rings {

// Where one path takes most of the layers that are shown there would be next to nothing to see: a profile
// that was just opened is shown from where it branches, one step after the whole tree. Says so where that is
// not plain.
[[nodiscard]] std::string Open(AppState& state, ViewState& view, apply::Effects& effects);

// How to go on where one path takes most of the layers that the view shows; empty elsewhere.
[[nodiscard]] std::string BranchOffer(const AppState& state, const ViewState& view);

}  // namespace ringscope::rings
