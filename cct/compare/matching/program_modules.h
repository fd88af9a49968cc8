#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cct/compare/matching/name_rules.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {

// The programs themselves, as modules without folders, where they have several names: prog1 and prog2, or a.out and
// x of another build.
struct ProgramModules {
  std::vector<std::string> of_side;  // empty where it is not known
  std::string joined;                // under which all of them count: that of the last side that has one
};

// Finds the module of each side that is the program: of those that hold `main`, else `_start`, the only one, as long as
// these are no scripts' (by the kind of their frames and the files of their sources), or else that which the side's command starts. Commands are words for a shell; empty: not known. Nothing where all sides have
// it under one name after the rules, or where one side has another one's program as a module beside its own: then the
// two are not one.
[[nodiscard]] std::optional<ProgramModules> FindProgramModules(
    const FrameInterner& frames, std::span<const std::vector<FrameId>> frames_of_side,
    std::span<const std::string> commands, const NameRules& rules);

// A module without its folders.
[[nodiscard]] std::string_view ModuleFile(std::string_view module);

}  // namespace ringscope
