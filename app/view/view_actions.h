#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

struct ZoomTo {
  ContextId context = kRootContext;
};
// A run of siblings shares the whole circle.
struct OpenRest {
  ViewRoot root;
};
// Click on the centre: the view root before this one.
struct LeaveCenter {};
struct GoBack {};
struct GoForward {};
struct GoToCaller {};
struct GoToWholeTree {};
// The active view becomes one of that kind.
struct SetKind {
  const ViewKind* kind = DefaultViewKind();
};
struct SetMetric {
  MetricIndex metric = 0;
};
struct PointAt {
  std::optional<Pointed> pointed;
  std::optional<size_t> pane;  // where; the active one by default
};
struct Select {
  ContextId context = kNoContext;
};
enum class Walk : uint8_t {
  kCaller,
  kCallee,  // the largest
  kBefore,  // siblings, in drawing order
  kBehind,
};
// Selects the neighbour of the selected context, else of the centre, and goes to where it can be seen.
struct WalkTo {
  Walk to = Walk::kCallee;
};
// Nothing is selected any more; what was chosen in a table stays.
struct Unselect {};
// Lights up all contexts of its function.
struct ChooseFunction {
  FrameId frame = 0;
};

void Do(AppState& state, const ZoomTo& zoom, Effects& effects);
void Do(AppState& state, const OpenRest& open, Effects& effects);
void Do(AppState& state, const LeaveCenter& leave, Effects& effects);
void Do(AppState& state, const GoBack& back, Effects& effects);
void Do(AppState& state, const GoForward& forward, Effects& effects);
void Do(AppState& state, const GoToCaller& go, Effects& effects);
void Do(AppState& state, const GoToWholeTree& go, Effects& effects);
void Do(AppState& state, const SetKind& set, Effects& effects);
void Do(AppState& state, const SetMetric& set, Effects& effects);
void Do(AppState& state, const PointAt& point, Effects& effects);
void Do(AppState& state, const Select& select, Effects& effects);
void Do(AppState& state, const Unselect& unselect, Effects& effects);
void Do(AppState& state, const WalkTo& walk, Effects& effects);
void Do(AppState& state, const ChooseFunction& choose, Effects& effects);

// After a view went from `before` to where it is, whichever way: what was pointed at lies elsewhere, and
// counts are of another subtree.
void AfterMove(AppState& state, ViewState& view, const ViewPosition& before, Effects& effects);

}  // namespace ringscope::action
