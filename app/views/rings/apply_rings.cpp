#include <algorithm>
#include <utility>

#include "app/core/apply.h"
#include "app/panes/apply_panes.h"
#include "app/view/apply_view.h"
#include "app/views/rings/rings_actions.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_kind.h"
#include "app/views/rings/rings_state.h"
#include "app/views/view_kind.h"

namespace ringscope::action {
namespace {

void MoveRings(AppState& state, const RingsPlace& place, bool is_turn, std::vector<Effect>& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ViewPosition before = view->history.current();
  const ViewPosition now = WithRings(before, place);
  if (is_turn) {
    view->history.PushTurn(now);
  } else {
    view->history.Push(now);
  }
  apply::AfterMove(state, *view, before, effects);
}

}  // namespace

void SetMode::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.mode = mode;
  MoveRings(state, place, false, effects);
}

void SetDepth::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.depth_limit = std::max(depth_limit, uint32_t{1});
  MoveRings(state, place, true, effects);
}

void CompressChains::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  RingsPlace place = RingsOf(*view);
  place.compress_chains = on;
  place.opened_chains.clear();
  MoveRings(state, place, false, effects);
}

void OpenChain::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || context >= view->tree().context_count()) return;
  RingsPlace place = RingsOf(*view);
  std::vector<ContextId>& opened = place.opened_chains;
  std::erase(opened, context);
  opened.push_back(context);
  if (opened.size() > kMostOpenedChains) opened.erase(opened.begin());
  MoveRings(state, place, false, effects);
}

void ChangeDepth::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || steps == 0) return;
  const PaneState& pane = *ActivePane(state);
  const uint32_t layers = LayersOf(*view, pane);
  const uint32_t shown = ShownDepth(layers, RingsOf(*view).depth_limit, DrawnIn(*view, pane).layers);
  // Steps grow with the depth, so that four hundred layers are not four hundred turns of the wheel.
  const int64_t step = std::max<int64_t>(1, shown / 16);
  const auto wanted = std::clamp<int64_t>(int64_t{shown} + steps * step, 1, layers);
  if (wanted != shown) SetDepth{static_cast<uint32_t>(wanted)}.ApplyTo(state, effects);
}

void SetForm::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  if (ActiveView(state) == nullptr) return;
  ringscope::SetForm(state.panes[state.active_pane], form);
  apply::Do(state, SetKind{&rings::Kind()}, effects);
}

void ShowOtherForm::ApplyTo(AppState& state, std::vector<Effect>& effects) const {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const bool is_rings = RingsOf(*ActivePane(state)).form == ChartForm::kRings;
  apply::Do(state, ShowBeside{view->id}, effects);
  ringscope::SetForm(state.panes[PaneBeside(state)], is_rings ? ChartForm::kIcicle : ChartForm::kRings);
}

void ShowLens::ApplyTo(AppState& state, std::vector<Effect>&) const {
  state.kinds.Set(RingsWindow{on});
  if (on) return;
  for (PaneState& pane : state.panes) {
    RingsPane rings = RingsOf(pane);
    rings.lens.reset();
    pane.kinds.Set(std::move(rings));
  }
}

void MoveLens::ApplyTo(AppState& state, std::vector<Effect>&) const {
  if (pane >= state.panes.size() || !LensOn(state)) return;
  RingsPane rings = RingsOf(state.panes[pane]);
  rings.lens = lens;
  state.panes[pane].kinds.Set(std::move(rings));
}

void LayersDrawn::ApplyTo(AppState& state, std::vector<Effect>&) const {
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr) return;
  const uint32_t in_tree = std::max(count, tree_layers);
  uint32_t layers_below = LayersOf(*view, state.panes[pane]);
  if (in_tree > count) {
    // How many rings the layers of the tree come to is not counted: those left out are taken to be a ring
    // each.
    const uint32_t left = LayersBelow(view->tree(), view->history.current().root);
    layers_below = has_more ? count + std::max(left, in_tree + 1) - in_tree : count;
  }
  RingsPane rings = RingsOf(state.panes[pane]);
  rings.drawn = {view->shown.tree, view->history.current().root,
                 view->metric,     RingsOf(*view),
                 rings.form,       count,
                 layers_below,     in_tree};
  state.panes[pane].kinds.Set(std::move(rings));
}

}  // namespace ringscope::action
