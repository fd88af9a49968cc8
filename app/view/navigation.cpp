#include "app/view/navigation.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "app/view/command_tables.h"
#include "app/view/kind/view_kind.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"
#include "app/view/steps/steps.h"

namespace ringscope::action {
namespace {

// Notes the kind's advice how to go on, as below a centre whose callees are one path for most layers shown.
void OfferBranch(AppState& state, const ViewState& view) {
  const auto offer_of = view.kind().offer;
  std::string offer = offer_of == nullptr ? std::string() : offer_of(state, view);
  if (!offer.empty()) SetNote(state, std::move(offer));
}

void MoveTo(AppState& state, ViewState& view, const ViewRoot& root, Effects& effects) {
  if (!IsValidRoot(view.tree(), root)) return;
  const ViewPosition before = view.history.current();
  ViewPosition position = before;
  position.root = root;
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->enter != nullptr) kind->enter(before.root, position);
  }
  if (position != before) view.selected = kNoContext;
  GoTo(state, view, position, effects);
  if (position != before) OfferBranch(state, view);
}

void MoveInHistory(AppState& state, ViewState& view, void (ViewHistory::*step)(), Effects& effects) {
  const ViewPosition before = view.history.current();
  (view.history.*step)();
  AfterMove(state, view, before, effects);
  const StatusNote& note = state.note;
  if (view.history.current() != before && note.view == view.id && note.end == NoteEnd::kMovedOn)
    state.note = {.serial = note.serial};
}

