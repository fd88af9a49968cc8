#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/core/name_value_table.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/state/app_state.h"
#include "app/view/steps/context_steps.h"
#include "renderer/layout/view.h"
#include "renderer/page/page.h"

namespace ringscope {

// An entry that a kind adds to the menu of a context, a function or a group.
struct KindOffer {
  std::string_view id;
  std::string title;
  std::string_view command;       // the id of the command that does the same for the selection
  std::vector<Action> actions;    // empty: impossible here
  bool is_behind_centre = false;  // an offer of the view's own kind that stands below "Make it the centre"
};

// A picture that a command of the command line draws: `ringscope render --view NAME` runs `command` with
// `arguments` before all others.
struct KindPicture {
  std::string_view name;       // "structure"
  std::string_view command;    // "blueprint"
  std::string_view arguments;  // "--view structure"; words without blanks in them
};

// An action of the pointer in a chart that no key can be bound to.
struct Gesture {
  std::string_view what;   // "Ctrl+wheel"
  std::string_view title;  // "Enlarge at the pointer, and back"
};
// For charts that are moved and enlarged like a map.
inline constexpr std::array kMapGestures{Gesture{"Drag", "Move the chart"},
                                         Gesture{"Wheel", "Enlarge at the pointer, and back"}};

// The command that draws a saved view, with the words that only this kind needs.
struct SavedCommand {
  std::vector<std::string> words;  // "blueprint", "--polymetric=items class"
  bool has_root = false;           // the picture has a view root
  bool has_derived = false;        // the picture may show derived metrics
  bool has_layout = false;         // with --json the command prints its picture as numbers
  // The word for --color for the colours of a saved view; null: the command takes no --color.
  std::string (*color_word)(std::string_view saved) = nullptr;
};

// Strips of a pane beside its chart, in units of the content scale.
struct PaneStrips {
  float below = 0;  // height of the strip below
  float left = 0;   // width of the strip at the left; 0 where a round chart would become much smaller
};

// A way to look at a profile, such as rings, as far as the state goes. Everything in terms of contexts and
// functions (view root, metric, colours, search, selection, steps) is the same for all kinds. Each kind keeps
// its own values: in KindValues of a pane and of a place in a view's history, in Slots of the window and of a
// view. A kind leaves the functions null that it does not need. "Place": a ViewPosition.
struct ViewKind {
  std::string_view name;      // "rings"; saved views name it: never changed
  std::string_view title;     // "Chart"
  std::string_view question;  // the question that the kind answers: "Where does the cost go?"
  std::span<const Command> commands;
  std::span<const Gesture> gestures;
  // A sentence about the data that this kind needs and a view's profile lacks; empty: it has all. Null: any
  // profile has it.
  std::string_view (*lacks)(const ViewState& view) = nullptr;
  // Whether the chart has controls in the strip above the charts (Chart::DrawStrip).
  bool has_strip = false;
  // Whether the chart has rows of options (Chart::DrawRows).
  bool has_options = false;
  // Whether the chart has an axis of time itself: then the time strip, a second one, is left out.
  bool has_time_axis = false;

  // Sets this kind's part of the place of a new view. Called for every kind, also for views of other kinds.
  void (*begin)(const Settings& settings, ViewPosition& position) = nullptr;
  // A view of this kind went elsewhere: may remember the place for new views in the settings.
  void (*remember)(const ViewPosition& before, const ViewPosition& now, Settings& settings) = nullptr;
  // A place has a new centre in the same tree: adapts values that are relative to the old centre.
  void (*enter)(const ViewRoot& before, ViewPosition& position) = nullptr;
  // A place is taken over for another tree: forgets its contexts. See LeaveTree().
  void (*leave_tree)(ViewPosition& position) = nullptr;
  // Runs after each action. Asks for work in the background.
  void (*refresh)(AppState& state, action::Effects& effects) = nullptr;

