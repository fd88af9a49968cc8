#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cct/import/folded/folded_form.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// A stack of Austin without its process and thread.
struct AustinStack {
  std::string_view process;  // "P12"
  std::string_view thread;   // "T34", or "T0:34" with the number of the interpreter
  std::string_view frames;   // empty where the thread ran no Python code
};

// nullopt where `stack` does not begin with a process and a thread.
[[nodiscard]] std::optional<AustinStack> SplitAustinStack(std::string_view stack);

// Whether a file that begins so is Austin's: its first line says so, or all its lines begin with a process
// and a thread. `complete` says that the last line of `start` is whole.
[[nodiscard]] bool LooksLikeAustin(std::string_view start, bool complete);

// How the lines of a file of Austin that begins with the whole lines `start` are read: what the comments at
// its start say, else what the first stack looks like.
[[nodiscard]] FoldedForm AustinFormOf(std::string_view start);

// The frame a piece of a stack names: "P12", "T34" or "file:function:line". The line says where the function
// was, so it is no part of the frame. `memory` holds a name that is put together.
[[nodiscard]] Frame AustinFrame(std::string_view text, std::string& memory);

}  // namespace ringscope
