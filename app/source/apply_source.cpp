#include <algorithm>
#include <utility>

#include "app/source/source_actions.h"
#include "app/source/source_model.h"
#include "app/source/source_state.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/ascii.h"

namespace ringscope::action {

void RefreshSource(AppState& state, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !DockShows(state, DockTab::kSource)) return;
  SourceRequest request{view->shown.tree,
                        view->history.current().root,
                        std::string(SourceSubject(*view).file),
                        {state.settings.path_mappings, state.settings.source_folders, {}},
                        view->slots.Get<SourceState>().reload_serial};
  if (request.file.empty()) {
    view->slots.Get<SourceState>().task.Drop();
    return;
  }
  if (const DocumentState* document = FindDocument(state, view->document))
    request.search.profile_folder = document->path.parent_path();
  Want(state, view->slots.Get<SourceState>().task, std::move(request), {.label = "Reading source", .document = view->document},
       &RunSource, effects);
}

void Do(AppState& state, const OpenSource& open, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.context >= view->tree().context_count()) return;
  Do(state, Select{open.context}, effects);
  Do(state, ShowDockTab{DockTab::kSource}, effects);
}

void Do(AppState& state, const OpenSourceOf& open, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.function >= view->tree().frames().size()) return;
  Do(state, ChooseFunction{open.function}, effects);
  Do(state, ShowDockTab{DockTab::kSource}, effects);
}

void Do(AppState& state, const ReloadSource&, Effects&) {
  if (ViewState* view = ActiveView(state)) ++view->slots.Get<SourceState>().reload_serial;
}

void Do(AppState& state, const StepHotLine& step, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  if (!DockShows(state, DockTab::kSource)) {
    Do(state, ShowDockTab{DockTab::kSource}, effects);
    return;
  }
  if (const auto function = HotLine(*view, step.steps)) {
    Do(state, ChooseFunction{*function}, effects);
  } else {
    SetNote(state, "No line of this file has self cost");
  }
}

void Do(AppState& state, const AddSourceFolder& add, Effects& effects) {
  const std::string folder(Trimmed(add.folder));
  std::vector<std::string>& folders = state.settings.source_folders;
  if (folder.empty() || folders.size() >= kMaxSettingsLines) return;
  std::erase(folders, folder);
  folders.push_back(folder);
  for (ViewState& view : state.views) ++view.slots.Get<SourceState>().reload_serial;
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const OpenInEditor& open, Effects& effects) {
  std::vector<std::string> words = EditorCommand(state.settings.editor_command, open.path, open.line);
  if (words.empty()) {
    SetNote(state, "Set an editor command in the settings, e.g. code -g {file}:{line}", NoteEnd::kEditorSet);
    return;
  }
  effects.push_back(effect::RunEditor{std::move(words)});
}

}  // namespace ringscope::action
