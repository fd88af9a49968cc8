#include <algorithm>
#include <utility>

#include "app/view/panes/panes_actions.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps_actions.h"
#include "app/view/view_actions.h"
#include "app/view/view_kind.h"
#include "app/view/view_navigation.h"

namespace ringscope::action {
namespace {

struct Active {
  ViewState& view;
  const Cct& tree;
};

std::optional<Active> FindActive(AppState& state) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return Active{*view, view->tree()};
}

// A centre whose callees are one path for most of the layers shown looks like nothing: says how to go on.
void OfferBranch(AppState& state, const ViewState& view) {
  const auto offer_of = view.kind().offer;
  std::string offer = offer_of == nullptr ? std::string() : offer_of(state, view);
  if (!offer.empty()) SetNote(state, std::move(offer));
}

void MoveTo(AppState& state, const ViewRoot& root, Effects& effects) {
  const auto active = FindActive(state);
  if (!active || !IsValidRoot(active->tree, root)) return;
  const ViewPosition before = active->view.history.current();
  ViewPosition position = before;
  position.root = root;
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->enter != nullptr) kind->enter(before.root, position);
  }
  active->view.history.Push(position);
  if (position != before) active->view.selected = kNoContext;
  AfterMove(state, active->view, before, effects);
  if (position != before) OfferBranch(state, active->view);
}

template <typename Step>
void MoveInHistory(AppState& state, Effects& effects, Step step) {
  const auto active = FindActive(state);
  if (!active) return;
  const ViewPosition before = active->view.history.current();
  step(active->view.history);
  AfterMove(state, active->view, before, effects);
}

// kNoContext where there is none.
ContextId NeighbourOf(const Cct& tree, const ViewRoot& root, ContextId from, Walk to,
                      MetricIndex metric) {
  const ContextId caller = tree.ParentOf(from);
  switch (to) {
    case Walk::kCaller: {
      if (from != root.context) return caller;
      const auto above = CallerOf(tree, {from, {}});
      return above ? above->context : kNoContext;
    }
    case Walk::kCallee:
      return LargestOf(tree, from == root.context && root.is_run() ? root.run : tree.ChildrenOf(from),
                       metric);
    case Walk::kBefore:
    case Walk::kBehind:
      break;
  }
  if (caller == kNoContext) return kNoContext;
  const ContextRange siblings =
      caller == root.context && root.is_run() && root.run.contains(from) ? root.run : tree.ChildrenOf(caller);
  if (to == Walk::kBefore) return from > siblings.begin ? from - 1 : kNoContext;
  return from + 1 < siblings.end ? from + 1 : kNoContext;
}

}  // namespace

void AfterMove(AppState& state, ViewState& view, const ViewPosition& before, Effects& effects) {
  const ViewPosition& now = view.history.current();
  if (now == before) return;
  ForgetPointed(state, view);
  if (now.kind->remember != nullptr) now.kind->remember(before, now, state.settings);
  FollowLeader(state, view, now.root != before.root, effects);
}

void Do(AppState& state, const ZoomTo& zoom, Effects& effects) {
  MoveTo(state, {zoom.context, {}}, effects);
}

void Do(AppState& state, const OpenRest& open, Effects& effects) {
  MoveTo(state, open.root, effects);
}

void Do(AppState& state, const LeaveCenter&, Effects& effects) {
  const auto active = FindActive(state);
  if (!active) return;
  const ViewPosition before = active->view.history.current();
  if (IsOverallRoot(active->tree, before.root)) return;
  if (active->view.history.GoBackToOtherRoot()) {
    AfterMove(state, active->view, before, effects);
    return;
  }
  // Nothing was shown before (a view opened deep in the tree): outwards is the only way that makes sense.
  if (const auto caller = CallerOf(active->tree, before.root)) MoveTo(state, *caller, effects);
}

void Do(AppState& state, const GoBack&, Effects& effects) {
  MoveInHistory(state, effects, [](ViewHistory& history) { history.GoBack(); });
}

void Do(AppState& state, const GoForward&, Effects& effects) {
  MoveInHistory(state, effects, [](ViewHistory& history) { history.GoForward(); });
}

