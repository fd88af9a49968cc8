#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/comparing/shapes.h"
#include "cct/base/result.h"
#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"

namespace ringscope {

struct ComparisonOptions {
  std::vector<std::filesystem::path> files;  // BEFORE and AFTER, or none where the next two are given
  std::vector<std::filesystem::path> before, after;
  InputOptions input;  // but for the file: of each
  Matching matching = Matching::kTolerant;
  std::filesystem::path rules;  // empty: the built-in ones
  bool by_share = false;
  SideSources source;  // both, or none
  TreeShape shape = TreeShape::kUnion;
  std::string metric;
  std::optional<uint32_t> limit;  // rows of each list
  std::filesystem::path output;   // empty: none
  bool json = false;
};
[[nodiscard]] Result<int> RunCompare(const ComparisonOptions& options);

}  // namespace ringscope
