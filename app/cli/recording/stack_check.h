#pragma once

#include <cstdint>
#include <string>

#include "cct/tree/cct.h"

namespace ringscope {

// How whole the stacks of samples are: counts of samples and events, or costs in the tree's first metric
// where there are none, of stacks in which functions of programs are.
struct StackCheck {
  uint64_t judged = 0;
  uint64_t cut = 0;  // whose outermost function begins neither a program nor a thread
  uint64_t callerless =
      0;  // whose innermost function keeps no frame pointer, so that who called it is missing
  std::string callerless_in;     // the file that most of these are in, without its folder
  uint64_t most_callerless = 0;  // in that file
  StackCheck& operator+=(const StackCheck& other);
};

// Whether functions keep frame pointers is looked for only where stacks were taken `by_frame_pointers`: in
// the files that the tree names, as far as they are there. Takes a pass over the contexts.
[[nodiscard]] StackCheck CheckStacks(const Cct& tree, bool by_frame_pointers);

// "3.1 % of the stacks do not reach the program's entry", and where a recorder by debug information would
// tell clearly more, that it does. Empty where there was nothing to judge.
[[nodiscard]] std::string StackCheckText(const StackCheck& check, bool by_frame_pointers);

}  // namespace ringscope
