#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Selects the context and shows its source.
struct OpenSource {
  ContextId context = kNoContext;
};
// The same of a function without a context.
struct OpenSourceOf {
  FrameId function = 0;
};
// The file or the path mappings changed.
struct ReloadSource {};
// To the line that costs most next; opens the source where it is not shown.
struct StepHotLine {
  int steps = 1;
};
// Looks there, too, from now on.
struct AddSourceFolder {
  std::string folder;
};
struct OpenInEditor {
  std::filesystem::path path;
  uint32_t line = 0;
};

void Do(AppState& state, const OpenSource& open, Effects& effects);
void Do(AppState& state, const OpenSourceOf& open, Effects& effects);
void Do(AppState& state, const ReloadSource& reload, Effects& effects);
void Do(AppState& state, const StepHotLine& step, Effects& effects);
void Do(AppState& state, const AddSourceFolder& add, Effects& effects);
void Do(AppState& state, const OpenInEditor& open, Effects& effects);

// Asks for the source of the subject where the source is shown and nobody has asked for it yet. Runs after
// every action.
void RefreshSource(AppState& state, Effects& effects);

}  // namespace ringscope::action
