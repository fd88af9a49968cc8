#include "app/cli/commands/group_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/load.h"
#include "app/core/display_text.h"
#include "app/core/table_order.h"
#include "cct/export/export.h"
#include "cct/names/shown_name.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/select.h"
#include "cct/transform/pipeline.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNameBytes = 300;

// The groups with at least one frame among the matches.
std::vector<uint32_t> GroupsOf(const FrameGrouping& grouping, const FrameMatches& matches) {
  std::vector<uint32_t> groups;
  for (FrameId frame = 0; frame < grouping.group_of_frame.size(); ++frame) {
    if (matches.contains(frame) && grouping.group_of_frame[frame] != kNoGroup)
      groups.push_back(grouping.group_of_frame[frame]);
  }
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

// Removes the group of the synthetic root if it has no other context.
void RemoveGroupOfRoot(const Cct& tree, const FrameGrouping& grouping, std::vector<uint32_t>& groups) {
  const uint32_t of_root = grouping.GroupOf(tree.FrameOf(kRootContext));
  const auto at = std::find(groups.begin(), groups.end(), of_root);
  if (at == groups.end()) return;
  for (ContextId context = kRootContext + 1; context < tree.context_count(); ++context) {
    if (grouping.GroupOf(tree.FrameOf(context)) == of_root) return;
  }
  groups.erase(at);
}

// Merges several groups into the first one, which then has all of their calls.
void MergeGroups(const Cct& tree, const std::vector<uint32_t>& groups, const std::string& text,
                 FrameGrouping& grouping) {
  const uint32_t whole = groups[0];
  std::vector<bool> is_part(grouping.size());
  for (const uint32_t group : groups) is_part[group] = true;
  for (uint32_t& group : grouping.group_of_frame)
    if (group < is_part.size() && is_part[group]) group = whole;
  grouping.name[whole] = fmt::format(
      "{} ({})", text,
      CountedText(groups.size(), WordOf(kGroupByWords, grouping.by), TableGroupingOf(grouping.by).many));
  // A frame beyond the table: no frame stands for all groups.
  grouping.first_frame[whole] = tree.frames().size();
}

}  // namespace

Result<Groups> BuildGroups(const InputView& view, GroupBy by, std::span<const MetricIndex> metrics) {
  const Cct& tree = view.tree();
  Groups groups;
  groups.grouping = BuildFrameGrouping(tree.frames(), FunctionIndex(tree.frames()), by);
  WatchedJob job("adding up");
  job.total_units = tree.context_count();
  RINGSCOPE_ASSIGN(groups.table, BuildGroupTable(tree, groups.grouping, view.roots(), &job, 0, metrics));
  if (SelfIsInFirstRing(view) && by != GroupBy::kThread)
    TakeSelfFromFirstRing(tree, groups.grouping, view.roots(), groups.table, metrics);
  return groups;
}

bool SelfIsInFirstRing(const InputView& view) {
  const SelfPlace self_place = SelfPlaceAfter(view.input.pipeline);
  if (self_place == SelfPlace::kNowhere)
    PrintNote("callers come first in this tree: self is the cost of the stacks that begin with the function");
  return self_place == SelfPlace::kFirstRing;
}

std::vector<uint32_t> SortedGroups(const Groups& groups, MetricIndex metric, TableSort sort) {
  const auto& [grouping, table] = groups;
  std::vector<uint32_t> rows;
  for (uint32_t group = 0; group < grouping.size(); ++group) {
    if (table.contexts[group] != 0) rows.push_back(group);
  }
  const auto cost = [&, &columns = table](uint32_t group) -> uint64_t {
    switch (sort) {
      case TableSort::kSelf:
        return columns.self[metric][group];
      case TableSort::kInclusive:
        return columns.inclusive[metric][group];
      case TableSort::kContexts:
        return columns.contexts[group];
      case TableSort::kName:
        break;
    }
    return 0;
  };
  const auto& names = grouping.name;
  std::stable_sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
    if (cost(a) != cost(b)) return cost(a) > cost(b);
    return names[a] < names[b];
  });
  return rows;
}

