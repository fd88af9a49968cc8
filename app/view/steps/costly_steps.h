#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What is offered before a step that takes long.
inline constexpr double kPruneFirstPercent = 0.01;

// The most contexts that `invert` can make of a tree, as if every context had self cost. O(layers).
[[nodiscard]] uint64_t InvertedContextsAtMost(const Cct& tree);

// What is asked before the steps start that wait in PipelineState::asked_about.
struct CostlyModel {
  bool visible = false;
  std::string title;  // "Invert 10,000,000 contexts?"
  std::string text;
  std::string prune_label;  // "Prune 0.01 % first"
};
[[nodiscard]] CostlyModel BuildCostlyModel(const AppState& state);

}  // namespace ringscope
