#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {

// The programs themselves where they have several names: prog1 and prog2, or a.out and x of another build.
struct ProgramModules {
  std::vector<std::string> of_side;  // modules without folders; empty where it is not known
  std::string joined;                // under which all of them count: that of the last side that has one
  // What stacks begin with, as far as that is a program's name and no function, and the name under which
  // these count.
  std::vector<FrameId> begins;  // ascending
  std::string joined_begin;
  [[nodiscard]] bool is_module() const { return !joined.empty(); }
};

// Finds the module of each side that is the program: of those that hold `main`, else `_start`, the only one,
// as long as these are no scripts' (by the kind of their frames and the files of their sources), or else that
// which the side's command starts, or else the only one that is no library and that not all sides have, if it
// has at least two functions and half of all in common with another side's. Commands are words for a shell;
// empty: not known. Nothing where all sides have it under one name after the rules, or where one side has
// another one's program as a module beside its own: then the two are not one.
[[nodiscard]] std::optional<ProgramModules> FindProgramModules(
    const FrameInterner& frames, std::span<const std::vector<FrameId>> frames_of_side,
    std::span<const std::string> commands, const NameRules& rules);

// What stacks of a side may begin with: frames without a module, and those among them that call what a
// program begins with (`main`, `_start`, ...) and so may be its name, as folded stacks and threads have it.
struct SideBegins {
  std::vector<FrameId> all, of_programs;
};
// Whether a function is what a program begins with.
[[nodiscard]] bool BeginsProgram(const Frame& frame);
// Adds to `programs`, which may be empty, what stands for the program in front of stacks: of each side the
// only one of `of_programs` that not all sides begin with, after the rules.
void FindProgramBegins(const FrameInterner& frames, std::span<const SideBegins> sides, const NameRules& rules,
                       std::optional<ProgramModules>& programs);

// Which frames of executions are one function: one frame each in the comparison.
struct FunctionKeys {
  std::vector<FrameId> key;  // by frame of the executions: one of `frames`
  FrameInterner frames;      // by key, no two the same; without facts
  std::vector<RuleUse> rules;
  uint64_t program_frames = 0;  // whose module or name changed because programs count as one
};

// `programs`: what counts as one, null: nothing does. `frames` are those of all executions; frames_of_side[s]
// those that side s has, in any order. What one side knows of a function another may not. Keys are what
// CompareTrees() says; each has the place that the last of the sides gives it. Expected O(frames of all sides
// + bytes of names). Errors: kLimit (of names).
[[nodiscard]] Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                                     std::span<const std::vector<FrameId>> frames_of_side,
                                                     const NameRules& rules, const ProgramModules* programs,
                                                     uint64_t max_string_bytes);

}  // namespace ringscope
