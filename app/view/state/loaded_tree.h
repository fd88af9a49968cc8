#pragma once

#include <vector>

#include "app/view/saved_view.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A tree and its functions, found once. Both are set or both are null.
struct LoadedTree {
  CctPtr tree;
  FunctionIndexPtr functions;
  [[nodiscard]] explicit operator bool() const { return tree != nullptr; }
};

// O(frames).
[[nodiscard]] inline LoadedTree WithFunctions(CctPtr tree) {
  auto functions = std::make_shared<const FunctionIndex>(tree->frames());
  return {std::move(tree), std::move(functions)};
}

// The profiles of a saved window, one tree a view; views of one file share theirs.
struct LoadedWindow {
  SavedWindow window;
  std::vector<LoadedTree> trees;
};

// What a pipeline made of a tree.
struct TransformedTree {
  LoadedTree tree;
  std::vector<StepOutcome> steps;
};

}  // namespace ringscope
