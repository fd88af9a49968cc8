#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/import/callgrind/call_sequence.h"
#include "cct/tree/building/builder.h"

namespace ringscope {

// What the contexts of a sequence of calls cost: calls of one context are added up.
struct CallTree {
  size_t column_count = 0;
  std::vector<int64_t> self;    // by node of the builder, then column
  std::vector<uint64_t> calls;  // by node; those that somebody made
};

// Makes the contexts of a whole sequence, which is empty afterwards. `frames` and `roots` are by function:
// what it is, and where it stands when nobody calls it. `after_block`
// sees the tree behind each block, whose contexts are in the builder, without their costs. Linear in the
// blocks. Errors: kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<CallTree> BuildCallTree(
    CallSequence& sequence, const std::vector<FrameId>& frames, const std::vector<BuildNode>& roots,
    uint64_t max_depth, CctBuilder& builder, JobControl& job,
    const std::function<void(const CallTree&)>& after_block = nullptr);

}  // namespace ringscope