// kNoContext if there is no such neighbour.
ContextId NeighbourOf(const Cct& tree, const ViewRoot& root, ContextId from, Walk to, MetricIndex metric) {
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

void GoTo(AppState& state, ViewState& view, const ViewPosition& position, Effects& effects,
          void (ViewHistory::*push)(const ViewPosition&)) {
  const ViewPosition before = view.history.current();
  (view.history.*push)(position);
  AfterMove(state, view, before, effects);
}

void Do(AppState& state, ViewState& view, const ZoomTo& zoom, Effects& effects) {
  MoveTo(state, view, {zoom.context, {}}, effects);
}

void Do(AppState& state, ViewState& view, const OpenRest& open, Effects& effects) {
  MoveTo(state, view, open.root, effects);
}

void Do(AppState& state, ViewState& view, const LeaveCenter&, Effects& effects) {
  const ViewPosition before = view.history.current();
  if (IsOverallRoot(view.tree(), before.root)) return;
  if (view.history.GoBackToOtherRoot()) {
    AfterMove(state, view, before, effects);
    return;
  }
  // A view that was opened deep in the tree has no earlier root: goes outwards.
  if (const auto caller = CallerOf(view.tree(), before.root)) MoveTo(state, view, *caller, effects);
}

void Do(AppState& state, ViewState& view, const GoBack&, Effects& effects) {
  MoveInHistory(state, view, &ViewHistory::GoBack, effects);
}

void Do(AppState& state, ViewState& view, const GoForward&, Effects& effects) {
  MoveInHistory(state, view, &ViewHistory::GoForward, effects);
}

void Do(AppState& state, ViewState& view, const GoToCaller&, Effects& effects) {
  if (const auto caller = CallerOf(view.tree(), view.history.current().root))
    MoveTo(state, view, *caller, effects);
}

void Do(AppState& state, ViewState& view, const GoToWholeTree&, Effects& effects) {
  MoveTo(state, view, TopRoot(view.tree()), effects);
}

void Do(AppState& state, ViewState& view, const SetKind& set, Effects& effects) {
  ViewPosition position = view.history.current();
  position.kind = set.kind;
  GoTo(state, view, position, effects);
}

void Do(AppState& state, ViewState& view, const SetMetric& set, Effects& effects) {
  if (set.metric >= view.tree().metric_count()) return;
  const bool was_made = std::exchange(view.angle.made, std::nullopt).has_value();
  if (set.metric == view.metric) {
    if (was_made) FollowLeader(state, view, false, effects);
    return;
  }
  view.metric = set.metric;
  ForgetPointed(state, view);
  RerunIfMetricMatters(state, view, effects);
  FollowLeader(state, view, false, effects);
}

void Do(AppState& state, const PointAt& point, Effects&) {
  ViewState* view = ViewOfPane(state, point.pane.value_or(state.active_pane));
  if (view == nullptr) return;
  if (point.pointed && point.pointed->context >= view->tree().context_count()) return;
  view->pointed = point.pointed;
  FollowPointer(state, *view);
}

void Do(AppState&, ViewState& view, const ChooseFunction& choose, Effects&) {
  if (choose.frame >= view.tree().frames().size()) return;
  view.chosen_function = choose.frame;
  view.chosen_group.clear();
  view.hovered_function.reset();
}

void Do(AppState& state, ViewState& view, const Unselect&, Effects& effects) {
  view.selected = kNoContext;
  FollowLeader(state, view, false, effects);
}

void Do(AppState& state, ViewState& view, const WalkTo& walk, Effects& effects) {
  const PaneState* pane = ActivePane(state);
  if (view.kind().walk != nullptr) return view.kind().walk(state, walk.to, effects);
  if (pane == nullptr || view.kind().place_of == nullptr) return;
  const Cct& tree = view.tree();
  const ViewRoot root = view.history.current().root;
  const bool is_below = view.selected < tree.context_count() && tree.IsWithin(view.selected, root.context);
  const bool is_sideways = walk.to == Walk::kBefore || walk.to == Walk::kBehind;
  if (!is_below && is_sideways) return;
  const ContextId from = is_below ? view.selected : root.context;
  const ContextId to = NeighbourOf(tree, root, from, walk.to, view.metric);
  if (to == kNoContext) return;
  ViewPosition position = view.history.current();
  if (from == root.context && walk.to != Walk::kCallee) {
    // A sibling or caller of the centre can be seen only if it is the centre.
    position.root = {to, {}};
  } else if (walk.to == Walk::kCallee) {
    position = view.kind().place_of(view, *pane, to);
  }
  // Consecutive walks are one step of the history.
  GoTo(state, view, position, effects, &ViewHistory::PushTurn);
  Do(state, Select{to}, effects);
}

void Do(AppState& state, ViewState& view, const Select& select, Effects& effects) {
  if (select.context != kNoContext && select.context >= view.tree().context_count()) return;
  view.selected = select.context;
  view.chosen_function.reset();
  view.chosen_group.clear();
  view.hovered_function.reset();
  // Details are about the selected context, even away from the pointer, until the pointer moves.
  if (select.context != kNoContext && view.pointed && view.pointed->context != select.context) {
    ForgetPointed(state, view);
  }
  FollowLeader(state, view, false, effects);
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

ContextId FindChild(const Cct& tree, ContextId parent, const Frame& frame) {
  const ContextRange children = tree.ChildrenOf(parent);
  for (ContextId child = children.begin; child < children.end; ++child) {
    if (tree.FrameAt(child) == frame) return child;
  }
  return kNoContext;
}

}  // namespace

ViewRoot WholeTreeRoot(const Cct& tree) { return {tree.NaturalViewRoot(), {}}; }

ViewRoot TopRoot(const Cct& tree) {
  const ContextRange top = tree.ChildrenOf(kRootContext);
  return {top.size() == 1 ? top.begin : kRootContext, {}};
}

uint32_t CallersAbove(const Cct& tree, ContextId context) {
  const uint32_t layer = tree.LayerOf(context);
  return layer == 0 ? 0 : layer - 1;
}

bool IsOverallRoot(const Cct& tree, const ViewRoot& root) {
  return !root.is_run() && tree.IsWithin(tree.NaturalViewRoot(), root.context);
}

std::optional<SinglePath> PathToBranch(const Cct& tree, const ViewRoot& root, MetricIndex metric,
                                       double least_share) {
  if (root.is_run() || root.context >= tree.context_count() || metric >= tree.metric_count())
    return std::nullopt;
  const auto whole = static_cast<double>(tree.Inclusive(root.context, metric));
  if (whole <= 0) return std::nullopt;
  const auto share_of = [&](ContextId context) {
    return static_cast<double>(tree.Inclusive(context, metric)) / whole;
  };
  SinglePath path{root.context, 0, 1};
  for (;;) {
    // The first callee is the largest by the first metric; if it is not in this metric, the path branches.
    const ContextRange callees = tree.ChildrenOf(path.end);
    if (callees.empty()) return std::nullopt;
    const double share = share_of(callees.begin);
    if (share < least_share) break;
    path = {callees.begin, path.layers + 1, share};
  }
  // A path that loses its cost little by little, as in a deep recursion, has no branch.
  constexpr double kLittleLoss = 0.95;
  const ContextId next = tree.ChildrenOf(path.end).begin;
  const auto left = static_cast<double>(tree.Inclusive(next, metric));
  const double kept = std::max(least_share, kLittleLoss);
  if (path.layers == 0 || left >= kept * static_cast<double>(tree.Inclusive(path.end, metric)))
    return std::nullopt;
  return path;
}

bool HidesTheRest(const Cct& tree, const SinglePath& path, uint32_t depth_limit) {
  constexpr uint32_t kFewLayers = 8;
  return path.layers >= kFewLayers && 2 * uint64_t{path.layers} >= std::min(depth_limit, tree.layer_count());
}

std::optional<ViewRoot> CallerOf(const Cct& tree, const ViewRoot& root) {
  if (root.is_run()) return ViewRoot{root.context, {}};
  const ContextId caller = tree.ParentOf(root.context);
  if (caller == kNoContext) return std::nullopt;
  if (caller == kRootContext && tree.ChildrenOf(kRootContext).size() == 1) return std::nullopt;
  return ViewRoot{caller, {}};
}

ContextId LargestOf(const Cct& tree, ContextRange siblings, MetricIndex metric) {
  ContextId largest = siblings.empty() ? kNoContext : siblings.begin;
  if (metric == 0) return largest;  // siblings are in its order
  for (ContextId one = siblings.begin; one < siblings.end; ++one) {
    if (tree.Inclusive(one, metric) > tree.Inclusive(largest, metric)) largest = one;
  }
  return largest;
}

bool IsValidRoot(const Cct& tree, const ViewRoot& root) {
  if (root.context >= tree.context_count()) return false;
  if (!root.is_run()) return true;
  const ContextRange children = tree.ChildrenOf(root.context);
  return children.begin <= root.run.begin && root.run.begin < root.run.end && root.run.end <= children.end;
}

ContextId FindCounterpart(const Cct& from, ContextId context, const Cct& to) {
  ContextId found = kRootContext;
  for (const ContextId step : from.PathTo(context)) {
    // Transforms remove frames from paths: a frame without a match is skipped, and the others lead on.
    const ContextId child = FindChild(to, found, from.FrameAt(step));
    if (child != kNoContext) found = child;
  }
  return found == kRootContext ? to.NaturalViewRoot() : found;
}

ContextId FindExactCounterpart(const Cct& from, ContextId context, const Cct& to) {
  const ContextId found = FindCounterpart(from, context, to);
  return to.FrameAt(found) == from.FrameAt(context) ? found : kNoContext;
}

std::vector<ContextId> FindCounterparts(const Cct& from, std::span<const ContextId> contexts, const Cct& to,
                                        uint64_t budget) {
  // The nearest counterpart of each context on the paths so far.
  std::unordered_map<ContextId, ContextId> nearest{{kRootContext, kRootContext}};
  std::vector<ContextId> found, way;
  for (const ContextId context : contexts) {
    way.clear();
    ContextId at = context;
    for (; at != kNoContext && !nearest.contains(at); at = from.ParentOf(at)) way.push_back(at);
    if (at == kNoContext) continue;
    ContextId place = nearest[at];
    while (!way.empty()) {
      const uint64_t cost = uint64_t{to.ChildrenOf(place).size()} + 1;
      if (cost > budget) break;
      budget -= cost;
      const ContextId child = FindChild(to, place, from.FrameAt(way.back()));
      if (child != kNoContext) place = child;
      nearest.emplace(way.back(), place);
      way.pop_back();
    }
    if (!way.empty()) break;
    if (place == kRootContext) place = to.NaturalViewRoot();
    if (to.FrameAt(place) == from.FrameAt(context)) found.push_back(place);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace ringscope

namespace ringscope::command {
namespace {

Maybe Back(const ViewState& view) {
  if (!view.history.can_go_back()) return std::nullopt;
  return action::GoBack{};
}

Maybe Forward(const ViewState& view) {
  if (!view.history.can_go_forward()) return std::nullopt;
  return action::GoForward{};
}

Maybe ToCaller(const ViewState& view) {
  if (!CallerOf(view.tree(), view.history.current().root)) return std::nullopt;
  return action::GoToCaller{};
}

Maybe WholeTree(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  if (const auto fit = view->kind().fit) {
    if (Maybe action = fit(state)) return action;
  }
  if (view->history.current().root == TopRoot(view->tree())) return std::nullopt;
  return action::GoToWholeTree{};
}

Maybe MakeCentre(const ViewState& view) {
  const ContextId subject = SubjectOf(view).context;
  if (subject == kNoContext || subject == view.history.current().root.context) return std::nullopt;
  return action::ZoomTo{subject};
}

std::string WhyNotCentre(const ViewState& view) {
  const CommandSubject subject = SubjectOf(view);
  if (subject.empty()) return NoSubjectText(view);
  if (subject.context == kNoContext) return "This is in many contexts: point at one of them, or select it";
  return "It is the centre already";
}

Maybe ToBranch(const ViewState& view) {
  const auto path = PathToBranch(view.tree(), view.history.current().root, view.metric, kMostShare);
  if (!path) return std::nullopt;
  return action::ZoomTo{path->end};
}

constexpr std::string_view kMovingGroup = "Moving";

constexpr std::array kMovingCommands{
    Command{"view.back", kMovingGroup, "Back", "Alt+Left, Mouse4", OfView<Back>},
    Command{"view.forward", kMovingGroup, "Forward", "Alt+Right, Mouse5", OfView<Forward>},
    Command{"view.caller", kMovingGroup, "To the caller", "Alt+Up, Mouse3", OfView<ToCaller>},
    Command{"view.whole-tree", kMovingGroup, "Whole tree", "0, Home", WholeTree},
    Command{"view.branch", kMovingGroup, "Down to where it branches", "Shift+Home", OfView<ToBranch>, false,
            nullptr,
            [](State state) {
              return std::string(ActiveView(state) == nullptr ? "" : "The centre branches already");
            }},
    Command{"view.walk-caller", kMovingGroup, "Select the caller", "Up",
            InView<action::WalkTo, action::Walk::kCaller>},
    Command{"view.walk-callee", kMovingGroup, "Select the largest callee", "Down",
            InView<action::WalkTo, action::Walk::kCallee>},
    Command{"view.walk-before", kMovingGroup, "Select the sibling before", "Left",
            InView<action::WalkTo, action::Walk::kBefore>},
    Command{"view.walk-behind", kMovingGroup, "Select the sibling behind", "Right",
            InView<action::WalkTo, action::Walk::kBehind>},
    Command{"view.centre", kMovingGroup, "Make it the centre", "Alt+Down", OfView<MakeCentre>, false, nullptr,
            OfView<WhyNotCentre>},
};

}  // namespace

std::span<const Command> Moving() { return kMovingCommands; }

}  // namespace ringscope::command