Result<std::vector<NumberColumn>> DerivedColumns(const InputView& view, const Groups& groups) {
  const Cct& tree = view.tree();
  std::vector<NumberColumn> columns;
  const std::vector<DerivedMetric>& derived = view.input.derived;
  for (size_t k = 0; k < derived.size(); ++k) {
    const DerivedMetric& metric = derived[k];
    RINGSCOPE_ASSIGN(const BoundFormula formula, BoundFormula::Bind(tree, derived, k));
    for (const bool as_self : {true, false}) {
      NumberColumn column{metric.name + (as_self ? " self" : " inclusive"), {}};
      for (uint32_t group = 0; group < groups.grouping.size(); ++group)
        column.values.push_back(
            formula.EvaluateRow(groups.table.self, groups.table.inclusive, group, as_self));
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

Result<FoundGroup> FindGroup(const Cct& tree, const std::string& text, FrameGrouping& grouping) {
  std::vector<uint32_t> groups;
  std::optional<std::string> note;
  for (uint32_t group = 0; group < grouping.size(); ++group) {
    if (grouping.name[group] == text) groups.push_back(group);
  }
  if (groups.empty()) {
    RINGSCOPE_ASSIGN(const Query query, AboutOption(text, ParseQuery(text).map(WithDifferencesAsNames)));
    if (!IsFrameQuery(query)) {
      return Refuse("'{}': expected a query about functions alone (words, fn:, mod:, file:, class:, kind:)",
                    text);
    }
    note = UnknownFieldNote(query, false);
    RINGSCOPE_ASSIGN(const FrameMatches matches,
                     AboutOption(text, MatchFrames(tree.frames(), FunctionIndex(tree.frames()), query)));
    groups = GroupsOf(grouping, matches);
    // Functions of unknown module, file, ... have nothing in common and form no group.
    const auto is_unknown = [&](uint32_t group) { return grouping.name[group] == kUnknownGroup; };
    if (grouping.by != GroupBy::kFunction && std::any_of(groups.begin(), groups.end(), is_unknown)) {
      return Refuse("'{}': expected a name in rows of this kind, found functions of which it is unknown",
                    text);
    }
  }
  RemoveGroupOfRoot(tree, grouping, groups);
  if (groups.empty()) {
    return FoundGroup{std::nullopt,
                      fmt::format("'{}': no {} matches{}", text, WordOf(kGroupByWords, grouping.by),
                                  note ? "; " + *note : std::string())};
  }
  if (note) PrintNote(*note);
  if (groups.size() > 1) MergeGroups(tree, groups, text, grouping);
  return FoundGroup{groups[0], {}};
}

std::string GroupText(std::string_view name, std::string_view module) {
  std::string text = DisplayText(ShownName(name), kMaxNameBytes);
  if (!module.empty()) text += fmt::format(" [{}]", DisplayText(module, kMaxNameBytes));
  return text;
}

std::string GroupText(const Cct& tree, const FrameGrouping& grouping, uint32_t group) {
  if (group >= grouping.size()) return std::string(kNoCallerText);
  const Frame frame = tree.frames()[grouping.first_frame[group]];
  return GroupText(grouping.name[group],
                   grouping.by == GroupBy::kFunction ? frame.module : std::string_view{});
}

namespace {

// Texts of groups. Functions of one name have their places behind it: "f [lib] (a.c:12)". Expected O(g +
// bytes of names) for g groups of the grouping.
std::vector<std::string> GroupTexts(const Cct& tree, const FrameGrouping& grouping,
                                    const std::vector<uint32_t>& groups) {
  const bool of_functions = grouping.by == GroupBy::kFunction;
  const std::vector<uint8_t> shared = of_functions ? SharedNames(grouping) : std::vector<uint8_t>();
  std::vector<std::string> texts;
  for (const uint32_t group : groups) {
    std::string& text = texts.emplace_back(GroupText(tree, grouping, group));
    if (group < shared.size() && shared[group] != 0)
      text = WithTellingPlace(std::move(text), tree.frames()[grouping.first_frame[group]], true);
  }
  return texts;
}

}  // namespace

std::string_view GroupRows::NameOf(size_t row) const {
  return group[row] < grouping.size() ? std::string_view(grouping.name[group[row]]) : kNoCallerText;
}

Frame GroupRows::FrameOf(size_t row) const {
  return group[row] < grouping.size() ? tree.frames()[grouping.first_frame[group[row]]] : Frame{};
}

void AddCsvNames(const GroupRows& rows, ReportTable& table) {
  table.Csv("name", [&rows](size_t row) { return rows.NameOf(row); });
  if (rows.grouping.by != GroupBy::kFunction) return;
  table.Csv("module", [&rows](size_t row) { return rows.FrameOf(row).module; });
  table.Csv("file", [&rows](size_t row) { return rows.FrameOf(row).file; });
  table.Csv("line", [&rows](size_t row) -> ReportValue {
    const uint32_t line = rows.FrameOf(row).line;
    return line == 0 ? std::nullopt : std::optional(line);
  });
}

void AddNameText(const GroupRows& rows, std::string title, ReportTable& table) {
  const auto text = [&rows, texts = std::vector<std::string>()](size_t row) mutable {
    if (texts.empty()) texts = GroupTexts(rows.tree, rows.grouping, rows.group);
    return texts[row];
  };
  table.Text({std::move(title), TextTable::Align::kLeft}, text);
}

void AddDerived(const GroupRows& rows, size_t row, ReportValue::Object& members) {
  if (rows.derived.empty()) return;
  ReportValue::Array self, inclusive;
  for (size_t d = 0; d < rows.derived.size(); ++d)
    (d % 2 == 0 ? self : inclusive).emplace_back(rows.derived[d].values[rows.group[row]]);
  members.push_back({"derived_self", std::move(self)});
  members.push_back({"derived_inclusive", std::move(inclusive)});
}

namespace {

// The text column for the values of these rows.
ValueColumn ValuesOf(const std::vector<uint64_t>& values, const std::vector<uint32_t>& rows,
                     const Metric& metric) {
  uint64_t largest = 0;
  for (const uint32_t row : rows) largest = std::max(largest, values[row]);
  return {largest, metric.unit, metric.scale};
}

// Adds columns of numbers, for people and for CSV.
void AddNumbers(const std::vector<NumberColumn>& columns, const GroupRows& rows, auto text_of,
                ReportTable& table) {
  for (const NumberColumn& column : columns) {
    const auto value = [&rows, &column](size_t row) { return column.values[rows.group[row]]; };
    table.columns.push_back({.head = {column.title},
                             .csv = column.title,
                             .text = [=](size_t row) { return text_of(value(row)); },
                             .value = value});
  }
}

// The JSON object of a row in a table of all metrics.
ReportValue::Object RowValue(const GroupRows& rows, const RowCosts& costs, size_t row) {
  ReportValue::Object members{{"name", rows.NameOf(row)}};
  if (rows.grouping.by == GroupBy::kFunction) {
    const Frame frame = rows.FrameOf(row);
    members.push_back({"module", frame.module});
    members.push_back({"file", frame.file});
    members.push_back({"line", frame.line});
  }
  members.push_back({"contexts", costs.contexts[costs.at[row]]});
  for (const auto* columns : {&costs.self, &costs.inclusive}) {
    ReportValue::Array values;
    for (MetricIndex m = 0; m < rows.tree.metric_count(); ++m)
      values.emplace_back(ExactDecimal{(*columns)[m][costs.at[row]], rows.tree.metrics()[m].scale});
    members.push_back({columns == &costs.self ? "self" : "inclusive", std::move(values)});
  }
  AddDerived(rows, row, members);
  for (const NumberColumn& column : costs.fits) {
    const double value = column.values[rows.group[row]];
    const bool is_points = column.title == "self" || column.title == "cost";
    if (std::isfinite(value)) members.push_back({is_points ? "points_" + column.title : column.title, value});
  }
  return members;
}

}  // namespace

ReportTable CostTable(const GroupRows& rows, const RowCosts& costs, const ViewSpec& view,
                      std::string name_title, TabledMetrics of) {
  const Cct& tree = rows.tree;
  const ContextRange roots{view.root.context, view.root.context + 1};
  ReportTable table{.key = "rows", .rows = rows.size()};
  table.object = [&](size_t row) { return RowValue(rows, costs, row); };
  const auto contexts = [&costs](size_t row) { return costs.contexts[costs.at[row]]; };
  AddCsvNames(rows, table);
  table.Csv("contexts", contexts);
  // A narrow terminal keeps the columns of the chosen metric longest; the shares of other metrics go first,
  // then the last of the other metrics.
  const MetricIndex asked = view.metric;
  const bool is_alone = of == TabledMetrics::kOfView || tree.metric_count() == 1;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (is_alone && m != asked) continue;
    const Metric& metric = tree.metrics()[m];
    const std::string name = is_alone ? "" : DisplayText(metric.name, 40) + " ";
    const uint64_t total = tree.Inclusive(roots, m);
    for (const auto* columns : {&costs.self, &costs.inclusive}) {
      const std::string which = columns == &costs.self ? "self" : "inclusive";
      const auto value = [&costs, &column = (*columns)[m]](size_t row) { return column[costs.at[row]]; };
      const ValueColumn in_column = ValuesOf((*columns)[m], costs.at, metric);
      table.columns.push_back({.head = {name + which, TextTable::Align::kRight, m == asked ? 0 : m + 1},
                               .csv = MetricTitle(metric, which),
                               .text = [=](size_t row) { return in_column.Text(value(row)); },
                               .value =
                                   [=, scale = metric.scale](size_t row) {
                                     return ExactDecimal{value(row), scale};
                                   }});
      table.Text({"share", TextTable::Align::kRight, m == asked ? 0 : tree.metric_count() + 1},
                 [=](size_t row) { return ShareText(value(row), total); });
    }
  }
  AddNumbers(
      rows.derived, rows, [](double value) { return QuantityText(value); }, table);
  AddNumbers(
      costs.fits, rows, [](double value) { return std::isnan(value) ? "-" : fmt::format("{:.4g}", value); },
      table);
  table.Text({"contexts"}, [=](size_t row) { return CountText(contexts(row)); });
  AddNameText(rows, std::move(name_title), table);
  if (is_alone) return table;
  table.left_out_columns = [&tree, asked](uint32_t highest_rank) {
    size_t left_out = 0;
    for (MetricIndex m = 0; m < tree.metric_count(); ++m)
      left_out += m != asked && m + 1 > highest_rank ? 1 : 0;
    return left_out == 0 ? std::string()
                         : fmt::format("No room for {}: --metric chooses one, --csv has all",
                                       CountedText(left_out, "more metric"));
  };
  return table;
}

void TellOutside(const InputView& view, const Groups& groups, Report& report) {
  const MetricIndex m = view.view.metric;
  // Below any other root every context is a function's.
  if (groups.grouping.by == GroupBy::kThread || !view.roots().contains(kRootContext)) return;
  const uint64_t outside = CostOutside(groups.table, m);
  if (outside == 0) return;
  const Metric& metric = view.tree().metrics()[m];
  report.Line("outside of functions: {}, {}", ValueText(outside, metric.unit, metric.scale),
              ShareText(outside, groups.table.total[m]));
}

}  // namespace ringscope
