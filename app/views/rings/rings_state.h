#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/view/state/app_state.h"
#include "renderer/layout/view.h"

namespace ringscope {

// What rings keep in KindValues. Of a place in a view's history:
struct RingsPlace {
  RingMode mode = RingMode::kLength;
  uint32_t depth_limit = kAllLayers;
  bool compress_chains = false;
  RingSizing sizing = RingSizing::kPlain;
  // Of the view's tree: contexts whose chains are open all the same, the last one opened last.
  std::vector<ContextId> opened_chains;
  friend bool operator==(const RingsPlace&, const RingsPlace&) = default;
};

inline constexpr size_t kMostOpenedChains = 100;

// Of a pane:
struct RingsPane {
  ChartForm form = ChartForm::kRings;
  std::optional<Lens> lens;  // follows the pointer while the lens is on
  friend bool operator==(const RingsPane&, const RingsPane&) = default;
};

// What the last layout drew in a pane, and of what: says nothing once that is no longer what the pane shows.
struct DrawnLayers {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  RingsPlace place;
  ChartForm form = ChartForm::kRings;
  uint32_t layers = 0;        // the centre included
  uint32_t layers_below = 0;  // the view root's, drawn or not
  uint32_t tree_layers = 0;   // what is drawn: more than `layers` where chains are compressed
  friend bool operator==(const DrawnLayers&, const DrawnLayers&) = default;
};

// Of the window:
struct RingsWindow {
  bool lens_on = false;
  friend bool operator==(const RingsWindow&, const RingsWindow&) = default;
};

[[nodiscard]] inline const RingsPlace& RingsOf(const ViewPosition& position) {
  return position.places.Get<RingsPlace>();
}
[[nodiscard]] inline const RingsPlace& RingsOf(const ViewState& view) {
  return RingsOf(view.history.current());
}
[[nodiscard]] inline const RingsPane& RingsOf(const PaneState& pane) { return pane.kinds.Get<RingsPane>(); }
[[nodiscard]] inline bool LensOn(const AppState& state) { return state.kinds.Get<RingsWindow>().lens_on; }

// The same place shown in another way.
[[nodiscard]] ViewPosition WithRings(ViewPosition position, const RingsPlace& place);
[[nodiscard]] bool IsRings(const ViewState& view);
void SetForm(PaneState& pane, ChartForm form);

// What the last layout drew; all 0 where the pane shows something else by now.
[[nodiscard]] DrawnLayers DrawnIn(const ViewState& view, const PaneState& pane);

// What a pane's chart shall show; nothing for a pane that is not there or shows another kind.
[[nodiscard]] std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane);

}  // namespace ringscope
