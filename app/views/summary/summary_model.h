#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/table/summary.h"

namespace ringscope::summary {

// A line of the page: numbers in columns of their own, where it has any, and a text.
struct Line {
  std::string value, share;
  std::optional<double> bar;  // 0 to 1; none: the text stands in its place
  std::string text;
  std::string module;  // dim, at the end of the line; in front of it what was measured, where that is another value
  std::optional<FrameId> function;  // what a click chooses
};

struct Section {
  std::string title;
  std::string about;  // beside the title: "321 functions"
  std::vector<Line> lines;
};

struct Page {
  std::string title;  // of the profile
  std::string about;  // what of it, and how much that is; while nothing is known yet, why
  std::vector<Section> sections;
};

// One of the lists of groups: what it is called on the page and in JSON, and how many groups there are.
struct GroupList {
  std::string_view key, title;
  std::string count;  // "321 functions", "12 threads in 3 processes"
  const TopGroups& top;
  bool of_functions = false;
};
[[nodiscard]] std::array<GroupList, 4> GroupListsOf(const ProfileSummary& found);

[[nodiscard]] Page BuildPage(const AppState& state, const ViewState& view);

}  // namespace ringscope::summary
