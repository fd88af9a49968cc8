#pragma once

#include <cstdint>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// Which rows of the tree table show their callees. Belongs to a view; what lies elsewhere than below the view
// root is kept for when one comes back.
struct TreeTableState {
  std::vector<ContextId> expanded;  // ascending; the view root always shows its callees, listed or not
  uint64_t serial = 0;              // grows with every change of `expanded`
  // The selected context down to which rows were expanded last, and from where, so that collapsing one of
  // them afterwards lasts.
  ContextId revealed = kNoContext;
  ContextId revealed_below = kNoContext;
};

}  // namespace ringscope
