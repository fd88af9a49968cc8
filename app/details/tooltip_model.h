#pragma once

#include <string>
#include <vector>

#include "app/view/difference/difference_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What stands beside the pointer over a pane's chart.
struct TooltipModel {
  bool visible = false;
  std::string name;
  std::string share;                    // "12.3 % of total"
  std::string value;                    // "1.23 s"
  DifferenceWords difference;           // of a comparison
  std::vector<std::string> kind_lines;  // what the kind of view adds, and what the colour stands for
  bool estimated = false;               // an import divided the cost among contexts
  std::vector<std::string> chain;       // the names of a compressed chain; some of a long chain are left out
  std::string hint;  // "click: back", "click: open", the exact context inside a rest segment
};

[[nodiscard]] TooltipModel BuildTooltipModel(const AppState& state, size_t pane);

}  // namespace ringscope
