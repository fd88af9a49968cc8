#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// A text that a menu offers to copy.
struct CopyOffer {
  std::string what;  // "the inclusive cost"
  std::string text;
};

// The menu about one piece of a chart or one row of a table, while it is open.
struct ContextMenuState {
  CctPtr tree;  // the tree of the contexts; the menu goes when its view shows another tree
  uint32_t view = 0;
  ContextId context = kNoContext;   // the exact context, also inside a rest segment
  std::optional<FrameId> function;  // the menu is about this function rather than a context
  std::string group;                // or about the contexts that this query selects
  std::string name;                 // of the group
  std::optional<FrameId> in_file;   // of a group that is a file: a function in it
  std::string row;                  // of a table, as text
  std::vector<CopyOffer> copies;    // or about nothing but these
  ContextRange rest;                // non-empty: the menu is about this rest segment of `rest_parent`
  ContextId rest_parent = kNoContext;
  float x_px = 0, y_px = 0;  // where it opens, in pixels of the window
  uint64_t serial = 0;       // tells a menu opened anew from one that is still open
};

}  // namespace ringscope
