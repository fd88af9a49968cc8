#include "app/views/rings/rings_state.h"

#include <utility>

#include "app/view/difference/angle.h"
#include "app/views/rings/rings_kind.h"

namespace ringscope {

ViewPosition WithRings(ViewPosition position, const RingsPlace& place) {
  position.places.Set(place);
  return position;
}

bool IsRings(const ViewState& view) { return &view.kind() == &rings::Kind(); }

void SetForm(PaneState& pane, ChartForm form) {
  RingsPane rings = RingsOf(pane);
  rings.form = form;
  pane.kinds.Set(std::move(rings));
}

DrawnLayers DrawnIn(const ViewState& view, const PaneState& pane) {
  const auto& drawn = pane.measured.Get<DrawnLayers>();
  const bool is_shown = drawn.tree == view.shown.tree && drawn.root == view.history.current().root &&
                        drawn.metric == view.metric && drawn.place == RingsOf(view) &&
                        drawn.form == RingsOf(pane).form;
  return is_shown ? drawn : DrawnLayers{};
}

namespace {

// Many threads leave each too little of the ring for a name along it: the ring is thick enough for names across it.
constexpr float kThreadRingPx = 72;

bool IsRingOfManyThreads(const AppState& state, const ViewState& view) {
  constexpr uint32_t kMany = 8;
  const DocumentState* document = FindDocument(state, view.document);
  return document != nullptr && document->has_thread_ring && !ThreadsMerged(view) &&
         view.history.current().root == ViewRoot{} && view.tree().ChildrenOf(kRootContext).size() >= kMany;
}

}  // namespace

std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane) {
  const ViewState* view = ViewOfPane(state, pane);
  if (view == nullptr || !IsRings(*view)) return std::nullopt;
  const RingsPane& rings = RingsOf(state.panes[pane]);
  ViewSpec spec;
  const DrawnAngle drawn = DrawnAngleOf(*view);
  spec.metric = drawn.metric;
  spec.whole = drawn.whole;
  spec.mode = RingsOf(*view).mode;
  spec.form = rings.form;
  spec.root = view->history.current().root;
  spec.depth_limit = RingsOf(*view).depth_limit;
  spec.width_px = state.panes[pane].width_px;
  spec.height_px = state.panes[pane].height_px;
  spec.lens = rings.lens;
  spec.ring_sizing = RingsOf(*view).sizing;
  if (IsRingOfManyThreads(state, *view)) spec.first_ring_px = kThreadRingPx;
  spec.compress_chains = RingsOf(*view).compress_chains;
  spec.opened_chains = RingsOf(*view).opened_chains;
  return spec;
}

}  // namespace ringscope
