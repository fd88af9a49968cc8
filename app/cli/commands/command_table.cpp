#include <algorithm>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/group_rows.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "app/core/display_text.h"
#include "cct/base/enum_words.h"
#include "cct/base/json_writer.h"
#include "cct/base/number_text.h"
#include "cct/export/export.h"

namespace ringscope {
namespace {

using Align = TextTable::Align;

// A table with the order and the number of rows that were asked for.
struct Table {
  const InputView& view;
  const TableOptions& options;
  Groups groups;
  std::vector<uint32_t> rows;
  std::vector<NumberColumn> derived;  // per derived metric its self, then its inclusive column
  size_t left_out = 0;
};

struct Neighbours {
  const InputView& view;
  const TableOptions& options;
  FrameGrouping grouping;
  uint32_t of = 0;
  NeighbourTable table;
  size_t left_out = 0;
};

// What every JSON form of a table begins with.
void WriteHead(const InputView& view, const TableOptions& options, JsonWriter& json) {
  json.Key("by").String(WordOf(kGroupByWords, options.by));
  json.Key("metrics").BeginArray();
  for (MetricIndex m = 0; m < view.tree().metric_count(); ++m) {
    const Metric& metric = view.tree().metrics()[m];
    json.BeginObject();
    json.Key("name").String(metric.name);
    json.Key("unit").String(metric.unit);
    json.Key("total").Decimal(view.tree().Inclusive(view.roots(), m), metric.scale);
    json.EndObject();
  }
  json.EndArray();
}

void WriteGroup(const Cct& tree, const FrameGrouping& grouping, uint32_t group, uint64_t contexts,
                JsonWriter& json) {
  const bool is_group = group < grouping.size();
  json.Key("name").String(is_group ? std::string_view(grouping.name[group]) : kNoCallerText);
  if (grouping.by == GroupBy::kFunction) {
    const Frame frame = is_group ? tree.frames()[grouping.first_frame[group]] : Frame{};
    json.Key("module").String(frame.module);
    json.Key("file").String(frame.file);
    json.Key("line").Number(uint64_t{frame.line});
  }
  json.Key("contexts").Number(contexts);
}

// The values of one row, one per metric.
template <typename ValueOf>
void WriteValues(const Cct& tree, std::string_view key, JsonWriter& json, ValueOf value_of) {
  json.Key(key).BeginArray();
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) json.Decimal(value_of(m), tree.metrics()[m].scale);
  json.EndArray();
}

void WriteTable(const Table& table, JsonWriter& json) {
  const Cct& tree = table.view.tree();
  const auto& columns = table.groups.table;
  json.BeginObject();
  WriteHead(table.view, table.options, json);
  json.Key("derived").BeginArray();
  for (const DerivedMetric& metric : table.view.input.derived) json.String(metric.name);
  json.EndArray();
  json.Key("rows").BeginArray();
  for (const uint32_t group : table.rows) {
    json.BeginObject();
    WriteGroup(tree, table.groups.grouping, group, columns.contexts[group], json);
    WriteValues(tree, "self", json, [&](MetricIndex m) { return columns.self[m][group]; });
    WriteValues(tree, "inclusive", json, [&](MetricIndex m) { return columns.inclusive[m][group]; });
    WriteDerived(table.derived, group, json);
    json.EndObject();
  }
  json.EndArray().EndObject().Finish();
}

void WriteNeighbours(const Neighbours& neighbours, JsonWriter& json) {
  const Cct& tree = neighbours.view.tree();
  const NeighbourTable& table = neighbours.table;
  json.BeginObject();
  WriteHead(neighbours.view, neighbours.options, json);
  json.Key(neighbours.options.callers_of ? "callers_of" : "callees_of")
      .String(neighbours.grouping.name[neighbours.of]);
  json.Key("rows").BeginArray();
  for (size_t row = 0; row < table.group.size(); ++row) {
    json.BeginObject();
    WriteGroup(tree, neighbours.grouping, table.group[row], table.contexts[row], json);
    WriteValues(tree, "self", json, [&](MetricIndex m) { return table.self[m][row]; });
    WriteValues(tree, "inclusive", json, [&](MetricIndex m) { return table.inclusive[m][row]; });
    json.EndObject();
  }
  json.EndArray().EndObject().Finish();
}

// Two columns of values a metric, each with its share. On a terminal that is too narrow for all of them the
// metric that was asked for keeps its own; the shares of the others go first, then the last of the others.
std::vector<TextTable::Column> MetricColumns(const Cct& tree, MetricIndex metric) {
  std::vector<TextTable::Column> titles;
  const uint32_t of_shares = tree.metric_count() + 1;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const std::string name = tree.metric_count() == 1 ? "" : DisplayText(tree.metrics()[m].name, 40) + " ";
    const uint32_t rank = m == metric ? 0 : m + 1;
    const uint32_t rank_of_share = m == metric ? 0 : of_shares;
    for (const std::string_view value : {"self", "inclusive"}) {
      titles.push_back({name + std::string(value), Align::kRight, rank});
      titles.push_back({"share", Align::kRight, rank_of_share});
    }
  }
  return titles;
}

