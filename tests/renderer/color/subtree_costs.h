#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/frame_groups.h"
#include "renderer/layout/view.h"

namespace ringscope {

// What the groups of frames cost below a view root, in one depth-first pass: another way to the figures of
// legends, to hold theirs against. Keeps what it added up last.
class SubtreeCosts {
 public:
  struct Costs {
    std::vector<uint64_t> self, inclusive;  // per group; inclusive: a group inside itself counts once
  };

  // Without the view root's own cost where it is a context. Null where more than `most_contexts` lie there.
  [[nodiscard]] const Costs* Below(const Cct& tree, FrameGroups& groups, const ViewRoot& root,
                                   MetricIndex metric, uint32_t most_contexts);

  // Of what Below() gave last: the inclusive cost of all groups but those in `shown` (by group; those behind
  // its end are not shown), taken as one. 0 where it gave nothing. O(contexts).
  [[nodiscard]] uint64_t InclusiveOfOthers(const std::vector<bool>& shown) const;

 private:
  struct Visited {
    uint64_t inclusive;
    uint32_t group;
    uint32_t depth;  // below the view root
  };
  [[nodiscard]] bool Walk(const Cct& tree, FrameGroups& groups, ContextRange top, MetricIndex metric,
                          uint32_t most_contexts);

  std::optional<ViewRoot> root_;  // the root that the costs below are of
  MetricIndex metric_ = 0;
  uint32_t most_contexts_ = 0;
  std::optional<Costs> costs_;
  std::vector<Visited> visited_;  // callers before callees, siblings in order
};

}  // namespace ringscope
