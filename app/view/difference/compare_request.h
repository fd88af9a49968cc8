#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a comparison is made of. A document that was made keeps it, with the trees that were compared, so that
// it can be made once more by other rules.
struct CompareRequest {
  std::vector<CompareInput> before, after;
  // Or executions that one tree holds, in place of these.
  CctPtr executions_of;
  std::vector<size_t> executions_before, executions_after;
  CompareOptions options;       // whose rules are those of the file
  std::filesystem::path rules;  // ReadRulesFile()
  SideSources source;           // empty: what the executions say, if they do
};

}  // namespace ringscope