// As much of a table of all metrics as the terminal has room for. Returns how many metrics it has not.
size_t PrintFitting(const TextTable& text, const Cct& tree, MetricIndex metric, Output& out) {
  const std::optional<size_t> width = TerminalWidth();
  const uint32_t rank = width ? text.FittingRank(*width) : tree.metric_count() + 1;
  out.Write(text.Text(rank));
  size_t left_out = 0;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) left_out += m != metric && m + 1 > rank ? 1 : 0;
  return left_out;
}
void PrintLeftOutMetrics(size_t left_out, Output& out) {
  if (left_out != 0)
    out.Print("No room for {}: --metric chooses one, --csv has all\n", CountedText(left_out, "more metric"));
}

// Shares are of the metric that was asked for; the other metrics follow with their values.
void PrintTable(const Table& table, Output& out) {
  const Cct& tree = table.view.tree();
  const auto& columns = table.groups.table;
  const MetricIndex metric_index = table.view.view.metric;
  std::vector<TextTable::Column> titles = MetricColumns(tree, metric_index);
  for (const NumberColumn& column : table.derived) titles.push_back({column.title});
  titles.push_back({"contexts"});
  titles.push_back({std::string(WordOf(kGroupByWords, table.options.by)), Align::kLeft});
  TextTable text(std::move(titles));
  for (const uint32_t group : table.rows) {
    std::vector<std::string> cells;
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      const Metric& metric = tree.metrics()[m];
      for (const auto* values : {&columns.self, &columns.inclusive}) {
        cells.push_back(ValueText((*values)[m][group], metric.unit, metric.scale));
        cells.push_back(ShareText((*values)[m][group], columns.total[m]));
      }
    }
    for (const NumberColumn& column : table.derived) cells.push_back(DerivedCellText(column.values[group]));
    cells.push_back(CountText(columns.contexts[group]));
    cells.push_back(GroupText(tree, table.groups.grouping, group));
    text.AddRow(std::move(cells));
  }
  const size_t metrics_left_out = PrintFitting(text, tree, metric_index, out);
  if (table.rows.empty() && table.left_out == 0)
    out.Print("The profile has no {}\n", table.options.by == GroupBy::kThread ? "threads" : "functions");
  PrintLeftOut(table.left_out, out);
  PrintLeftOutMetrics(metrics_left_out, out);
}

void PrintNeighbours(const Neighbours& neighbours, Output& out) {
  const Cct& tree = neighbours.view.tree();
  const bool callers = neighbours.options.callers_of.has_value();
  const MetricIndex metric_index = neighbours.view.view.metric;
  std::vector<TextTable::Column> titles = MetricColumns(tree, metric_index);
  titles.push_back({"contexts"});
  titles.push_back({callers ? "caller" : "callee", Align::kLeft});
  TextTable text(std::move(titles));
  for (size_t row = 0; row < neighbours.table.group.size(); ++row) {
    std::vector<std::string> cells;
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      const Metric& metric = tree.metrics()[m];
      for (const auto* values : {&neighbours.table.self, &neighbours.table.inclusive}) {
        cells.push_back(ValueText((*values)[m][row], metric.unit, metric.scale));
        cells.push_back(ShareText((*values)[m][row], tree.Inclusive(neighbours.view.roots(), m)));
      }
    }
    cells.push_back(CountText(neighbours.table.contexts[row]));
    cells.push_back(GroupText(tree, neighbours.grouping, neighbours.table.group[row]));
    text.AddRow(std::move(cells));
  }
  out.Print("{} of {} (under recursion rows may overlap)\n", callers ? "callers" : "callees",
            GroupText(tree, neighbours.grouping, neighbours.of));
  const size_t metrics_left_out = PrintFitting(text, tree, metric_index, out);
  if (neighbours.table.group.empty() && neighbours.left_out == 0)
    out.Print("{}\n", callers ? "Nothing calls it" : "It calls nothing");
  PrintLeftOut(neighbours.left_out, out);
  PrintLeftOutMetrics(metrics_left_out, out);
}

char SeparatorOf(TableFormat format) { return format == TableFormat::kCsv ? ',' : '\t'; }

OrLine<int> RunGroups(const InputView& view, const TableOptions& options) {
  const auto line = [&](const Error& error) { return tl::unexpected(ErrorLine(options.input.file, error)); };
  Result<Groups> groups = BuildGroups(view, options.by);
  if (!groups) return line(groups.error());
  Result<std::vector<NumberColumn>> derived = DerivedColumns(view, *groups);
  if (!derived) return line(derived.error());
  Table table{view, options, std::move(*groups), {}, std::move(*derived), 0};
  table.rows = SortedGroups(table.groups, view.view.metric, options.sort.value_or(TableSort::kSelf));
  if (options.limit && *options.limit < table.rows.size()) {
    table.left_out = table.rows.size() - *options.limit;
    table.rows.resize(*options.limit);
  }
  Output out;
  if (options.format == TableFormat::kText) {
    PrintTable(table, out);
  } else if (options.format == TableFormat::kJson) {
    JsonWriter json([&out](std::string_view text) { out.Write(text); });
    WriteTable(table, json);
  } else if (const Result<void> written =
                 ExportGroups(view.tree(), table.groups.grouping, table.groups.table, table.rows,
                              table.derived, SeparatorOf(options.format), out.Sink());
             !written && !out.stopped()) {
    return line(written.error());
  }
  return out.Finish();
}

