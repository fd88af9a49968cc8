#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/cli/commands/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

// A report with the fields of every table: the grouping, and the cost of the view root in each metric.
Report TableReport(const InputView& view, const TableOptions& options) {
  ReportValue::Array metrics;
  for (MetricIndex m = 0; m < view.tree().metric_count(); ++m) {
    const Metric& metric = view.tree().metrics()[m];
    metrics.push_back(
        ReportValue::Object{{"name", metric.name},
                            {"unit", metric.unit},
                            {"total", ExactDecimal{view.tree().Inclusive(view.roots(), m), metric.scale}}});
  }
  Report report;
  report.Field("by", WordOf(kGroupByWords, options.by));
  report.Field("metrics", std::move(metrics));
  return report;
}

// Fits over the points of one side, all functions of a group together.
struct GroupFits {
  std::vector<std::optional<FunctionFit>> fits;  // by group; std::nullopt: no points
  std::vector<double> self;
};
Result<GroupFits> FitGroups(const Cct& tree, const FrameGrouping& grouping, std::optional<Side> side) {
  GroupFits result{std::vector<std::optional<FunctionFit>>(grouping.size()),
                   std::vector<double>(grouping.size(), 0)};
  const PointFields point_fields(tree, PointCost::kInclusive, side),
      self_fields(tree, PointCost::kSelf, side);
  RINGSCOPE_ASSIGN(const std::vector<FunctionPoints> functions, PointsByFunction(tree, point_fields));
  std::vector<std::vector<InputPoint>> points(grouping.size());
  for (const FunctionPoints& function : functions) {
    std::vector<InputPoint>& of_group = points[grouping.GroupOf(function.frame)];
    of_group.insert(of_group.end(), function.points.begin(), function.points.end());
  }
  if (self_fields.exist()) {
    RINGSCOPE_ASSIGN(const std::vector<FunctionPoints> selfs, PointsByFunction(tree, self_fields));
    for (const FunctionPoints& function : selfs) {
      for (const InputPoint& point : function.points)
        result.self[grouping.GroupOf(function.frame)] += static_cast<double>(point.cost);
    }
  }
  for (uint32_t group = 0; group < grouping.size(); ++group) {
    if (!points[group].empty())
      result.fits[group] = FitFunction({0, SumPointsBySize(std::move(points[group]))});
  }
  return result;
}

// A column for each field, per group of functions; of a comparison one for each side, and the growth of the
// exponent. Errors: kInvalidArgument (the profile has no such points), kCancelled.
Result<std::vector<NumberColumn>> FitColumns(const InputView& view, const FrameGrouping& grouping,
                                             const std::vector<FitField>& fields) {
  std::vector<NumberColumn> columns;
  if (fields.empty()) return columns;
  const Cct& tree = view.tree();
  if (!PointFields(tree, PointCost::kInclusive).exist())
    return Fail(ErrorCode::kInvalidArgument,
                "--columns: expected costs by input size, found none: reports of aprof have them, and what "
                "`python3 -m ringscope_record --sizes` records");
  RINGSCOPE_ASSIGN(const GroupFits after, FitGroups(tree, grouping, LastSideOfPoints(tree)));
  GroupFits before;
  if (HavePointsSides(tree)) {
    RINGSCOPE_ASSIGN(before, FitGroups(tree, grouping, Side::kBefore));
  }
  const auto add = [&](std::string title, const auto& value_of) {
    columns.push_back({std::move(title), std::vector<double>(grouping.size(), NAN)});
    for (uint32_t group = 0; group < grouping.size(); ++group)
      columns.back().values[group] = value_of(group).value_or(NAN);
  };
  for (const FitField field : fields) {
    const auto of_side = [field](const GroupFits& side, uint32_t group) {
      return side.fits[group] ? ValueOf(field, *side.fits[group], side.self[group]) : std::nullopt;
    };
    const std::string word(WordOf(kFitFieldWords, field));
    if (!before.fits.empty()) add(word + "_before", [&](uint32_t group) { return of_side(before, group); });
    add(word, [&](uint32_t group) { return of_side(after, group); });
    if (before.fits.empty() || field != FitField::kC) continue;
    add(word + "_change", [&](uint32_t group) -> std::optional<double> {
      if (!after.fits[group] || !before.fits[group]) return std::nullopt;
      return ExponentChange(*after.fits[group], &*before.fits[group]);
    });
  }
  return columns;
}

