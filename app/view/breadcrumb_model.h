#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

struct Crumb {
  ViewRoot root;
  std::string name;
  std::string place;  // of a function that shares its name with another on the path: where the function is
  bool current = false;
};

// The path of the view root. A long path shows its first and its last steps; the steps between are counted.
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
