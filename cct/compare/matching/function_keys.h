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

// The main programs of the sides if they have several names: prog1 and prog2, or a.out and x.
struct ProgramModules {
  std::vector<std::string> of_side;  // modules without folders; empty if the side's program is not known
  std::string joined;                // the name under which all of them count: that of the last known one
  // Frames in front of stacks that are a program's name instead of a function, and their common name.
  std::vector<FrameId> begins;  // ascending
  std::string joined_begin;
  [[nodiscard]] bool is_module() const { return !joined.empty(); }
};

// Finds the module of each side that is the program: the only module with a `main`, else with a `_start`,
// leaving out scripts (by the kind of their frames and the files of their sources); of several such modules
// the one that the command of the side names. Else it is the module that the command starts; else the only
// module that is no library and that some side lacks, if it shares at least two functions, and half of those
// of the smaller one, with the program of another side. `commands` are words for a shell; empty: not known.
// std::nullopt if all sides have the same program name after the rules, or if a side also has the program of
// another side as a module: then the two are different programs.
[[nodiscard]] std::optional<ProgramModules> FindProgramModules(
    const FrameInterner& frames, std::span<const std::vector<FrameId>> frames_of_side,
    std::span<const std::string> commands, const NameRules& rules);

// The frames without a module in front of the stacks of a side.
struct SideBegins {
  std::vector<FrameId> all;
  // Those that call the entry point of a program (BeginsProgram), and so may be the program's name, as in
  // folded stacks and thread names.
  std::vector<FrameId> of_programs;
};
// Whether a function is the entry point of a program: `main`, `_start`, ...
[[nodiscard]] bool BeginsProgram(const Frame& frame);
// Adds the program names in front of stacks to `programs`, which may be empty: for each side the only one of
// `of_programs` that some side does not begin with, after the rules.
void FindProgramBegins(const FrameInterner& frames, std::span<const SideBegins> sides, const NameRules& rules,
                       std::optional<ProgramModules>& programs);

// The functions of a comparison. All frames of the executions that are one function have one key, which is a
// frame of the comparison.
struct FunctionKeys {
  std::vector<FrameId> key;  // by frame of the executions: one of `frames`
  FrameInterner frames;      // by key, all different; without facts
  std::vector<RuleUse> rules;
  uint64_t program_frames = 0;  // how many frames got another module or name because programs count as one
};

// Finds the keys by the rules that CompareTrees() tells; a key has the file and line of the last side that
// has it. `frames`: of all executions. frames_of_side[s]: the frames of side s, in any order; sides may know
// different fields of a function. `programs`: those that count as one; null: none. Expected O(frames of all
// sides + bytes of names). Errors: kLimit (of names).
[[nodiscard]] Result<FunctionKeys> BuildFunctionKeys(const FrameInterner& frames,
                                                     std::span<const std::vector<FrameId>> frames_of_side,
                                                     const NameRules& rules, const ProgramModules* programs,
                                                     uint64_t max_string_bytes);

}  // namespace ringscope