Result<int> RunGroups(const InputView& view, const TableOptions& options) {
  const std::filesystem::path& file = options.input.file;
  RINGSCOPE_ASSIGN(const Groups groups, About(file, BuildGroups(view, options.by)));
  const auto& [grouping, sums] = groups;
  const TableSort sort = options.sort.value_or(TableSort::kSelf);
  GroupRows rows{view.tree(), grouping, SortedGroups(groups, view.view.metric, sort)};
  RINGSCOPE_ASSIGN(rows.derived, About(file, DerivedColumns(view, groups)));
  if (!options.columns.empty() && options.by != GroupBy::kFunction)
    return Refuse("--columns: expected --by function: sizes are of a function's own input");
  RINGSCOPE_ASSIGN(std::vector<NumberColumn> fits, About(file, FitColumns(view, grouping, options.columns)));
  const size_t left_out = LimitRows(options.limit, rows.group);
  const RowCosts costs{sums.self, sums.inclusive, sums.contexts, rows.group, std::move(fits)};
  Report report = TableReport(view, options);
  report.Field("derived", [&] {
    ReportValue::Array names;
    for (const DerivedMetric& metric : view.input.derived) names.emplace_back(metric.name);
    return names;
  }());
  ReportTable table = CostTable(rows, costs, view.view, std::string(WordOf(kGroupByWords, options.by)));
  table.left_out = left_out;
  table.empty =
      options.by == GroupBy::kThread ? "The profile has no threads" : "The profile has no functions";
  report.Add(std::move(table));
  TellOutside(view, groups, report);
  return About(file, Deliver(report, options.format));
}

// Sorts the rows of the table and cuts them to the limit; returns the number of rows left out.
size_t SortNeighbours(const InputView& view, const TableOptions& options, const FrameGrouping& grouping,
                      NeighbourTable& table) {
  const MetricIndex metric = view.view.metric;
  std::vector<size_t> order(table.group.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto name = [&](size_t row) { return GroupText(view.tree(), grouping, table.group[row]); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (options.sort == TableSort::kName) return name(a) < name(b);
    if (options.sort == TableSort::kContexts) return table.contexts[a] > table.contexts[b];
    if (options.sort == TableSort::kSelf) return table.self[metric][a] > table.self[metric][b];
    return table.inclusive[metric][a] > table.inclusive[metric][b];
  });
  const size_t left_out = LimitRows(options.limit, order);
  const auto sort = [&](auto& column) {
    auto sorted = column;
    sorted.resize(order.size());
    for (size_t row = 0; row < order.size(); ++row) sorted[row] = column[order[row]];
    column = std::move(sorted);
  };
  sort(table.group);
  sort(table.contexts);
  for (auto* columns : {&table.self, &table.inclusive}) std::for_each(columns->begin(), columns->end(), sort);
  return left_out;
}

// Whether a context of the group lies in the subtrees of `roots`. O(contexts of these subtrees).
bool OccursBelow(const Cct& tree, const FrameGrouping& grouping, uint32_t group, ContextRange roots) {
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId context = run.begin; context < run.end; ++context) {
      if (context != kRootContext && grouping.GroupOf(tree.FrameOf(context)) == group) return true;
    }
  }
  return false;
}

