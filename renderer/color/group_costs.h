#pragma once

#include <cstdint>
#include <vector>

#include "renderer/color/frame_groups.h"

namespace ringscope {

// What the groups of a colour mode cost below a view root, drawn or not, without the view root's own cost
// where it is a context.
struct GroupCosts {
  FrameGroups groups;               // of all frames of the tree; others than a chart's own number them
                                    // otherwise
  std::vector<uint64_t> self;       // per group
  std::vector<uint64_t> inclusive;  // likewise; a group inside itself counts once
  std::vector<FrameGroupName>
      shown;  // ascending: groups that have a row of their own; none: nobody asks for others
  uint64_t inclusive_of_others = 0;  // of all but these, taken as one group
};

}  // namespace ringscope