  // May go to the place where a just opened profile is best looked at, and says so; empty: stays. Kinds are
  // called until one goes.
  std::string (*open)(AppState& state, ViewState& view, action::Effects& effects) = nullptr;
  // Steps put the frames of a view's tree into another order, such as bottom up: may show more or less of it.
  void (*reorder)(const AppState& state, ViewState& view) = nullptr;
  // Advice how to go on from the place of a view; empty: none.
  std::string (*offer)(const AppState& state, const ViewState& view) = nullptr;
  // The place nearest to the present one at which a context can be seen. Null: the present one.
  ViewPosition (*place_of)(const ViewState& view, const PaneState& pane, ContextId context) = nullptr;
  // An action that shows less, for Esc before it clears the selection; std::nullopt if there is none.
  std::optional<Action> (*leave)(const ViewState& view) = nullptr;
  // An action that shows all of a chart that is moved and enlarged by itself: "whole tree" does that first.
  std::optional<Action> (*fit)(const AppState& state) = nullptr;
  // Takes the keys that select neighbours of a context in other kinds.
  void (*walk)(AppState& state, action::Walk to, action::Effects& effects) = nullptr;
  // The present place with as many layers as it takes to reach a context below the centre. Null: unchanged.
  ViewPosition (*layers_to)(const ViewState& view, ContextId context) = nullptr;
  // The number of layers in sight, the centre included. Null: all of the tree.
  uint32_t (*layers_shown)(const ViewState& view, const PaneState& pane) = nullptr;
  // The spec of a pane's layout. Null: the chart is no layout of rings or rows.
  std::optional<ViewSpec> (*spec_of)(const AppState& state, size_t pane) = nullptr;
  // The strips of a pane for panels.
  PaneStrips (*strips)(const AppState& state, size_t pane) = nullptr;
  // Advice for an empty chart whose metric is 0 everywhere. std::nullopt for a view that ignores cost.
  std::optional<std::string> (*without_cost)(const AppState& state, const ViewState& view) = nullptr;

  // The offers of a menu about a context, a function or a group. Every kind is asked: the offers of the
  // view's own kind stand first, offers that lead to another kind stand among the places to go to.
  std::vector<KindOffer> (*menu)(const AppState& state, const ViewState& view,
                                 const CommandSubject& subject) = nullptr;
  // Lines beside the pointer over a context, below the lines of all kinds.
  std::vector<std::string> (*pointed_lines)(const ViewState& view, ContextId context) = nullptr;

  // The figure of a page to send, besides its chart; std::nullopt for trees without one. Kinds are asked
  // until one has a figure.
  std::optional<PageFigure> (*page_figure)(const CctPtr& tree, MetricIndex metric, JobControl& job) = nullptr;

  // The pictures that the kind's commands of the command line draw.
  std::span<const KindPicture> pictures;
  // Null: the kind has no picture, and `printed_by` is the command that prints the same: "ringscope summary
  // PROFILE".
  SavedCommand (*saved_command)(const SavedKind& saved) = nullptr;
  std::string_view printed_by;
  // The lines that only this kind adds to a saved view.
  NameValueRows<SavedKind> saved;
  // A saved view names contexts by their paths: these turn the contexts of a place into paths, and find them
  // in a tree again.
  void (*name_contexts)(const Cct& tree, KindValues& place) = nullptr;
  void (*find_contexts)(const Cct& tree, KindValues& place) = nullptr;
};

// A row of a saved view about a member of a kind's value, kept of the place or of the pane (`kPart`).
template <auto kPart, auto kMember, typename Form, Written kWritten = Written::kAlways>
[[nodiscard]] constexpr NameValueRow<SavedKind> SavedRow(std::string_view name) {
  using Kept = typename MemberOf<decltype(kMember)>::Owner;
  return {name,
          [](std::string_view, std::string_view text, SavedKind& saved) -> Result<void> {
            RINGSCOPE_ASSIGN(auto value, Form::Read(text));
            Kept kept = (saved.*kPart).template Get<Kept>();
            kept.*kMember = std::move(value);
            (saved.*kPart).Set(std::move(kept));
            return {};
          },
          [](std::string_view row_name, const SavedKind& saved, std::string& text) {
            const auto& value = (saved.*kPart).template Get<Kept>().*kMember;
            if (kWritten == Written::kUnlessDefault && value == Kept{}.*kMember) return;
            text += fmt::format("{} = {}\n", row_name, Form::Write(value));
          }};
}

// All kinds, in the order of the table (kind_list.h).
[[nodiscard]] std::span<const ViewKind* const> ViewKinds();
// Makes every kind forget the contexts of a place that is taken over for another tree.
inline void LeaveTree(ViewPosition& position) {
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->leave_tree != nullptr) kind->leave_tree(position);
  }
}
// The figure on a page of a tree: that of the first kind that has one.
[[nodiscard]] inline std::optional<PageFigure> PageFigureOf(const CctPtr& tree, MetricIndex metric,
                                                            JobControl& job) {
  std::optional<PageFigure> figure;
  for (const ViewKind* kind : ViewKinds()) {
    if (!figure && kind->page_figure != nullptr) figure = kind->page_figure(tree, metric, job);
  }
  return figure;
}
// Finds the contexts of a saved place in a tree.
inline void FindSavedContexts(const Cct& tree, KindValues& place) {
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->find_contexts != nullptr) kind->find_contexts(tree, place);
  }
}
// Null if the name is unknown.
[[nodiscard]] const ViewKind* FindViewKind(std::string_view name);

