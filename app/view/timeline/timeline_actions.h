#pragma once

#include <optional>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/transform/time_range.h"

namespace ringscope::action {

// The step `time` of this range becomes the first one, in the place of one that is there; none: it is taken
// away.
struct SetTimeRange {
  std::optional<TimeRange> range;
};
struct ShowTimeline {
  bool open = true;
};

void Do(AppState& state, const SetTimeRange& set, Effects& effects);
void Do(AppState& state, const ShowTimeline& show, Effects& effects);

// Asks for what the shown views' strips show. After every action.
void RefreshTimelines(AppState& state, Effects& effects);

}  // namespace ringscope::action
