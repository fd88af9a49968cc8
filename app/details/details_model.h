#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/difference/difference_model.h"
#include "app/view/stack_text.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The lines of the details about a function's facts.
struct FrameFactLines {
  std::string of_class;  // "class JLex.CSpec, superclass java.lang.Object"
  std::string values;    // "receivers: at least 1,000  ·  returns self: yes"
};

// The costs of a context in one metric, with shares of the profile and of the centre, as text. Shares of the
// centre are empty for a context outside it.
struct DetailsCosts {
  std::string inclusive, inclusive_of_total, inclusive_of_view;
  std::string self, self_of_total, self_of_view;
  // For a row of the stack: the profile's cost, the largest of the column. All rows take the form that fits
  // it.
  std::string largest;
};

// One metric of the profile, with the subject's costs; a function has costs only in the chart's metric.
struct DetailsMetric : DetailsCosts {
  MetricIndex metric = 0;
  MetricIndex chosen = 0;  // the metric that a click on the row draws
  std::string name;
  std::string label;    // the name as the panel has it: "Before" for "time@before"
  std::string totals;   // "time: 3.24 µs in total, 792 ns (24.5 %) in the centre"
  bool active = false;  // the chart's metric
};

// One context of the call stack, in the active metric.
struct DetailsFrame : DetailsCosts {
  ContextId context = kNoContext;
  std::string name;
  std::string module;
  std::string place;
  float share_of_total = 0;  // for a bar, 0 to 1
  bool is_view_root = false;
  bool is_subject = false;
};

// The costs of all members of a fleet in one context: the selected one, or the centre.
struct DetailsMembers {
  std::string heading;  // "RANKS IN  solve"
  std::string remark;   // a hint, or a reason why members are missing; mostly empty
  struct Bar {
    float height = 0;  // 0 to 1
    std::string tip;   // "12 of 64: 10.0 µs to 12.0 µs"
  };
  std::vector<Bar> bars;  // by cost, equally wide; empty before the answer
  std::string least, mean, most;
  float mean_at = 0;  // from the least, 0, to the most, 1
  struct Row {
    std::string name;  // "rank 63"
    std::string cost;
    std::string beyond_mean;  // "+285 %"
    std::string file;         // the path of its profile; empty: unknown
  };
  std::vector<Row> worst;  // the dearest members, the dearest first
  size_t row_count = 0;    // the size of `worst` once the answer is there; 0: without a request
};

// The content of the details panel. The subject is the context under the pointer, else the function under the
// pointer or chosen in a table, else the selected context, else the view root.
struct DetailsModel {
  enum class Subject : uint8_t { kNone, kPointed, kFunction, kSelected, kViewRoot };
  Subject subject = Subject::kNone;
  ContextId context = kNoContext;
  std::optional<FrameId> function;  // if the subject is a function
  std::string name;
  std::string module;
  std::string place;
  std::string kind;      // "kernel", "inlined"; empty for ordinary code
  std::string children;  // "12 callees"; with callers first, "12 callers"; for "all", "12 functions"; for a
                         // function "321 contexts", empty before they are counted
  std::optional<FrameFactLines> facts;  // std::nullopt if the tree has no facts of any function
  // In a tree with types three lines, else none: the types of the receivers, of the results and of the
  // arguments in the calls of the context, or of all contexts of the function below the view root. An empty
  // line: unknown.
  std::vector<std::string> types;
  std::optional<std::string> colored;  // ColoredValueText() if a derived metric colours the chart
  std::string_view self_title = kSelfTitle;
  bool callers_cut_off = false;
  bool estimated = false;  // an import divided the costs among contexts

  bool is_rest = false;    // the pointer is on a rest segment, or an opened one is the centre
  std::string rest_count;  // "12,345 smaller contexts of 678 functions"
  std::string rest_share;  // "3.1 %", of the total
  std::string rest_of_view;
  std::string exact_name;  // the context at the very point, too small to draw

  bool has_members = false;  // the tree is of a fleet
  // How the members differ in the context, in the chart's metric: `member_lines` lines or none.
  std::vector<std::string> members;
  std::string most_member_file;  // the profile of the dearest member; empty: unknown
  size_t member_lines = 3;
  std::optional<DetailsMembers> ranking;

  std::vector<DetailsMetric> metrics;
  std::vector<ContextId> stack;  // outermost caller first, the context last; empty for a function
};

[[nodiscard]] DetailsModel BuildDetailsModel(const AppState& state);

// One row of the stack. Made alone, because a stack may have a million rows of which thirty are visible.
[[nodiscard]] DetailsFrame BuildDetailsFrame(const AppState& state, const DetailsModel& model, size_t row);

// The texts that the panel offers to copy from a metric's row.
[[nodiscard]] std::vector<CopyOffer> CopiesOf(const DetailsMetric& metric);

// "name (module)\tinclusive\tself"
[[nodiscard]] std::string StackRowText(const DetailsFrame& frame);
// The stack as text for the clipboard: "name (module)\tinclusive\tself", innermost first.
[[nodiscard]] std::string StackText(const AppState& state, const DetailsModel& model);

// The texts beside the pointer over a pane's chart.
struct TooltipModel {
  bool visible = false;
  std::string name;
  std::string share;                    // "12.3 % of total"
  std::string value;                    // "1.23 s"
  DifferenceWords difference;           // of a comparison
  std::vector<std::string> kind_lines;  // lines of the kind of view, and the value of the colour
  bool estimated = false;               // an import divided the cost among contexts
  std::vector<std::string> chain;       // the names of a compressed chain; some of a long chain are left out
  std::string hint;  // "click: back", "click: open", the exact context inside a rest segment
};

[[nodiscard]] TooltipModel BuildTooltipModel(const AppState& state, size_t pane);

}  // namespace ringscope
