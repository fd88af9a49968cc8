#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace ringscope::action {

struct ShowSettings {
  bool open = true;
};
// Of the user interface.
struct SetZoom {
  int percent = 100;
};
// That new profiles open with.
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
struct SetAnimations {
  bool on = true;
};

}  // namespace ringscope::action
