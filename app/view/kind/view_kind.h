#pragma once

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

namespace ringscope {

// An entry that a kind adds to the menu of a context, a function or a group.
struct KindOffer {
  std::string_view id;
  std::string title;
  std::string_view command;     // that does the same for what is selected
  std::vector<Action> actions;  // none: it cannot be done here
};

// A picture that a command of the command line draws: `ringscope render --view NAME` is that command, with
// these arguments before all others.
struct KindPicture {
  std::string_view name;       // "structure"
  std::string_view command;    // "blueprint"
  std::string_view arguments;  // "--view structure"; words without blanks in them
};

// The command of the command line that draws a saved view, with all that this alone says.
struct SavedCommand {
  std::vector<std::string> words;  // "blueprint", "--polymetric=items class"
  bool has_root = false;           // it draws what lies below a view root
  bool has_derived = false;        // derived metrics may be what is drawn
  bool has_layout = false;         // with --json it tells what it draws as numbers
  // The word that it takes as --color for what a saved view says of colours; null: it takes none.
  std::string (*color_word)(std::string_view saved) = nullptr;
};

// A way to look at a profile, as far as the state goes: rings, and others beside them. What is in terms of
// contexts and functions (view root, metric, colours, search, selection, steps) is the same for all. Each
// keeps what it alone knows in KindValues: of the window, of a pane, of a view, and of a place in a view's
// history. Where a kind has nothing to say a function is null.
struct ViewKind {
  std::string_view name;   // "rings": saved views have it, so it stays what it is
  std::string_view title;  // "Chart"
  std::span<const Command> (*commands)() = nullptr;
  // Whether a view's profile has anything that this kind shows: only then the side panel offers it. Null:
  // always.
  bool (*suits)(const ViewState& view) = nullptr;

  // Where a new view begins. Every kind is asked, also where the view is of another one.
  void (*begin)(const Settings& settings, ViewPosition& position) = nullptr;
  // A view of this kind went elsewhere: what new views shall begin with may be remembered.
  void (*remember)(const ViewPosition& before, const ViewPosition& now, Settings& settings) = nullptr;
  // A place has a new centre in the same tree: what it says in terms of the centre before is adapted.
  void (*enter)(const ViewRoot& before, ViewPosition& position) = nullptr;
  // What a place keeps of contexts is forgotten: it is of another tree from now on. See LeaveTree().
  void (*leave_tree)(ViewPosition& position) = nullptr;
  // Runs after each action. Asks for the work that the background shall do.
  void (*refresh)(AppState& state, action::Effects& effects) = nullptr;

  // Where a profile that was just opened is best looked at: may go there, and says so; empty: as it is. Every
  // kind is asked until one says so.
  std::string (*open)(AppState& state, ViewState& view, action::Effects& effects) = nullptr;
  // Steps put the frames of a view's tree into another order, such as bottom up: may show more or less of it.
  void (*reorder)(const AppState& state, ViewState& view) = nullptr;
  // How to go on from where a view is; empty: nothing to say.
  std::string (*offer)(const AppState& state, const ViewState& view) = nullptr;
  // The place nearest to the present one at which a context can be seen; without it the present one.
  ViewPosition (*place_of)(const ViewState& view, const PaneState& pane, ContextId context) = nullptr;
  // Shows all of a chart that is moved and enlarged by itself: what "whole tree" does first.
  std::optional<Action> (*fit)(const AppState& state) = nullptr;
  // What the keys do that otherwise select neighbours of a context.
  void (*walk)(AppState& state, action::Walk to, action::Effects& effects) = nullptr;
  // The present place with as many layers as it takes to reach a context below the centre; without it the
  // present one.
  ViewPosition (*layers_to)(const ViewState& view, ContextId context) = nullptr;
  // How many layers are in sight, the centre included; without it all of the tree.
  uint32_t (*layers_shown)(const ViewState& view, const PaneState& pane) = nullptr;
  // In units of the content scale: the height of a strip below a pane's chart that it does not draw in, for
  // its panels.
  float (*strip_below)(const AppState& state, size_t pane) = nullptr;
  // Where nothing is drawn because the metric is 0 everywhere: what to do about it. Nothing where a view does
  // not depend on cost.
  std::optional<std::string> (*without_cost)(const AppState& state, const ViewState& view) = nullptr;

  // What a menu offers about a context, a function or a group. Every kind is asked, whatever kind the view is
  // of: what that one offers stands first, what leads to another kind among the places to go to.
  std::vector<KindOffer> (*menu)(const AppState& state, const ViewState& view,
                                 const CommandSubject& subject) = nullptr;
  // What stands beside the pointer over a context, below what all kinds say; a line each.
  std::vector<std::string> (*pointed_lines)(const ViewState& view, ContextId context) = nullptr;

  // What its commands of the command line draw.
  std::span<const KindPicture> pictures;
  // Null: it is no picture, and `printed_by` says what prints the same: "ringscope summary PROFILE".
  SavedCommand (*saved_command)(const SavedKind& saved) = nullptr;
  std::string_view printed_by;
  // The lines that only this kind adds to a saved view.
  NameValueRows<SavedKind> saved;
};

// A row of a saved view about a member of what a kind keeps of the place or of the pane.
template <auto kPart, auto kMember, typename Form>
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
            text += fmt::format("{} = {}\n", row_name, Form::Write(value));
          }};
}

// All of them, in the order of the table (kind_list.h).
[[nodiscard]] std::span<const ViewKind* const> ViewKinds();
// A place is taken over for another tree: every kind forgets what it keeps of contexts.
inline void LeaveTree(ViewPosition& position) {
  for (const ViewKind* kind : ViewKinds()) {
    if (kind->leave_tree != nullptr) kind->leave_tree(position);
  }
}
// Null where there is none of that name.
[[nodiscard]] const ViewKind* FindViewKind(std::string_view name);

// Gives the active view what a kind keeps of a position, as a step of its history; what follows from a move
// follows. Nothing where no view is active.
template <typename Place>
void GoToPlace(AppState& state, Place place, action::Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ViewPosition before = view->history.current();
  ViewPosition now = before;
  now.places.Set(std::move(place));
  view->history.Push(now);
  action::AfterMove(state, *view, before, effects);
}

}  // namespace ringscope
