#include "app/views/rings/rings.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "app/core/display_text.h"
#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings_depth.h"
#include "cct/base/text/number_text.h"
#include "renderer/layout/layout.h"

namespace ringscope::rings {

std::span<const Command> Commands();  // rings.cpp

namespace {

void Begin(const Settings& settings, ViewPosition& position) {
  position.places.Set(RingsPlace{.mode = settings.mode,
                                 .depth_limit = DepthFromTold(settings.depth_limit, position.root),
                                 .compress_chains = settings.compress_chains,
                                 .sizing = settings.ring_sizing});
}

// Keeps the modes, but not the depth, for the next profile and the next run.
void Remember(const ViewPosition& before, const ViewPosition& now, Settings& settings) {
  const RingsPlace& place = RingsOf(now);
  settings.mode = place.mode;
  if (place.compress_chains != RingsOf(before).compress_chains)
    settings.compress_chains = place.compress_chains;
  if (place.sizing != RingsOf(before).sizing) settings.ring_sizing = place.sizing;
}

// Keeps the number of counted layers, although the synthetic root is not counted. A new centre ends a detail.
void Enter(const ViewRoot& before, ViewPosition& position) {
  RingsPlace place = RingsOf(position);
  if (before != position.root && place.detail != DetailPlace::kNone) {
    place.detail = DetailPlace::kNone;
    place.detail_root = {};
    position.places.Set(place);
  }
  if (UncountedLayers(before) == UncountedLayers(position.root)) return;
  place.depth_limit = DepthFromTold(ToldDepth(place.depth_limit, before), position.root);
  position.places.Set(std::move(place));
}

void LeaveTree(ViewPosition& position) {
  RingsPlace place = RingsOf(position);
  if (place.opened_chains.empty() && place.detail == DetailPlace::kNone) return;
  place.opened_chains.clear();
  place.detail_root = {};
  // FindContexts() has still to find the detail of a saved view.
  if (place.detail_path.empty()) place.detail = DetailPlace::kNone;
  position.places.Set(std::move(place));
}

void NameContexts(const Cct& tree, KindValues& kept) {
  RingsPlace place = kept.Get<RingsPlace>();
  if (place.detail == DetailPlace::kNone) return;
  // An opened run of siblings has no name; its caller does.
  place.detail_path = PathText(tree, place.detail_root.context);
  kept.Set(std::move(place));
}

void FindContexts(const Cct& tree, KindValues& kept) {
  RingsPlace place = kept.Get<RingsPlace>();
  if (place.detail == DetailPlace::kNone) return;
  const std::string path = std::exchange(place.detail_path, {});
  if (const auto context = FindContextByPath(tree, path); context && !path.empty()) {
    place.detail_root = {*context, {}};
  } else {
    place.detail = DetailPlace::kNone;
  }
  kept.Set(std::move(place));
}

std::optional<Action> Leave(const ViewState& view) {
  if (RingsOf(view).detail == DetailPlace::kNone) return std::nullopt;
  return action::ShowDetail{};
}

std::vector<KindOffer> Menu(const AppState& state, const ViewState& view, const CommandSubject& subject) {
  const PaneState* pane = ActivePane(state);
  if (!IsRings(view) || pane == nullptr || RingsOf(*pane).form != ChartForm::kRings) return {};
  const RingsPlace& place = RingsOf(view);
  const ViewRoot root{subject.context, {}};
  const bool is_part = root.context != kNoContext && IsPartOf(view.tree(), root, view.history.current().root);
  const auto show = [&](DetailPlace at) {
    if (!is_part || (place.detail == at && place.detail_root == root)) return std::vector<Action>();
    return std::vector<Action>{action::ShowDetail{{at, root}}};
  };
  std::vector<KindOffer> offers{{"detail-outside", "Show it as a ring around the whole",
                                 "chart.detail.outside", show(DetailPlace::kOutside), true},
                                {"detail-inside", "Show the whole as a ring around it", "chart.detail.inside",
                                 show(DetailPlace::kInside), true}};
  if (place.detail != DetailPlace::kNone)
    offers.push_back({"detail-none", "Back to one chart", "window.clear", {action::ShowDetail{}}, true});
  return offers;
}

uint32_t LayersShown(const ViewState& view, const PaneState& pane) {
  if (const uint32_t in_tree = DrawnIn(view, pane).tree_layers; RingsOf(view).compress_chains && in_tree != 0)
    return in_tree;
  return ShownDepth(LayersOf(view, pane), RingsOf(view).depth_limit, DrawnIn(view, pane).layers);
}

// In equal mode callees share the angle, whatever they cost.
std::optional<std::string> WithoutCost(const AppState& state, const ViewState& view) {
  if (RingsOf(view).mode == RingMode::kEqual) return std::nullopt;
  return WithKey(state, "Equal mode", "chart.mode.equal") + " shows the calls";
}

// PathToBranch() from the view root, with rings for layers.
std::optional<SinglePath> RingsToBranch(const ViewState& view, double least_share) {
  const ViewRoot& root = view.history.current().root;
  auto path = PathToBranch(view.tree(), root, view.metric, least_share);
  if (!path || !RingsOf(view).compress_chains) return path;
  std::vector<ContextId> way{root.context};
  for (const ContextId context : view.tree().PathTo(path->end)) {
    if (context > root.context) way.push_back(context);
  }
  path->layers = RingsToEnd(view.tree(), view.metric, RingsOf(view), way).front();
  return path;
}

std::string ShowFromBranch(const AppState& state, ViewState& view) {
  const Cct& tree = view.tree();
  ViewPosition position = view.history.current();
  if (view.history.can_go_back() || position.root != WholeTreeRoot(tree) || !view.pipeline.wanted.empty())
    return {};
  RingsPlace place = RingsOf(position);
  const auto path = RingsToBranch(view, kNearlyWholeShare);
  if (!path || !HidesTheRest(tree, *path, place.depth_limit)) return {};
  const uint32_t told = ToldDepth(place.depth_limit, position.root);
  position.root = {path->end, {}};
  place.depth_limit = DepthFromTold(told, position.root);
  view.history.PushOpening(WithRings(position, place));
  const std::string more =
      path->share == 1 ? "hold the same" : fmt::format("hold {:.2g} % more", 100 / path->share - 100);
  const std::string home = FirstKeyOf(state, "view.whole-tree");
  return fmt::format("Shown from {}: {} above {}{}", ContextName(tree, path->end, 40),
                     CountedText(CallersAbove(tree, path->end), "caller"), more,
                     home.empty() ? std::string() : "; " + home + " shows all");
}

// A profile whose first layers are one path without self cost is shown from below that path: says so if the
// path has more contexts than a process and its thread.
std::string StartsBelow(const AppState& state, const ViewState& view) {
  constexpr uint32_t kFewCallers = 2;
  const Cct& tree = view.tree();
  const ViewRoot& root = view.history.current().root;
  if (root != WholeTreeRoot(tree)) return {};
  const uint32_t callers = CallersAbove(tree, root.context);
  if (callers <= kFewCallers) return {};
  const std::string home = FirstKeyOf(state, "view.whole-tree");
  return fmt::format("Starts {} layers down: the {} callers above hold the same{}", CountText(callers),
                     CountText(callers), home.empty() ? std::string() : "; " + home + " shows all");
}

// How to go on if one path takes most of the layers that the view shows; else empty.
std::string BranchOffer(const AppState& state, const ViewState& view) {
  const ViewPosition& now = view.history.current();
  const auto path = RingsToBranch(view, kMostShare);
  const std::string key = FirstKeyOf(state, "view.branch");
  if (!path || !HidesTheRest(view.tree(), *path, RingsOf(now).depth_limit) || key.empty()) return {};
  return fmt::format("One path for {}: {} goes to where it branches", CountedText(path->layers, "layer"),
                     key);
}

// The first profile begins in the forms that were shown last.
void BeginForms(AppState& state, const ViewState& view, action::Effects& effects) {
  constexpr int kWideWindow = 1600;
  if (state.documents.size() != 1 || state.panes.size() != 1 || ActiveView(state) != &view || !IsRings(view))
    return;
  const ShownForms forms = state.settings.forms;
  const bool is_wide = state.settings.window_width > kWideWindow;
  if (const auto form = ValueOfWord(kFormWords, WordOf(kShownFormsWords, forms)))
    SetForm(state.panes[0], *form);
  if (forms != ShownForms::kBoth && (forms != ShownForms::kAutomatic || !is_wide)) return;
  Do(state, action::ShowOtherForm{}, effects);
  state.settings.forms = forms;
}

// The position with as many layers as can be read, at most those of the settings.
ViewPosition WithReadableDepth(const AppState& state, const ViewState& view, const ViewPosition& position) {
  RingsPlace place = RingsOf(position);
  ViewSpec spec;
  spec.metric = view.metric;
  spec.mode = place.mode;
  spec.root = position.root;
  spec.depth_limit = DepthFromTold(state.settings.depth_limit, position.root);
  spec.ring_sizing = place.sizing;
  spec.compress_chains = place.compress_chains;
  if (const PaneState* pane = ActivePane(state); pane != nullptr) {
    spec.form = RingsOf(*pane).form;
    spec.width_px = pane->width_px;
    spec.height_px = pane->height_px;
  }
  place.depth_limit = ReadableDepth(view.tree(), std::move(spec));
  return WithRings(position, place);
}

// If one path takes most of the layers, the chart would show next to nothing. A profile that was just opened
// is then shown from its branch, one step after the whole tree. Returns a note about it, or an offer to go
// there.
std::string GoToBranch(const AppState& state, ViewState& view) {
  std::string note = ShowFromBranch(state, view);
  if (!note.empty() || !view.pipeline.wanted.empty()) return note;
  note = StartsBelow(state, view);
  return note.empty() ? BranchOffer(state, view) : note;
}

std::string Open(AppState& state, ViewState& view, action::Effects& effects) {
  BeginForms(state, view, effects);
  std::string note = GoToBranch(state, view);
  const std::vector<ViewPosition> way = view.history.entries();
  view.history = ViewHistory(WithReadableDepth(state, view, way.front()));
  for (size_t i = 1; i < way.size(); ++i) view.history.PushOpening(WithReadableDepth(state, view, way[i]));
  return note;
}

// With callers first, many paths are short, and their ends would leave the rim empty.
void Reorder(const AppState& state, ViewState& view) {
  view.history = ViewHistory(WithReadableDepth(state, view, view.history.current()));
}

// Closes the chart in the other form while the view is of another kind, which would be shown twice.
void KeepForms(AppState& state, action::Effects& effects) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  auto& window = state.slots.Get<RingsWindow>();
  const bool is_twice = state.panes.size() == 2 && state.panes[0].view == state.panes[1].view &&
                        RingsOf(state.panes[0]).form != RingsOf(state.panes[1]).form;
  if (!IsRings(*view) && is_twice) {
    window.hides_other_form = true;
    Do(state, action::ClosePane{PaneBeside(state)}, effects);
  } else if (IsRings(*view) && window.hides_other_form) {
    window.hides_other_form = false;
    if (state.panes.size() == 1) Do(state, action::ShowOtherForm{}, effects);
  }
}

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &RingsPlace::mode, WordForm<kModeWords>>("mode"),
    SavedRow<&SavedKind::pane, &RingsPane::form, WordForm<kFormWords>>("form"),
    SavedRow<&SavedKind::place, &RingsPlace::depth_limit, LayersForm<kAllLayers>>("depth"),
    SavedRow<&SavedKind::place, &RingsPlace::compress_chains, SwitchForm>("compress_chains"),
    SavedRow<&SavedKind::place, &RingsPlace::sizing, WordForm<kRingSizingWords>>("rings"),
    SavedRow<&SavedKind::place, &RingsPlace::detail, WordForm<kDetailWords>, Written::kUnlessDefault>(
        "detail"),
    SavedRow<&SavedKind::place, &RingsPlace::detail_path, TextForm, Written::kUnlessDefault>("detail_of"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const RingsPlace& place = saved.place.Get<RingsPlace>();
  SavedCommand command{.words = {"layout"}, .has_root = true, .has_layout = true};
  const auto add = [&](std::string_view option, std::string_view word) {
    command.words.push_back(std::string(option) + "=" + std::string(word));
  };
  add("--mode", WordOf(kModeWords, place.mode));
  add("--form", WordOf(kFormWords, saved.pane.Get<RingsPane>().form));
  add("--rings", WordOf(kRingSizingWords, place.sizing));
  if (place.depth_limit != kAllLayers) add("--depth", std::to_string(place.depth_limit));
  if (place.compress_chains) command.words.emplace_back("--compress");
  if (place.detail != DetailPlace::kNone) {
    add("--detail", WordOf(kDetailWords, place.detail));
    add("--detail-of", place.detail_path);
  }
  return command;
}

constexpr std::array kGestures{
    Gesture{"Click", "Make a segment the centre"},
    Gesture{"Click", "Open a rest segment over the whole circle"},
    Gesture{"Click", "From the centre back to the one before"},
    Gesture{"Right click", "Select a segment and show what can be done"},
    Gesture{"Wheel", "Fewer or more layers"},
    Gesture{"Ctrl+wheel", "Enlarge at the pointer, and on into the context there"},
};

}  // namespace

const ViewKind& Kind() {
  static const ViewKind kKind{
      .name = "rings",
      .title = "Chart",
      .question = "Where does the cost go?",
      .commands = Commands(),
      .gestures = kGestures,
      .has_strip = true,
      .has_options = true,
      .begin = Begin,
      .remember = Remember,
      .enter = Enter,
      .leave_tree = LeaveTree,
      .refresh = KeepForms,
      .open = Open,
      .reorder = Reorder,
      .offer = BranchOffer,
      .place_of = PositionThatShows,
      .leave = Leave,
      .layers_to = PositionWithLayersTo,
      .layers_shown = LayersShown,
      .spec_of = PaneSpec,
      .strips = LegendStrips,
      .without_cost = WithoutCost,
      .menu = Menu,
      .saved_command = CommandOf,
      .saved = kSaved,
      .name_contexts = NameContexts,
      .find_contexts = FindContexts,
  };
  return kKind;
}

}  // namespace ringscope::rings
