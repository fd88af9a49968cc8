#include "app/view/panes/panes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/colors/colors.h"
#include "app/view/command_tables.h"
#include "app/view/difference/angle.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/steps.h"

namespace ringscope::action {
namespace {

// Shows the view in the active pane, and in panes that showed the same view in another form.
void ShowInActivePane(AppState& state, ViewId id) {
  if (ViewState* view = ActiveView(state)) ForgetPointed(state, *view);
  if (state.panes.empty()) {
    state.panes.emplace_back();
    state.active_pane = 0;
  }
  PaneState& active = state.panes[state.active_pane];
  for (PaneState& pane : state.panes)
    if (pane.view == active.view && !(pane.kinds == active.kinds)) pane.view = id;
  active.view = id;
}

// The views of the panes that do not show `leader`, each once; empty unless panes are linked.
std::vector<ViewState*> FollowersOf(AppState& state, const ViewState& leader) {
  std::vector<ViewState*> followers;
  if (!state.linked) return followers;
  for (const PaneState& pane : state.panes) {
    ViewState* view = FindView(state, pane.view);
    if (view == nullptr || view->id == leader.id) continue;
    if (std::ranges::find(followers, view) == followers.end()) followers.push_back(view);
  }
  return followers;
}

// The follower's metric of the same name as the leader's; if its tree lacks that, its own.
MetricIndex SameMetric(const ViewState& leader, const ViewState& follower) {
  const auto metrics = follower.tree().metrics();
  const auto same = std::ranges::find(metrics, leader.tree().metrics()[leader.metric].name, &Metric::name);
  return same == metrics.end() ? follower.metric : static_cast<MetricIndex>(same - metrics.begin());
}

ContextId Counterpart(const ViewState& leader, ContextId context, const ViewState& follower) {
  if (context == kNoContext) return kNoContext;
  if (leader.shown.tree == follower.shown.tree) return context;
  return FindExactCounterpart(leader.tree(), context, follower.tree());
}

// The root to which the follower goes with the leader; std::nullopt if the trees share no frame on the path
// to the leader's root. O(layers log n).
std::optional<ViewRoot> CounterpartRoot(const ViewState& leader, const ViewState& follower) {
  const ViewRoot& root = leader.history.current().root;
  const Cct& from = leader.tree();
  const Cct& to = follower.tree();
  if (leader.shown.tree == follower.shown.tree) return root;
  if (IsOverallRoot(from, root)) return WholeTreeRoot(to);
  const ContextId found = FindCounterpart(from, root.context, to);
  if (found == kRootContext) return std::nullopt;
  // FindCounterpart() returns the natural view root without any match: the root found has to be on the path.
  const std::vector<ContextId> way = from.PathTo(root.context);
  const bool shared =
      std::ranges::any_of(way, [&](ContextId step) { return from.FrameAt(step) == to.FrameAt(found); });
  if (!shared) return std::nullopt;
  return ViewRoot{found, {}};
}

// Says where the follower is if its tree has no exact counterpart of the leader's centre. O(layers log n).
std::string NotFollowedText(const ViewState& leader, const ViewState& follower,
                            const std::optional<ViewRoot>& found) {
  constexpr size_t kMaxNameBytes = 60;
  const ViewRoot& root = leader.history.current().root;
  if (leader.shown.tree == follower.shown.tree || IsOverallRoot(leader.tree(), root)) return {};
  if (FindExactCounterpart(leader.tree(), root.context, follower.tree()) != kNoContext) return {};
  const std::string name = ContextName(leader.tree(), root.context, kMaxNameBytes);
  if (!found) return fmt::format("{} is not in this profile", name);
  return fmt::format("{} is not here: this is {}", name,
                     ContextName(follower.tree(), found->context, kMaxNameBytes));
}

void Follow(AppState& state, const ViewState& leader, ViewState& follower, bool moved, Effects& effects) {
  const ViewPosition before = follower.history.current();
  ViewPosition position = leader.history.current();
  position.root = before.root;
  position.kind = before.kind;
  if (leader.shown.tree != follower.shown.tree) LeaveTree(position);
  if (moved) {
    const std::optional<ViewRoot> found = CounterpartRoot(leader, follower);
    position.root = found.value_or(before.root);
    follower.not_followed = NotFollowedText(leader, follower, found);
  }
  follower.history.Push(position);
  follower.color = ColorLike(leader, follower);
  // Only views of the same kind of profile (comparison, fleet) share the angle.
  if (ComparesSides(leader) == ComparesSides(follower) && DrawsMembers(leader) == DrawsMembers(follower)) {
    follower.angle.made = leader.angle.made;
    follower.angle.by_share = leader.angle.by_share;
  }
  follower.selected = Counterpart(leader, leader.selected, follower);
  const MetricIndex metric = SameMetric(leader, follower);
  const bool metric_changed = std::exchange(follower.metric, metric) != metric;
  if (metric_changed) RerunIfMetricMatters(state, follower, effects);
}

}  // namespace

ViewId AddDocumentView(AppState& state, const DocumentState& document) {
  ViewState view;
  view.document = document.id;
  view.shown = document.opened;
  view.color = ColorFor(state.settings, view.tree(), state.settings.color);
  ViewPosition position{.root = WholeTreeRoot(view.tree()), .places = {}};
  for (const ViewKind* kind : ViewKinds())
    if (kind->begin != nullptr) kind->begin(state.settings, position);
  view.history = ViewHistory(position);
  view.id = state.next_view++;
  const ViewId id = view.id;
  const auto after = std::ranges::find_if(state.views, [&](const ViewState& other) {
    const DocumentState* owner = FindDocument(state, other.document);
    return owner != nullptr && owner->asked_by > document.asked_by;
  });
  state.views.insert(after, std::move(view));
  return id;
}

void OpenView(AppState& state, const DocumentState& document) {
  ShowInActivePane(state, AddDocumentView(state, document));
}

void CancelJobsOf(AppState& state, DocumentId document, Effects& effects, JobId except) {
  for (JobState& job : state.jobs) {
    if (job.document == document && job.id != except && !job.is_task) EndJob(job, effects);
  }
}

void RefreshTitles(AppState& state) {
  std::vector<std::filesystem::path> paths;
  for (const DocumentState& document : state.documents) paths.push_back(document.path);
  const std::vector<std::string> titles = DistinctTitles(paths);
  for (size_t i = 0; i < titles.size(); ++i) state.documents[i].title = titles[i];
}

void DropOrphanedPanes(AppState& state) {
  const auto gone = [&](ViewId id) { return FindView(state, id) == nullptr; };
  if (state.views.empty()) {
    state.panes.clear();
    state.active_pane = 0;
    return;
  }
  // The last pane stays, and shows another view.
  while (state.panes.size() > 1) {
    const auto orphan =
        std::ranges::find_if(state.panes, [&](const PaneState& pane) { return gone(pane.view); });
    if (orphan == state.panes.end()) break;
    Effects none;
    Do(state, ClosePane{static_cast<size_t>(orphan - state.panes.begin())}, none);
  }
  for (PaneState& pane : state.panes)
    if (gone(pane.view)) pane.view = state.views.back().id;
}

void FollowLeader(AppState& state, const ViewState& leader, bool moved, Effects& effects) {
  if (ViewState* view = FindView(state, leader.id); moved && view != nullptr) view->not_followed.clear();
  for (ViewState* follower : FollowersOf(state, leader)) Follow(state, leader, *follower, moved, effects);
}

void FollowSearch(AppState& state, const ViewState& leader, bool only_where_none) {
  for (ViewState* follower : FollowersOf(state, leader)) {
    if (follower->search == leader.search) continue;
    if (only_where_none && !follower->search.empty()) continue;
    follower->search = leader.search;
  }
}

void FollowPointer(AppState& state, const ViewState& leader) {
  for (ViewState* follower : FollowersOf(state, leader)) {
    follower->pointed.reset();
    if (!leader.pointed || !leader.pointed->rest.empty()) continue;
    const ContextId context = Counterpart(leader, leader.pointed->context, *follower);
    if (context != kNoContext) follower->pointed = Pointed{context, {}, kNoContext};
  }
}

void ForgetPointed(AppState& state, ViewState& view) {
  view.pointed.reset();
  if (IsShown(state, view.id)) FollowPointer(state, view);
}

void Do(AppState& state, const ActivateView& activate, Effects& effects) {
  if (FindView(state, activate.view) == nullptr) return;
  state.shown_meanwhile = 0;
  // A view that another pane shows is not shown twice: goes to that pane.
  const auto pane = std::ranges::find(state.panes, activate.view, &PaneState::view);
  if (pane == state.panes.end()) return ShowInActivePane(state, activate.view);
  if (ActiveView(state)->id == activate.view) return;
  Do(state, ActivatePane{static_cast<size_t>(pane - state.panes.begin())}, effects);
}

void Do(AppState& state, ViewState& view, const DuplicateView&, Effects&) {
  ViewState copy = view;
  copy.pointed.reset();
  copy.id = state.next_view++;
  ForgetPointed(state, view);
  state.panes[state.active_pane].view = copy.id;
  state.views.push_back(std::move(copy));
}

void Do(AppState& state, const CloseView& close, Effects& effects) {
  const ViewState* view = FindView(state, close.view);
  if (view == nullptr) return;
  const DocumentId document = view->document;
  const bool is_last = std::ranges::none_of(state.views, [&](const ViewState& other) {
    return other.document == document && other.id != close.view;
  });
  if (is_last) {
    Do(state, CloseDocument{document}, effects);
    return;
  }
  std::erase_if(state.views, [&](const ViewState& one) { return one.id == close.view; });
  DropOrphanedPanes(state);
}

void Do(AppState& state, const ActivatePane& activate, Effects&) {
  if (activate.pane >= state.panes.size() || activate.pane == state.active_pane) return;
  // The pointed context belongs to the pointer, which is in another pane.
  if (ViewState* view = ActiveView(state)) view->pointed.reset();
  state.active_pane = activate.pane;
}

void Do(AppState& state, const ShowBeside& show, Effects& effects) {
  const ViewState* active = ActiveView(state);
  if (active == nullptr || FindView(state, show.view) == nullptr) return;
  const PaneState shown = state.panes[state.active_pane];
  if (show.in_new_pane || state.panes.size() < 2) {
    // An estimate until the window gives the widths.
    const auto count = static_cast<float>(state.panes.size());
    for (PaneState& pane : state.panes) pane.width_px = std::max(1.0f, pane.width_px * count / (count + 1));
    state.panes.insert(state.panes.begin() + static_cast<ptrdiff_t>(state.active_pane) + 1,
                       state.panes[state.active_pane]);
  }
  PaneState& beside = state.panes[PaneBeside(state)];
  beside.view = show.view;
  beside.kinds = shown.kinds;
  FollowLeader(state, *active, true, effects);
  FollowSearch(state, *active, true);
}

void Do(AppState& state, const ClosePane& close, Effects&) {
  if (state.panes.size() < 2 || close.pane >= state.panes.size()) return;
  state.panes.erase(state.panes.begin() + static_cast<ptrdiff_t>(close.pane));
  if (state.active_pane > close.pane || state.active_pane >= state.panes.size()) --state.active_pane;
}

void Do(AppState& state, const SetLinked& set, Effects& effects) {
  state.linked = set.linked;
  for (ViewState& view : state.views) view.not_followed.clear();
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  FollowLeader(state, *view, true, effects);
  FollowSearch(state, *view, true);
}

void Do(AppState& state, const CloseDocument& close, Effects& effects) {
  if (FindDocument(state, close.document) == nullptr) return;
  CancelJobsOf(state, close.document, effects);
  std::erase_if(state.views, [&](const ViewState& view) { return view.document == close.document; });
  std::erase_if(state.documents, [&](const DocumentState& one) { return one.id == close.document; });
  RefreshTitles(state);
  DropOrphanedPanes(state);
  state.report_open = false;
}

}  // namespace ringscope::action

