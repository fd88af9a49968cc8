#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct ShowSettings {
  bool open = true;
};
// The size of the user interface.
struct SetZoom {
  int percent = 100;
};
// How new profiles open.
struct SetDefaultView {
  RingMode mode = RingMode::kLength;
  uint32_t depth_limit = kAllLayers;
};
struct SetSourceSettings {
  std::string editor_command;
  std::vector<PathMapping> path_mappings;
  std::vector<std::string> source_folders;
};
struct SetTheme {
  Theme theme = Theme::kDark;
};
struct SetDifferenceColors {
  DifferenceColors colors = DifferenceColors::kMap;
};
struct SetAnimations {
  bool on = true;
};
struct SetDockPlace {
  DockPlace place = DockPlace::kAutomatic;
};

void Do(AppState& state, const ShowSettings& show, Effects& effects);
void Do(AppState& state, const SetZoom& set, Effects& effects);
void Do(AppState& state, const SetDefaultView& set, Effects& effects);
void Do(AppState& state, const SetSourceSettings& set, Effects& effects);
void Do(AppState& state, const SetTheme& set, Effects& effects);
void Do(AppState& state, const SetDifferenceColors& set, Effects& effects);
void Do(AppState& state, const SetAnimations& set, Effects& effects);
void Do(AppState& state, const SetDockPlace& set, Effects& effects);

}  // namespace ringscope::action
