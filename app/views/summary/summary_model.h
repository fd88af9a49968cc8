#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/table/summary.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {

// A line of the page: a text, and numbers, if any, in columns of their own.
struct Line {
  std::string value, share;
  std::optional<double> bar;             // 0 to 1; nothing: the text takes its place
  std::optional<DifferenceKind> change;  // of the bar, in a comparison
  std::string text;
  std::string module;  // dim, at the end of the line; behind the measured value, if that is another one
  bool whole_module = false;        // it is numbers: left out rather than cut
  std::optional<FrameId> function;  // a click chooses this function
};

struct Section {
  std::string title;
  std::string about;  // beside the title: "321 functions"
  std::vector<Line> lines;
};

struct Page {
  std::string title;  // of the profile
  std::string about;  // what of the profile, and how much that is; before the answer, why it is missing
  std::vector<Section> sections;
};

// A list of groups: its titles on the page and in JSON, and the number of groups.
struct GroupList {
  std::string_view key, title;
  std::string count;  // "321 functions", "12 threads in 3 processes"
  const TopGroups& top;
  bool of_functions = false;
};
[[nodiscard]] std::array<GroupList, 4> GroupListsOf(const ProfileSummary& found);

[[nodiscard]] Page BuildPage(const AppState& state, const ViewState& view);

}  // namespace ringscope::summary
