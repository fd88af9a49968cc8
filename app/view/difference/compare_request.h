#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a comparison is made of. The document of a comparison keeps the request, with the compared trees, so
// that the comparison can be made again by other rules.
struct CompareRequest {
  std::vector<CompareInput> before, after;
  // The executions of one tree, in place of `before` and `after`.
  CctPtr executions_of;
  std::vector<size_t> executions_before, executions_after;
  CompareOptions options;       // with the rules of the file
  std::filesystem::path rules;  // ReadRulesFile()
  // Functions that have another name on the other side, gone and new, in this comparison alone.
  std::vector<std::pair<std::string, std::string>> joined;
  SideSources source;           // empty: what the executions say, if anything
};

}  // namespace ringscope
