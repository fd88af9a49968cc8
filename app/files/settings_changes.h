#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {

struct ShowSettings {
  bool open = true;
};
// Sets the size of the user interface.
struct SetZoom {
  int percent = 100;
};
// Sets how new profiles open.
struct SetDefaultView {
  RingMode mode = RingMode::kLength;
  uint32_t depth_limit = kAllLayers;
};
struct SetSourceSettings {
  std::string editor_command;
  std::vector<PathMapping> path_mappings;
  std::vector<std::string> source_folders;
};
using SetTheme = Change<Theme, &Settings::theme>;
using SetDifferenceColors = Change<DifferenceColors, &Settings::difference_colors>;
using SetAnimations = Change<bool, &Settings::animations>;
using SetDockPlace = Change<DockPlace, &Settings::dock_place>;

void Do(AppState& state, const ShowSettings& show, Effects& effects);
void Do(AppState& state, const SetZoom& set, Effects& effects);
void Do(AppState& state, const SetDefaultView& set, Effects& effects);
void Do(AppState& state, const SetSourceSettings& set, Effects& effects);

}  // namespace ringscope::action
