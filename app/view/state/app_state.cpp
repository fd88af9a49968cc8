#include "app/view/state/app_state.h"

#include <algorithm>

namespace ringscope {
namespace {

template <typename List, typename Id>
auto FindById(List& list, Id id) -> decltype(list.data()) {
  const auto found = std::ranges::find_if(list, [&](const auto& one) { return one.id == id; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const PaneState* ActivePane(const AppState& state) {
  return state.active_pane < state.panes.size() ? &state.panes[state.active_pane] : nullptr;
}

const ViewState* FindView(const AppState& state, ViewId id) { return FindById(state.views, id); }
ViewState* FindView(AppState& state, ViewId id) { return FindById(state.views, id); }

const ViewState* ActiveView(const AppState& state) { return ViewOfPane(state, state.active_pane); }
ViewState* ActiveView(AppState& state) { return ViewOfPane(state, state.active_pane); }

const DocumentState* FindDocument(const AppState& state, DocumentId id) {
  return FindById(state.documents, id);
}
DocumentState* FindDocument(AppState& state, DocumentId id) { return FindById(state.documents, id); }

const DocumentState* ActiveDocument(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? nullptr : FindDocument(state, view->document);
}

bool IsShown(const AppState& state, ViewId id) {
  return std::ranges::any_of(state.panes, [&](const PaneState& pane) { return pane.view == id; });
}

bool DockShows(const AppState& state, DockTab tab) {
  return state.settings.dock_open && state.settings.dock_tab == tab;
}

bool DialogOpen(const AppState& state) {
  return !state.errors.empty() || state.report_open || state.key_list_open || state.open_dialog_open ||
         state.save_dialog_open || state.palette_open || state.settings_open || state.derived_dialog_open ||
         state.compare_dialog_open || state.record_dialog_open ||
         (ActiveView(state) != nullptr && ActiveView(state)->pipeline.asked_about);
}

std::string TitleWithSteps(const DocumentState& document, const ViewState& view) {
  const Pipeline& steps = view.pipeline.applied;
  return steps.empty() ? document.title : document.title + " | " + FormatPipeline(steps);
}

size_t PaneBeside(const AppState& state) {
  return state.panes.empty() ? 0 : (state.active_pane + 1) % state.panes.size();
}

const ViewState* ViewOfPane(const AppState& state, size_t pane) {
  return pane < state.panes.size() ? FindView(state, state.panes[pane].view) : nullptr;
}

ViewState* ViewOfPane(AppState& state, size_t pane) {
  return pane < state.panes.size() ? FindView(state, state.panes[pane].view) : nullptr;
}

const DocumentState* FindDocumentByPath(const AppState& state, const std::filesystem::path& path) {
  // Recent files have absolute paths, but documents may have paths as typed.
  const auto absolute = [](const std::filesystem::path& one) {
    std::error_code error;
    return std::filesystem::absolute(one, error).lexically_normal();
  };
  for (const DocumentState& document : state.documents)
    if (document.path == path || absolute(document.path) == absolute(path)) return &document;
  return nullptr;
}

}  // namespace ringscope