void Do(AppState& state, const GoToCaller&, Effects& effects) {
  const auto active = FindActive(state);
  if (!active) return;
  if (const auto caller = CallerOf(active->tree, active->view.history.current().root))
    MoveTo(state, *caller, effects);
}

void Do(AppState& state, const GoToWholeTree&, Effects& effects) {
  if (const auto active = FindActive(state)) MoveTo(state, TopRoot(active->tree), effects);
}

void Do(AppState& state, const SetKind& set, Effects& effects) {
  MoveInHistory(state, effects, [&](ViewHistory& history) {
    ViewPosition position = history.current();
    position.kind = set.kind;
    history.Push(position);
  });
}

void Do(AppState& state, const SetMetric& set, Effects& effects) {
  const auto active = FindActive(state);
  if (!active || set.metric >= active->tree.metric_count()) return;
  const bool was_made = std::exchange(active->view.angle.made, std::nullopt).has_value();
  if (set.metric == active->view.metric) {
    if (was_made) FollowLeader(state, active->view, false, effects);
    return;
  }
  active->view.metric = set.metric;
  ForgetPointed(state, active->view);
  RerunIfMetricMatters(state, active->view, effects);
  FollowLeader(state, active->view, false, effects);
}

void Do(AppState& state, const PointAt& point, Effects&) {
  ViewState* view = ViewOfPane(state, point.pane.value_or(state.active_pane));
  if (view == nullptr) return;
  if (point.pointed && point.pointed->context >= view->tree().context_count()) return;
  view->pointed = point.pointed;
  FollowPointer(state, *view);
}

void Do(AppState& state, const ChooseFunction& choose, Effects&) {
  const auto active = FindActive(state);
  if (!active || choose.frame >= active->tree.frames().size()) return;
  active->view.chosen_function = choose.frame;
  active->view.chosen_group.clear();
  active->view.hovered_function.reset();
}

void Do(AppState& state, const Unselect&, Effects& effects) {
  const auto active = FindActive(state);
  if (!active) return;
  active->view.selected = kNoContext;
  FollowLeader(state, active->view, false, effects);
}

void Do(AppState& state, const WalkTo& walk, Effects& effects) {
  const auto active = FindActive(state);
  const PaneState* pane = ActivePane(state);
  if (active && active->view.kind().walk != nullptr) return active->view.kind().walk(state, walk.to, effects);
  if (!active || pane == nullptr || active->view.kind().place_of == nullptr) return;
  ViewState& view = active->view;
  const Cct& tree = active->tree;
  const ViewRoot root = view.history.current().root;
  const bool is_below = view.selected < tree.context_count() && tree.IsWithin(view.selected, root.context);
  const bool is_sideways = walk.to == Walk::kBefore || walk.to == Walk::kBehind;
  if (!is_below && is_sideways) return;
  const ContextId from = is_below ? view.selected : root.context;
  const ContextId to = NeighbourOf(tree, root, from, walk.to, view.metric);
  if (to == kNoContext) return;
  const ViewPosition before = view.history.current();
  ViewPosition position = before;
  if (from == root.context && walk.to != Walk::kCallee) {
    // What lies beside the centre or above it can be seen from there only.
    position.root = {to, {}};
  } else if (walk.to == Walk::kCallee) {
    position = view.kind().place_of(view, *pane, to);
  }
  // Steps that follow each other are one of the history.
  view.history.PushTurn(position);
  AfterMove(state, view, before, effects);
  Do(state, Select{to}, effects);
}

void Do(AppState& state, const Select& select, Effects& effects) {
  const auto active = FindActive(state);
  if (!active || (select.context != kNoContext && select.context >= active->tree.context_count())) return;
  ViewState& view = active->view;
  view.selected = select.context;
  view.chosen_function.reset();
  view.chosen_group.clear();
  view.hovered_function.reset();
  // The user looks at what was selected, even away from the pointer, until the pointer moves.
  if (select.context != kNoContext && view.pointed && view.pointed->context != select.context) {
    ForgetPointed(state, view);
  }
  FollowLeader(state, active->view, false, effects);
}

}  // namespace ringscope::action
