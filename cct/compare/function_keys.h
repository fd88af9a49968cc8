#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/result.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/frame_interner.h"

namespace ringscope {

// Which frames of executions are one function: one frame each in the comparison.
struct FunctionKeys {
  std::vector<FrameId> key;  // by frame of the executions: one of `frames`
  OwnedFrames frames;        // by key, no two the same
  std::vector<RuleUse> rules;
};

// `frames` are those of all executions, of which sides[f] has bit 0 where one before has frame f and bit 1
// where one after has it. Keys are what CompareTrees() says. Expected O(frames + bytes of names). Errors:
// kLimit (of names).
[[nodiscard]] Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                                     std::span<const uint8_t> sides, const NameRules& rules,
                                                     uint64_t max_string_bytes);

}  // namespace ringscope
