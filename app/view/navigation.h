#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope::action {

struct ZoomTo {
  ContextId context = kRootContext;
};
// Makes a run of siblings share the whole circle.
struct OpenRest {
  ViewRoot root;
};
// A click on the centre: goes to the view root before this one.
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
  std::optional<size_t> pane;  // where the pointer is; by default the active pane
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
// Selects a neighbour of the selected context, else of the centre, and goes to where it can be seen.
struct WalkTo {
  Walk to = Walk::kCallee;
};
// Clears the selection; the choice in a table stays.
struct Unselect {};
// Chooses a function, without a context: all its contexts light up.
struct ChooseFunction {
  FrameId frame = 0;
};

void Do(AppState& state, ViewState& view, const ZoomTo& zoom, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenRest& open, Effects& effects);
void Do(AppState& state, ViewState& view, const LeaveCenter& leave, Effects& effects);
void Do(AppState& state, ViewState& view, const GoBack& back, Effects& effects);
void Do(AppState& state, ViewState& view, const GoForward& forward, Effects& effects);
void Do(AppState& state, ViewState& view, const GoToCaller& go, Effects& effects);
void Do(AppState& state, ViewState& view, const GoToWholeTree& go, Effects& effects);
void Do(AppState& state, ViewState& view, const SetKind& set, Effects& effects);
void Do(AppState& state, ViewState& view, const SetMetric& set, Effects& effects);
void Do(AppState& state, const PointAt& point, Effects& effects);
void Do(AppState& state, ViewState& view, const Select& select, Effects& effects);
void Do(AppState& state, ViewState& view, const Unselect& unselect, Effects& effects);
void Do(AppState& state, ViewState& view, const WalkTo& walk, Effects& effects);
void Do(AppState& state, ViewState& view, const ChooseFunction& choose, Effects& effects);

// Shows another place as a step of the view's history, pushed by `push`.
void GoTo(AppState& state, ViewState& view, const ViewPosition& position, Effects& effects,
          void (ViewHistory::*push)(const ViewPosition&) = &ViewHistory::Push);
// Call after a view went from `before` to its present place: forgets the pointed context, remembers the place
// for new views, and makes other panes follow.
void AfterMove(AppState& state, ViewState& view, const ViewPosition& before, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// The view root a profile opens with. The contexts above are one path with the same cost.
[[nodiscard]] ViewRoot WholeTreeRoot(const Cct& tree);

// The first layer: the synthetic root, or the only context below it.
[[nodiscard]] ViewRoot TopRoot(const Cct& tree);

// The number of contexts that call this one, directly or not, without the synthetic root.
[[nodiscard]] uint32_t CallersAbove(const Cct& tree, ContextId context);

// Whether `root` is the whole tree's root or one of its callers: going outwards would show no more.
[[nodiscard]] bool IsOverallRoot(const Cct& tree, const ViewRoot& root);

// The way down from a view root that is one path so far: every context on the way has one callee that holds
// most of the view root's cost, or nearly all of it.
struct SinglePath {
  ContextId end = kNoContext;  // where it branches
  uint32_t layers = 0;         // from the view root to the end
  double share = 1;            // of the view root's cost that the end holds
};
// std::nullopt if the view root branches itself, or if the path ends or loses its cost without branching.
// `least_share`: the part of the view root's cost that each callee must hold. O(layers).
[[nodiscard]] std::optional<SinglePath> PathToBranch(const Cct& tree, const ViewRoot& root,
                                                     MetricIndex metric, double least_share);
// Values of `least_share`: for commands, which may pass small branches; and for opening a profile, which may
// pass only negligible ones.
inline constexpr double kMostShare = 0.8, kNearlyWholeShare = 0.99;

// Whether a path takes so many of the layers shown that little else can be seen.
[[nodiscard]] bool HidesTheRest(const Cct& tree, const SinglePath& path, uint32_t depth_limit);

// One step towards the callers: from an opened run to the caller of its contexts, from a context to its
// caller. std::nullopt at the top; a synthetic root above a single context does not count as a caller.
[[nodiscard]] std::optional<ViewRoot> CallerOf(const Cct& tree, const ViewRoot& root);

// The context of the largest inclusive value, the first of equals; kNoContext if `siblings` is empty.
// O(siblings), of the first metric O(1).
[[nodiscard]] ContextId LargestOf(const Cct& tree, ContextRange siblings, MetricIndex metric);

// Whether a root can be shown: it lies inside the tree, and a run consists of children of its context.
[[nodiscard]] bool IsValidRoot(const Cct& tree, const ViewRoot& root);

// The context with the same call path in another tree, skipping frames that the other tree lacks (threads,
// hidden frames, callers above a focus); else the nearest caller that exists there, else the natural view
// root. Keeps the place across transforms and reloading.
[[nodiscard]] ContextId FindCounterpart(const Cct& from, ContextId context, const Cct& to);
// FindCounterpart(), but kNoContext if the found context has another frame.
[[nodiscard]] ContextId FindExactCounterpart(const Cct& from, ContextId context, const Cct& to);

// FindExactCounterpart() of many contexts at once, given and returned in ascending order, without those that
// have no counterpart. Looks at no more than `budget` contexts of `to`, and leaves out the rest.
[[nodiscard]] std::vector<ContextId> FindCounterparts(const Cct& from, std::span<const ContextId> contexts,
                                                      const Cct& to, uint64_t budget);

}  // namespace ringscope
