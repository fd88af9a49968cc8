#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/result.h"
#include "cct/compare/matching/program_modules.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {

// Which frames of executions are one function: one frame each in the comparison.
struct FunctionKeys {
  std::vector<FrameId> key;  // by frame of the executions: one of `frames`
  FrameInterner frames;      // by key, no two the same; without facts
  std::vector<RuleUse> rules;
  uint64_t program_frames = 0;  // whose module or name changed because programs count as one
};

// `programs`: what counts as one, null: nothing does. `frames` are those of all executions; frames_of_side[s] those that side s has, in any order. What one side
// knows of a function another may not. Keys are what CompareTrees() says; each has the place that the last of
// the sides gives it. Expected O(frames of all sides + bytes of names). Errors: kLimit (of names).
[[nodiscard]] Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                                     std::span<const std::vector<FrameId>> frames_of_side,
                                                     const NameRules& rules, const ProgramModules* programs,
                                                     uint64_t max_string_bytes);

}  // namespace ringscope
