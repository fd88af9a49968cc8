#pragma once

#include <string>

#include "app/cli/syntax.h"
#include "cct/query/sets/frame_grouping.h"

namespace ringscope {

// An option that says what a table is about.
template <typename Target>
void AddGroupBy(CLI::App* command, const std::string& name, Target& target, const std::string& description) {
  AddChoice(command, name, kGroupByWords, target, description);
}

}  // namespace ringscope
