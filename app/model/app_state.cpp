#include "app/model/app_state.h"

namespace ringscope {

const ViewState* ActiveView(const AppState& state) {
  if (!state.active_view || *state.active_view >= state.views.size()) return nullptr;
  return &state.views[*state.active_view];
}

ViewState* ActiveView(AppState& state) {
  if (!state.active_view || *state.active_view >= state.views.size()) return nullptr;
  return &state.views[*state.active_view];
}

const DocumentState* FindDocument(const AppState& state, DocumentId id) {
  for (const DocumentState& document : state.documents) {
    if (document.id == id) return &document;
  }
  return nullptr;
}

DocumentState* FindDocument(AppState& state, DocumentId id) {
  for (DocumentState& document : state.documents) {
    if (document.id == id) return &document;
  }
  return nullptr;
}

const DocumentState* ActiveDocument(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view == nullptr ? nullptr : FindDocument(state, view->document);
}

std::optional<ViewSpec> ActiveSpec(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const ViewPosition& position = view->history.current();
  ViewSpec spec;
  spec.metric = view->metric;
  spec.mode = position.mode;
  spec.root = position.root;
  spec.depth_limit = position.depth_limit;
  spec.width_px = state.chart_width_px;
  spec.height_px = state.chart_height_px;
  return spec;
}

}  // namespace ringscope