namespace ringscope::command {
namespace {

Maybe OtherPane(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::ActivatePane{(state.active_pane + 1) % state.panes.size()};
}

Maybe OneMoreBeside(const ViewState& view) { return action::ShowBeside{view.id, true}; }

Maybe Linked(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::SetLinked{!state.linked};
}

Maybe NextMetric(const ViewState& view) {
  if (view.tree().metric_count() < 2) return std::nullopt;
  return action::SetMetric{static_cast<MetricIndex>((view.metric + 1) % view.tree().metric_count())};
}

template <ColorMode kMode>
Maybe Color(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->color.mode == kMode) return std::nullopt;
  ColorSpec spec = view->color;
  spec.mode = kMode;
  return action::SetColor{spec};
}

Maybe Legend(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowLegend{!state.settings.legend_open};
}

constexpr std::string_view kPanesGroup = "Chart";

constexpr std::array kPanesCommands{
    Command{"chart.other-pane", kPanesGroup, "To the other chart", "F6", OtherPane},
    Command{"chart.linked", kPanesGroup, "Link or unlink the charts", "", Linked},
    Command{"chart.more-beside", kPanesGroup, "One more chart of this view, beside it", "",
            OfView<OneMoreBeside>},
    Command{"chart.legend", kPanesGroup, "Legend", "L", Legend},
    Command{"chart.color.function", kPanesGroup, "Colour by function", "", Color<ColorMode::kFunction>},
    Command{"chart.color.module", kPanesGroup, "Colour by module", "", Color<ColorMode::kModule>},
    Command{"chart.color.package", kPanesGroup, "Colour by package", "", Color<ColorMode::kPackage>},
    Command{"chart.color.file", kPanesGroup, "Colour by source file", "", Color<ColorMode::kFile>},
    Command{"chart.color.kind", kPanesGroup, "Colour by kind of code", "", Color<ColorMode::kKind>},
    Command{"chart.color.self-share", kPanesGroup, "Colour by self share", "", Color<ColorMode::kSelfShare>},
    Command{"chart.color.search", kPanesGroup, "Colour by search", "", Color<ColorMode::kSearch>},
    Command{"chart.metric.derive", kPanesGroup, "Derived metrics, computed from others", "",
            InView<action::ShowDerivedMetrics, true>},
    Command{"chart.metric.next", kPanesGroup, "Next metric", "M", OfView<NextMetric>},
};

}  // namespace

std::span<const Command> Panes() { return kPanesCommands; }

}  // namespace ringscope::command
