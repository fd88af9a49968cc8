#include <algorithm>
#include <utility>

#include "app/core/apply_core.h"
#include "app/source/apply_source.h"
#include "app/source/source_model.h"
#include "app/view/apply_view.h"
#include "app/window/apply_window.h"

namespace ringscope::apply {

void RefreshSource(AppState& state, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || !SourceTabShown(state)) return;
  const std::string file(view->tree().FrameAt(SourceSubject(*view)).file);
  SourceState& source = view->source;
  const ViewRoot& root = view->history.current().root;
  if (source.wanted_tree == view->shown.tree && source.wanted_root == root && source.wanted_file == file &&
      source.wanted_serial == source.reload_serial) {
    return;
  }
  StopJob(state, source.job, effects);
  source.wanted_tree = view->shown.tree;
  source.wanted_root = root;
  source.wanted_file = file;
  source.wanted_serial = source.reload_serial;
  if (file.empty()) return;
  const DocumentState* document = FindDocument(state, view->document);
  JobState& job = AddJob(state, JobKind::kSource, "Reading source");
  job.document = view->document;
  source.job = job.id;
  SourceSearchPath search{state.settings.path_mappings, state.settings.source_folders, {}};
  if (document != nullptr) search.profile_folder = document->path.parent_path();
  effects.push_back(effect::StartSource{job.id, view->shown.tree, root, file, std::move(search)});
}

void Do(AppState& state, const action::OpenSource& open, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.context >= view->tree().context_count()) return;
  Do(state, action::Select{open.context}, effects);
  Do(state, action::ShowDockTab{DockTab::kSource}, effects);
}

void Do(AppState& state, const action::ReloadSource&, Effects&) {
  if (ViewState* view = ActiveView(state)) ++view->source.reload_serial;
}

void Do(AppState& state, const action::SourceLoaded& loaded, Effects&) {
  (void)TakeJob(state, loaded.job);
  for (ViewState& view : state.views) {
    if (view.source.job != loaded.job) continue;
    view.source.job = kNoJob;
    if (loaded.view != nullptr) view.source.shown = loaded.view;
  }
}

void Do(AppState& state, const action::OpenInEditor& open, Effects& effects) {
  std::vector<std::string> words = EditorCommand(state.settings.editor_command, open.path, open.line);
  if (words.empty()) {
    SetNote(state, "Set an editor command in the settings, e.g. code -g {file}:{line}");
    return;
  }
  effects.push_back(effect::RunEditor{std::move(words)});
}

}  // namespace ringscope::apply
