#pragma once

#include <memory>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The way from the view root to where its cost goes, each callee holding enough of its caller's. Belongs to a
// view.
struct HotPathState {
  CctPtr tree;
  ViewRoot root;
  MetricIndex metric = 0;
  int percent = 0;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null until asked for
};

// The way from the centre of a view to where the largest part of its change happens. Drawn as long as its end
// is selected.
struct BlameState {
  CctPtr tree;
  ContextId root = kNoContext;
  std::shared_ptr<const std::vector<ContextId>> contexts;  // below the root; null: none
};

}  // namespace ringscope
