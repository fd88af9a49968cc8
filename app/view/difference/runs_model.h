#pragma once

#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/tree/execution.h"

namespace ringscope {

// What each run of a comparison costs, of the context that the details are about.
struct RunBar {
  float height = 0;  // as a part of the largest
  Side side = Side::kBefore;
  std::string text;  // "after, new.folded: 1.20 ms"
};
struct RunsModel {
  std::vector<RunBar> bars;  // those before come first; none where there are no more than two runs
  std::string text;          // "Each run of f, with what it calls"
};
// O(executions x metrics).
[[nodiscard]] RunsModel BuildRunsModel(const AppState& state);

}  // namespace ringscope