Result<int> RunNeighbours(const InputView& view, const TableOptions& options) {
  if (options.by == GroupBy::kThread)
    return Refuse("callers and callees: expected another --by than thread, as threads call nothing");
  const Cct& tree = view.tree();
  const bool callers = options.callers_of.has_value();
  const std::string& asked = callers ? *options.callers_of : *options.callees_of;
  FrameGrouping grouping = BuildFrameGrouping(tree.frames(), FunctionIndex(tree.frames()), options.by);
  RINGSCOPE_ASSIGN(const FoundGroup found, FindGroup(tree, asked, grouping));
  if (!found.group) return AnswerNo(found.why_none);
  const uint32_t of = *found.group;
  const auto build = [&] {
    WatchedJob job("adding up");
    job.total_units = tree.context_count();
    const NeighbourSide side = callers ? NeighbourSide::kCallers : NeighbourSide::kCallees;
    return BuildNeighbourTable(tree, grouping, of, side, view.roots(), &job);
  };
  RINGSCOPE_ASSIGN(NeighbourTable table, About(options.input.file, build()));
  // The view root may be a callee of a function that only occurs above it.
  if (options.view.root && !OccursBelow(tree, grouping, of, view.roots()))
    return AnswerNo(fmt::format("'{}': does not occur below '{}'", asked, *options.view.root));
  const size_t left_out = SortNeighbours(view, options, grouping, table);
  const GroupRows rows{tree, grouping, table.group};
  RowCosts costs{table.self, table.inclusive, table.contexts, std::vector<uint32_t>(rows.size())};
  std::iota(costs.at.begin(), costs.at.end(), 0u);
  Report report = TableReport(view, options);
  report.Line("{} of {} (under recursion rows may overlap)", callers ? "callers" : "callees",
              GroupText(tree, grouping, of));
  report.Field(callers ? "callers_of" : "callees_of", grouping.name[of]);
  ReportTable shown = CostTable(rows, costs, view.view, callers ? "caller" : "callee");
  shown.left_out = left_out;
  shown.empty = callers ? "Nothing calls it" : "It calls nothing";
  report.Add(std::move(shown));
  return About(options.input.file, Deliver(report, options.format));
}

Result<int> RunTable(const TableOptions& options) {
  const bool of_neighbours = options.callers_of || options.callees_of;
  if (of_neighbours) RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  return of_neighbours             ? RunNeighbours(view, options)
         : options.over_executions ? RunExecutionsTable(view, options)
                                   : RunGroups(view, options);
}

Result<int> RunMethods(const ProfileOptions& options) {
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  RINGSCOPE_ASSIGN(const Groups groups, About(options.input.file, BuildGroups(view, GroupBy::kFunction)));
  const Cct& tree = view.tree();
  const MetricIndex index = view.view.metric;
  const Metric& metric = tree.metrics()[index];
  const uint64_t total = groups.table.total[index];
  GroupRows rows{tree, groups.grouping, SortedGroups(groups, index, TableSort::kSelf)};
  RINGSCOPE_ASSIGN(rows.derived, About(options.input.file, DerivedColumns(view, groups)));
  const size_t left_out = LimitRows(options.limit, rows.group);

  const RowCosts costs{groups.table.self, groups.table.inclusive, groups.table.contexts, rows.group};
  ReportTable table = CostTable(rows, costs, view.view, "function", TabledMetrics::kOfView);
  table.key.clear();
  table.left_out = left_out;
  table.object = [&](size_t row) {
    const uint32_t group = rows.group[row];
    ReportValue::Object members{
        {"name", rows.NameOf(row)},
        {"module", rows.FrameOf(row).module},
        {"self", ExactDecimal{groups.table.self[index][group], metric.scale}},
        {"inclusive", ExactDecimal{groups.table.inclusive[index][group], metric.scale}},
        {"contexts", groups.table.contexts[group]}};
    AddDerived(rows, row, members);
    return members;
  };

  Report report;
  report.Line("{}: {} in {}{}", TerminalLine(metric.name), ValueText(total, metric.unit, metric.scale),
              CountedText(rows.size() + left_out, "function"), SumOfRunsText(view.input.tree, index));
  report.Add(std::move(table));
  TellOutside(view, groups, report);
  return Deliver(report, options.format);
}

