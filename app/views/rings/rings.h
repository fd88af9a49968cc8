#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The rings' value of a place in a view's history, see KindValues.
struct RingsPlace {
  RingMode mode = RingMode::kLength;
  uint32_t depth_limit = kAllLayers;
  bool compress_chains = false;
  RingSizing sizing = RingSizing::kPlain;
  // Contexts of the view's tree whose chains are open although chains are compressed, the last opened last.
  std::vector<ContextId> opened_chains;
  DetailPlace detail = DetailPlace::kNone;
  ViewRoot detail_root;     // of the detail, if there is one
  std::string detail_path;  // in a saved view only: the call path of `detail_root`, in its place
  friend bool operator==(const RingsPlace&, const RingsPlace&) = default;
};

inline constexpr size_t kMostOpenedChains = 100;

// A value of a pane.
struct RingsPane {
  ChartForm form = ChartForm::kRings;
  std::optional<Lens> lens;  // follows the pointer while the lens is on
  friend bool operator==(const RingsPane&, const RingsPane&) = default;
};

// A value of a pane: how the wheel changed its chart. It counts only while the pane shows the same tree,
// root, place and form.
struct RingsWheel {
  const Cct* tree = nullptr;  // only to be compared
  ViewRoot root;
  RingsPlace place;
  ChartForm form = ChartForm::kRings;
  std::vector<float> held_edges;  // see ViewSpec
  std::optional<Lens> lens;       // does not follow the pointer
  friend bool operator==(const RingsWheel&, const RingsWheel&) = default;
};

// The layers that the last layout drew in a pane, and its inputs, see DrawnIn().
struct DrawnLayers {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  RingsPlace place;
  ChartForm form = ChartForm::kRings;
  uint32_t layers = 0;        // the centre included
  uint32_t layers_below = 0;  // below the view root, drawn or not
  uint32_t tree_layers = 0;   // the drawn layers of the tree: more than `layers` if chains are compressed
  friend bool operator==(const DrawnLayers&, const DrawnLayers&) = default;
};

// A value of the window.
struct RingsWindow {
  bool lens_on = false;
  bool hides_other_form = false;  // the chart in the other form is closed until rings are shown again
  bool wheel_told = false;        // see TellWheel
};

[[nodiscard]] inline const RingsPlace& RingsOf(const ViewPosition& position) {
  return position.places.Get<RingsPlace>();
}
[[nodiscard]] inline const RingsPlace& RingsOf(const ViewState& view) {
  return RingsOf(view.history.current());
}
[[nodiscard]] inline const RingsPane& RingsOf(const PaneState& pane) { return pane.kinds.Get<RingsPane>(); }
[[nodiscard]] inline bool LensOn(const AppState& state) { return state.slots.Get<RingsWindow>().lens_on; }

// The position with another value of the rings.
[[nodiscard]] ViewPosition WithRings(ViewPosition position, const RingsPlace& place);
[[nodiscard]] bool IsRings(const ViewState& view);
void SetForm(PaneState& pane, ChartForm form);

// The layers that the last layout drew; all 0 if the pane shows something else by now.
[[nodiscard]] DrawnLayers DrawnIn(const ViewState& view, const PaneState& pane);

// The input of a pane's layout; std::nullopt if the pane does not exist or shows another kind.
[[nodiscard]] std::optional<ViewSpec> PaneSpec(const AppState& state, size_t pane);

}  // namespace ringscope

namespace ringscope::action {

struct SetMode {
  RingMode mode = RingMode::kLength;
};
struct SetDepth {
  uint32_t depth_limit = kAllLayers;
};
// Shows more layers (positive) or fewer, by turns of the wheel.
struct ChangeDepth {
  int steps = 0;
  std::vector<float> held_edges = {};  // of the active pane; see ViewSpec
};
// Enlarges the chart of the active pane until it shows another place.
struct Enlarge {
  std::optional<Lens> lens;
};
// Tells once in a session what the wheel does.
struct TellWheel {};
// Changes the form of the active pane. A view of another kind becomes rings.
struct SetForm {
  ChartForm form = ChartForm::kRings;
};
// Shows the active view a second time, in the other form.
struct ShowOtherForm {};
struct ShowLens {
  bool on = true;
};
struct MoveLens {
  size_t pane = 0;
  std::optional<Lens> lens;
};
struct SizeRings {
  RingSizing sizing = RingSizing::kReadable;
};
// Draws a part of the view a second time beside the view. The centre itself, contexts outside it, and
// DetailPlace::kNone end the detail.
struct ShowDetail {
  Detail detail;
};
// Draws one ring for a path of single callees without self cost. Closes opened chains.
struct CompressChains {
  bool on = true;
};
// Draws the chain of a context ring by ring; Back closes it.
struct OpenChain {
  ContextId context = kNoContext;
  size_t calls = 0;  // of the chain, for the status line
};

void Do(AppState& state, ViewState& view, const SetMode& set, Effects& effects);
void Do(AppState& state, ViewState& view, const SetDepth& set, Effects& effects);
void Do(AppState& state, ViewState& view, const ChangeDepth& change, Effects& effects);
void Do(AppState& state, ViewState& view, const Enlarge& enlarge, Effects& effects);
void Do(AppState& state, const TellWheel& tell, Effects& effects);
void Do(AppState& state, const SetForm& set, Effects& effects);
void Do(AppState& state, ViewState& view, const ShowOtherForm& show, Effects& effects);
void Do(AppState& state, const ShowLens& show, Effects& effects);
void Do(AppState& state, const MoveLens& move, Effects& effects);
void Do(AppState& state, ViewState& view, const SizeRings& size, Effects& effects);
void Do(AppState& state, ViewState& view, const CompressChains& compress, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenChain& open, Effects& effects);
void Do(AppState& state, ViewState& view, const ShowDetail& show, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::rings {

// The kind that shows rings around a centre, an icicle of rows, or a treemap of boxes.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::rings

namespace ringscope {

// The width of a box of this height in the lower left corner that hides no piece of a chart of rings.
[[nodiscard]] float FreeWidth(const ArcBatch& batch, float height_px);

// The strip beside a pane's chart for the legend: below an icicle and a treemap, which have no free corner,
// and at the left of rings in the colours of a difference. Other rings have no strip, because their corners
// are free.
[[nodiscard]] PaneStrips LegendStrips(const AppState& state, size_t pane);

}  // namespace ringscope
