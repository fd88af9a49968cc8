#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/table/summary.h"
#include "cct/transform/pipeline.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::summary {

struct FoundSummary;

// The inputs of a summary. An opened run of siblings is summed up with its caller.
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ContextId root = kRootContext;
  MetricIndex metric = 0;
  std::optional<MetricIndex> measured;  // for a metric without the recorder's cost: the metric with it
  SelfPlace self_place = SelfPlace::kContexts;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSummary;
  static constexpr std::string_view kLabel = "Summing up";
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};

// A summary, and for a comparison the functions whose self costs changed, the largest difference first.
struct FoundSummary : ProfileSummary {
  std::vector<FunctionChange> changes;
};

// The kind that shows the most important facts of a profile as a page: totals, the cost by function, package,
// module and thread, the deepest stack, recursion, and the records that its import left out.
[[nodiscard]] const ViewKind& Kind();

// A line of the page: a text, and numbers, if any, in columns of their own.
struct Line {
  std::string value, share;
  std::optional<double> bar;             // 0 to 1; std::nullopt: the text takes its place
  std::optional<DifferenceKind> change;  // of the bar, in a comparison
  std::string text;
  // Dim, at the end of the line: a measured value, the module, and the place of one of several functions with
  // the same name.
  std::string module;
  bool whole_module = false;  // `module` is numbers: left out rather than cut
  std::string place;          // in front of such a module: of one of several functions with the same name
  std::optional<FrameId> function;  // a click chooses this function
};

struct Section {
  std::string title;
  std::string about;  // beside the title: "321 functions"
  std::vector<Line> lines;
};

struct Page {
  std::string title;  // of the profile
  std::string about;  // the shown part of the profile and its size; before the answer, why it is missing
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
