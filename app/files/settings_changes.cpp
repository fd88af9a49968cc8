#include "app/files/settings_changes.h"

#include <algorithm>

namespace ringscope::action {

void Do(AppState& state, const ShowSettings& show, Effects& effects) {
  if (state.settings_open && !show.open) effects.push_back(effect::SaveSettings{state.settings});
  state.settings_open = show.open;
}

void Do(AppState& state, const SetZoom& set, Effects& effects) {
  const int percent = std::clamp(set.percent, kMinZoomPercent, kMaxZoomPercent);
  ChangeSetting(state, &Settings::zoom_percent, percent, effects);
}

// The fields of the dialog are saved when the dialog closes.
void Do(AppState& state, const SetDefaultView& set, Effects&) {
  state.settings.mode = set.mode;
  state.settings.depth_limit = std::max(set.depth_limit, uint32_t{1});
}

void Do(AppState& state, const SetSourceSettings& set, Effects&) {
  state.settings.editor_command = set.editor_command;
  state.settings.path_mappings = set.path_mappings;
  state.settings.source_folders = set.source_folders;
  std::erase_if(state.settings.path_mappings,
                [](const PathMapping& mapping) { return mapping.from.empty() || mapping.to.empty(); });
  std::erase(state.settings.source_folders, std::string());
}

}  // namespace ringscope::action
