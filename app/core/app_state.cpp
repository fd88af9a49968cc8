#include "app/core/app_state.h"

#include <algorithm>

namespace ringscope {
namespace {

template <typename List, typename Id>
auto FindById(List& list, Id id) -> decltype(list.data()) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.id == id; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const PaneState* ActivePane(const AppState& state) {
  return state.active_pane < state.panes.size() ? &state.panes[state.active_pane] : nullptr;
}

const ViewState* FindView(const AppState& state, ViewId id) { return FindById(state.views, id); }
ViewState* FindView(AppState& state, ViewId id) { return FindById(state.views, id); }

const ViewState* ActiveView(const AppState& state) {
  const PaneState* pane = ActivePane(state);
  return pane == nullptr ? nullptr : FindView(state, pane->view);
}

ViewState* ActiveView(AppState& state) {
  const PaneState* pane = ActivePane(state);
  return pane == nullptr ? nullptr : FindView(state, pane->view);
}

const DocumentState* FindDocument(const AppState& state, DocumentId id) {
  return FindById(state.documents, id);
}
DocumentState* FindDocument(AppState& state, DocumentId id) { return FindById(state.documents, id); }

const DocumentState* ActiveDocument(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? nullptr : FindDocument(state, view->document);
}

bool DialogOpen(const AppState& state) {
  return !state.errors.empty() || state.report_open || state.key_list_open || state.open_dialog_open ||
         state.save_dialog_open || state.palette_open || state.settings_open || state.derived_dialog_open;
}

std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane) {
  if (pane >= state.panes.size()) return std::nullopt;
  const ViewState* view = FindView(state, state.panes[pane].view);
  if (view == nullptr) return std::nullopt;
  const ViewPosition& position = view->history.current();
  ViewSpec spec;
  spec.metric = view->metric;
  spec.mode = position.mode;
  spec.form = state.panes[pane].form;
  spec.root = position.root;
  spec.depth_limit = position.depth_limit;
  spec.width_px = state.panes[pane].width_px;
  spec.height_px = state.panes[pane].height_px;
  spec.lens = state.panes[pane].lens;
  return spec;
}

}  // namespace ringscope