// Rows of the table in the order and number asked for.
void SortNeighbours(const TableOptions& options, MetricIndex metric, Neighbours& neighbours) {
  NeighbourTable& table = neighbours.table;
  std::vector<size_t> order(table.group.size());
  for (size_t row = 0; row < order.size(); ++row) order[row] = row;
  const auto name = [&](size_t row) {
    return GroupText(neighbours.view.tree(), neighbours.grouping, table.group[row]);
  };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (options.sort == TableSort::kName) return name(a) < name(b);
    if (options.sort == TableSort::kContexts) return table.contexts[a] > table.contexts[b];
    if (options.sort == TableSort::kSelf) return table.self[metric][a] > table.self[metric][b];
    return table.inclusive[metric][a] > table.inclusive[metric][b];
  });
  if (options.limit && *options.limit < order.size()) {
    neighbours.left_out = order.size() - *options.limit;
    order.resize(*options.limit);
  }
  NeighbourTable sorted;
  sorted.self.resize(table.self.size());
  sorted.inclusive.resize(table.inclusive.size());
  for (const size_t row : order) {
    sorted.group.push_back(table.group[row]);
    sorted.contexts.push_back(table.contexts[row]);
    for (size_t m = 0; m < table.inclusive.size(); ++m) {
      sorted.self[m].push_back(table.self[m][row]);
      sorted.inclusive[m].push_back(table.inclusive[m][row]);
    }
  }
  table = std::move(sorted);
}

// Whether a context of the group lies in the subtrees of `roots`. O(contexts of these).
bool OccursBelow(const Cct& tree, const FrameGrouping& grouping, uint32_t group, ContextRange roots) {
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId context = run.begin; context < run.end; ++context) {
      if (context != kRootContext && grouping.GroupOf(tree.FrameOf(context)) == group) return true;
    }
  }
  return false;
}

OrLine<int> RunNeighbours(const InputView& view, const TableOptions& options) {
  if (options.by == GroupBy::kThread)
    return tl::unexpected(std::string("callers and callees: threads have none"));
  const Cct& tree = view.tree();
  Neighbours neighbours{
      view, options, BuildFrameGrouping(tree.frames(), FunctionIndex(tree.frames()), options.by), 0, {}, 0};
  const OrLine<FoundGroup> found =
      FindGroup(tree, options.callers_of ? *options.callers_of : *options.callees_of, neighbours.grouping);
  if (!found) return tl::unexpected(found.error());
  if (!found->group) return AnswerNo(found->why_none);
  neighbours.of = *found->group;
  {
    JobControl job;
    job.total_units = tree.context_count();
    const JobWatch watch(job, "adding up");
    Result<NeighbourTable> table = BuildNeighbourTable(
        tree, neighbours.grouping, neighbours.of,
        options.callers_of ? NeighbourSide::kCallers : NeighbourSide::kCallees, view.roots(), &job);
    if (!table) return tl::unexpected(ErrorLine(options.input.file, table.error()));
    neighbours.table = std::move(*table);
  }
  // The root of the view can be a callee of a function that is above it only.
  if (options.view.root && !OccursBelow(tree, neighbours.grouping, neighbours.of, view.roots())) {
    return AnswerNo(fmt::format("'{}': does not occur below '{}'",
                                options.callers_of ? *options.callers_of : *options.callees_of,
                                *options.view.root));
  }
  SortNeighbours(options, view.view.metric, neighbours);
  Output out;
  if (options.format == TableFormat::kText) {
    PrintNeighbours(neighbours, out);
  } else if (options.format == TableFormat::kJson) {
    JsonWriter json([&out](std::string_view text) { out.Write(text); });
    WriteNeighbours(neighbours, json);
  } else if (const Result<void> written =
                 ExportNeighbours(tree, neighbours.grouping, neighbours.table, kNoCallerText,
                                  SeparatorOf(options.format), out.Sink());
             !written && !out.stopped()) {
    return tl::unexpected(ErrorLine(options.input.file, written.error()));
  }
  return out.Finish();
}

}  // namespace

int RunTable(const TableOptions& options) {
  const bool of_neighbours = options.callers_of || options.callees_of;
  if (const auto problem = of_neighbours ? UnusedDefineProblem(options.input) : std::nullopt)
    return ReportError(*problem);
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  const OrLine<int> exit_code = of_neighbours ? RunNeighbours(*view, options) : RunGroups(*view, options);
  return exit_code ? *exit_code : ReportError(exit_code.error());
}

}  // namespace ringscope
