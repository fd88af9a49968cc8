#pragma once

// The table of commands in parts: one file a group. Included by command*.cpp only.

#include <span>

#include "app/commands/command.h"

namespace ringscope::command {

[[nodiscard]] std::span<const Command> Moving();
[[nodiscard]] std::span<const Command> Chart();
[[nodiscard]] std::span<const Command> Tree();
[[nodiscard]] std::span<const Command> Find();
[[nodiscard]] std::span<const Command> Window();

using State = const AppState&;
using Maybe = std::optional<Action>;

}  // namespace ringscope::command
