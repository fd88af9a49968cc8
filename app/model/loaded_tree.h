#pragma once

#include "cct/cct.h"
#include "cct/query/function_index.h"

namespace ringscope {

// A tree with what is derived from it once. Both set or both null.
struct LoadedTree {
  CctPtr tree;
  FunctionIndexPtr functions;
  [[nodiscard]] explicit operator bool() const { return tree != nullptr; }
};

}  // namespace ringscope
