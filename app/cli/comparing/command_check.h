#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "cct/base/result.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

struct CheckOptions {
  std::vector<std::filesystem::path> files;     // one profile, or several runs
  std::vector<std::filesystem::path> baseline;  // what they are compared with, one or several runs
  InputOptions input;                           // but for the file: of each
  ViewOptions view;
  std::vector<std::string> require;
  bool must_match = false;  // queries of requirements and steps have to select something
  Matching matching = Matching::kTolerant;
  std::filesystem::path rules;  // empty: the built-in ones
  bool json = false;
};
[[nodiscard]] Result<int> RunCheck(const CheckOptions& options);

}  // namespace ringscope
