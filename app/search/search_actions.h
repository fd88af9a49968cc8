#pragma once

#include <string>

#include "cct/tree/cct.h"

namespace ringscope::action {

struct SetSearchText {
  std::string text;
};
struct FocusSearch {};
// The text box that was awaited has the keyboard.
struct KeyboardTaken {};
struct StepMatch {
  int steps = 1;
};
// Moves so that a match, however thin, can be seen, and selects it. kNoContext: the match looked at last,
// else the first one.
struct GoToMatch {
  ContextId context = kNoContext;
};
// For a list of them, unless that is done or under way.
struct SortMatches {};
// Only stacks through matches stay: the search becomes a step of the pipeline.
struct FilterBySearch {};

}  // namespace ringscope::action
