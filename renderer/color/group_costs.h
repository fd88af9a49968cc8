#pragma once

#include <cstdint>
#include <vector>

#include "renderer/color/frame_groups.h"

namespace ringscope {

// What the groups of a colour mode cost below a view root, drawn or not, without the view root's own cost
// where it is a context.
struct GroupCosts {
  FrameGroups groups;                 // of all frames of the tree; a chart numbers its groups otherwise
  std::vector<uint64_t> self;         // per group
  std::vector<uint64_t> inclusive;    // per group; a group inside itself counts once
  std::vector<FrameGroupName> shown;  // groups with a row of their own, ascending; empty: no row for others
  uint64_t inclusive_of_others = 0;   // of all but these, taken as one group
};

}  // namespace ringscope