// Adds the options that all tables have.
void AddTableOptions(CommandSyntax* command, TableOptions& options) {
  command->AddChoice("--by", kGroupByWords, options.by, "What the rows are; default: function");
  command->AddChoice<TableSort, 4>("--sort",
                                   {{{"self", TableSort::kSelf},
                                     {"inclusive", TableSort::kInclusive},
                                     {"contexts", TableSort::kContexts},
                                     {"name", TableSort::kName}}},
                                   options.sort,
                                   "Order of the rows; default: self, of callers and callees inclusive");
  AddLimit(command, options.limit);
  AddJson(command, options.format);
  command->AddSetter("--csv", options.format, ReportFormat::kCsv, "Print comma-separated values");
  command->AddSetter("--tsv", options.format, ReportFormat::kTsv, "Print tab-separated values");
  AddMarkdown(command, options.format);
  command->Exclusive({"--json", "--csv", "--tsv", "--markdown"});
}

void AddNeighbours(CommandTable& commands, const std::string& name, const std::string& description,
                   std::optional<std::string> TableOptions::*of) {
  const auto [command, options] = AddQuestion(commands, name, description, &RunTable);
  command
      ->AddOption("NAME", options->*of, "Name of a function, or a query; several functions are taken as one")
      ->Required()
      ->Query();
  AddTableOptions(command, *options);
  command->Example(fmt::format("ringscope {} run.cct parse", name), description)->footer =
      "Under recursion rows may overlap: their sum can exceed the function's cost.";
}

}  // namespace

void AddMethods(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "methods", "What each function costs, recursion counted once", &RunMethods);
  AddLimit(command, options->limit);
  AddJsonOrMarkdown(command, options->format);
  command->Example("ringscope methods run.cct --limit 20", "The twenty functions that cost most")
      ->Example("perf script | ringscope methods -", "Of what another program prints");
}

void AddTable(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "table", "What functions, modules, ... cost in every metric", &RunTable);
  AddTableOptions(command, *options);
  command->AddOption("--callers-of NAME", options->callers_of,
                     "Only the callers of this: a name, or a query, whose functions are taken as one. Under "
                     "recursion rows may overlap: their sum can exceed the cost of the function");
  command->AddOption("--callees-of NAME", options->callees_of,
                     "Only the callees of this: a name, or a query");
  OptionSyntax* const over =
      command->AddFlag("--over-executions", options->over_executions,
                       "Of a series or comparison: a column for each execution, in one metric");
  command
      ->AddFlag("--inclusive", options->inclusive,
                "With --over-executions: inclusive costs instead of self costs")
      ->Needs(over);
  command
      ->AddReader(
          "--columns COLUMNS",
          [&columns = options->columns](const std::string& word) {
            const auto field = ValueOfWord(kFitFieldWords, word);
            if (!field) return fmt::format("expected {}, found '{}'", WordList(kFitFieldWords), word);
            columns.push_back(*field);
            return std::string();
          },
          "Also how the costs of functions grow with their input: some of cost, self, calls, sizes, "
          "largest, a, b, c and r2 of the command fit, with commas between")
      ->Separator(',');
  command->Exclusive({"--callers-of", "--callees-of", "--over-executions", "--columns"});
  command
      ->Example("ringscope table run.cct --by module --sort inclusive",
                "What each module costs with all that it calls")
      ->Example("ringscope table run.cct --csv", "Every function, for a spreadsheet");
}

void AddCallers(CommandTable& commands) {
  AddNeighbours(commands, "callers", "Who calls a function, and what that costs", &TableOptions::callers_of);
}

void AddCallees(CommandTable& commands) {
  AddNeighbours(commands, "callees", "What a function spends in whom it calls", &TableOptions::callees_of);
}

}  // namespace ringscope
