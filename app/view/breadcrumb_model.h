#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

struct Crumb {
  ViewRoot root;
  std::string name;
  std::string place;  // of a function that has the name of another one on the path: where it is
  bool current = false;
};

// The path of the view root. Long paths show their first and their last steps; what lies between is counted.
struct BreadcrumbModel {
  std::vector<Crumb> crumbs;
  uint64_t hidden_count = 0;  // between crumbs[0] and crumbs[1]
  bool can_go_back = false;
  bool can_go_forward = false;
  bool can_go_up = false;
  bool at_whole_tree = true;
};

inline constexpr size_t kMaxCrumbs = 24;

[[nodiscard]] BreadcrumbModel BuildBreadcrumbModel(const AppState& state);

}  // namespace ringscope
