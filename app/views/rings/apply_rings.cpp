#include <algorithm>
#include <utility>

#include "app/core/action.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/view_kind.h"
#include "app/views/rings/rings_actions.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_kind.h"
#include "app/views/rings/rings_state.h"

namespace ringscope::action {
namespace {

void MoveRings(AppState& state, const RingsPlace& place, bool is_turn, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ViewPosition before = view->history.current();
  const ViewPosition now = WithRings(before, place);
  if (is_turn) {
    view->history.PushTurn(now);
  } else {
    view->history.Push(now);
  }
  AfterMove(state, *view, before, effects);
}

}  // namespace

void Do(AppState& state, const SetMode& set, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.mode = set.mode;
  MoveRings(state, place, false, effects);
}

void Do(AppState& state, const SetDepth& set, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.depth_limit = std::max(set.depth_limit, uint32_t{1});
  MoveRings(state, place, true, effects);
}

void Do(AppState& state, const SizeRings& size, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.sizing = size.sizing;
  MoveRings(state, place, false, effects);
}

void Do(AppState& state, const CompressChains& compress, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.compress_chains = compress.on;
  place.opened_chains.clear();
  MoveRings(state, place, false, effects);
}

void Do(AppState& state, const OpenChain& open, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || open.context >= view->tree().context_count()) return;
  RingsPlace place = RingsOf(*view);
  std::vector<ContextId>& opened = place.opened_chains;
  std::erase(opened, open.context);
  opened.push_back(open.context);
  if (opened.size() > kMostOpenedChains) opened.erase(opened.begin());
  MoveRings(state, place, false, effects);
}

void Do(AppState& state, const ChangeDepth& change, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || change.steps == 0) return;
  const PaneState& pane = *ActivePane(state);
  const uint32_t layers = LayersOf(*view, pane);
  const uint32_t shown = ShownDepth(layers, RingsOf(*view).depth_limit, DrawnIn(*view, pane).layers);
  // Steps grow with the depth, so that four hundred layers are not four hundred turns of the wheel.
  const int64_t step = std::max<int64_t>(1, shown / 16);
  const auto wanted = std::clamp<int64_t>(int64_t{shown} + change.steps * step, 1, layers);
  if (wanted != shown) Do(state, SetDepth{static_cast<uint32_t>(wanted)}, effects);
}

void Do(AppState& state, const SetForm& set, Effects& effects) {
  if (ActiveView(state) == nullptr) return;
  ringscope::SetForm(state.panes[state.active_pane], set.form);
  Do(state, SetKind{&rings::Kind()}, effects);
}

void Do(AppState& state, const ShowOtherForm&, Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const bool is_rings = RingsOf(*ActivePane(state)).form == ChartForm::kRings;
  Do(state, ShowBeside{view->id}, effects);
  ringscope::SetForm(state.panes[PaneBeside(state)], is_rings ? ChartForm::kIcicle : ChartForm::kRings);
}

void Do(AppState& state, const ShowLens& show, Effects&) {
  state.kinds.Set(RingsWindow{show.on});
  if (show.on) return;
  for (PaneState& pane : state.panes) {
    RingsPane rings = RingsOf(pane);
    rings.lens.reset();
    pane.kinds.Set(std::move(rings));
  }
}

void Do(AppState& state, const MoveLens& move, Effects&) {
  if (move.pane >= state.panes.size() || !LensOn(state)) return;
  RingsPane rings = RingsOf(state.panes[move.pane]);
  rings.lens = move.lens;
  state.panes[move.pane].kinds.Set(std::move(rings));
}

}  // namespace ringscope::action
