#pragma once

#include <map>
#include <string>

#include "app/cli/syntax.h"

namespace ringscope {

// An option that says what a table is about.
template <typename Target>
void AddGroupBy(CLI::App* command, const std::string& name, Target& target, const std::string& description) {
  AddChoice<GroupBy>(command, name,
                     {{"function", GroupBy::kFunction},
                      {"module", GroupBy::kModule},
                      {"package", GroupBy::kPackage},
                      {"class", GroupBy::kClass},
                      {"file", GroupBy::kFile},
                      {"kind", GroupBy::kKind},
                      {"thread", GroupBy::kThread}},
                     target, description);
}

}  // namespace ringscope
