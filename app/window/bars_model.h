#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The models of the bars above the charts.

struct Crumb {
  ViewRoot root;
  std::string name;
  std::string place;  // TellingPlace() of a function that shares its name with another on the path
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

// A kind of view in the bar above the charts.
struct KindChoice {
  const ViewKind* kind = nullptr;
  std::string tooltip;  // the question that the kind answers, or the data that the profile lacks
  bool can_be_shown = true;
  bool is_shown = false;
};

// All kinds, in the same order for all profiles. Kinds whose data the profile lacks keep their places.
struct ViewBarModel {
  std::vector<KindChoice> main;  // by name
  std::vector<KindChoice> more;  // in a menu
};
// Empty on the start page.
[[nodiscard]] ViewBarModel BuildViewBarModel(const AppState& state);

// A comparison of the active view with one click.
struct CompareOffer {
  std::string label;   // "words_before.cct"
  std::string detail;  // "open in a tab", or the folder of a file
  Action action;
};
[[nodiscard]] std::vector<CompareOffer> BuildCompareOffers(const AppState& state);

}  // namespace ringscope
