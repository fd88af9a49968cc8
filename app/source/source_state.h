#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/core/ids.h"
#include "app/source/source_finder.h"
#include "cct/table/line_costs.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// One source file with what its lines cost below one view root of one tree. Immutable once made.
struct SourceView {
  CctPtr tree;
  ViewRoot root;
  std::string file;  // as the profile names it
  SourceFile source;
  LineCosts costs;
};

// Which source one view asks for, and what it got.
struct SourceState {
  // What `shown` or `job` is of.
  CctPtr wanted_tree;
  ViewRoot wanted_root;
  std::string wanted_file;
  JobId job = kNoJob;
  std::shared_ptr<const SourceView> shown;  // the last one made, perhaps of another file or view root
  uint64_t reload_serial = 0;               // grows when mappings changed or the user asks again
  uint64_t wanted_serial = 0;
};

}  // namespace ringscope
