#pragma once

// The parts of the table of commands, one a group, and helpers for their rows.

#include <span>

#include "app/view/command.h"

namespace ringscope::command {

[[nodiscard]] std::span<const Command> Moving();
[[nodiscard]] std::span<const Command> Panes();
[[nodiscard]] std::span<const Command> Tree();
[[nodiscard]] std::span<const Command> Sources();
[[nodiscard]] std::span<const Command> Subject();
[[nodiscard]] std::span<const Command> Times();
[[nodiscard]] std::span<const Command> Comparisons();
[[nodiscard]] std::span<const Command> Find();
[[nodiscard]] std::span<const Command> Window();

using State = const AppState&;
using Maybe = std::optional<Action>;

// The result of `kFunction` for the active view; a default value on the start page.
template <auto kFunction>
auto OfView(State state) {
  const ViewState* view = ActiveView(state);
  using Said = decltype(kFunction(*view));
  return view == nullptr ? Said{} : kFunction(*view);
}

// An action made of constants; std::nullopt on the start page.
template <typename ActionType, auto... kMembers>
Maybe InView(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return ActionType{kMembers...};
}

}  // namespace ringscope::command