// The action of a command that shows the active view as a kind, or as the default kind if it is of that kind.
template <const ViewKind& (*kKind)()>
[[nodiscard]] std::optional<Action> ToggleKind(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{&view->kind() == &kKind() ? DefaultViewKind() : &kKind()};
}

// The active view if it is of that kind; else null.
template <const ViewKind& (*kKind)()>
[[nodiscard]] const ViewState* ActiveOf(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view != nullptr && &view->kind() == &kKind() ? view : nullptr;
}

// The result of `kFunction` for the active view if it is of that kind; else a default value.
template <const ViewKind& (*kKind)(), auto kFunction>
auto OfKind(const AppState& state) {
  const ViewState* view = ActiveOf<kKind>(state);
  using Said = decltype(kFunction(*view));
  return view == nullptr ? Said{} : kFunction(*view);
}

// An action: sets a kind's value in the position of the active view, as a step of its history, with all that
// follows from a move.
template <typename Place>
struct SetPlace {
  Place place;
};
template <typename Place>
void Do(AppState& state, ViewState& view, const SetPlace<Place>& draw, action::Effects& effects) {
  ViewPosition position = view.history.current();
  position.places.Set(draw.place);
  action::GoTo(state, view, position, effects);
}

// Actions for commands of a kind: one made of constants; and one that sets the present value of the place
// after `kChange` has changed it. std::nullopt if the active view is of another kind.
template <const ViewKind& (*kKind)(), typename ActionType, auto... kMembers>
[[nodiscard]] std::optional<Action> InKind(const AppState& state) {
  if (ActiveOf<kKind>(state) == nullptr) return std::nullopt;
  return ActionType{kMembers...};
}
template <const ViewKind& (*kKind)(), typename Place, void (*kChange)(Place&)>
[[nodiscard]] std::optional<Action> ChangePlace(const AppState& state) {
  const ViewState* view = ActiveOf<kKind>(state);
  if (view == nullptr) return std::nullopt;
  SetPlace<Place> draw{view->history.current().places.template Get<Place>()};
  kChange(draw.place);
  return draw;
}
// Changes of a place: turns a switch; takes the next word of a choice, after the last one the first.
template <auto kSwitch>
void Flip(typename MemberOf<decltype(kSwitch)>::Owner& place) {
  place.*kSwitch = !(place.*kSwitch);
}
template <auto kChoice, const auto& kWords>
void TakeNext(typename MemberOf<decltype(kChoice)>::Owner& place) {
  place.*kChoice = kWords[(static_cast<size_t>(place.*kChoice) + 1) % kWords.size()].value;
}

}  // namespace ringscope
