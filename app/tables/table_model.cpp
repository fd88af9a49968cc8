#include "app/tables/table_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "app/tables/columns.h"
#include "app/tables/tables.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/stack_text.h"
#include "app/view/steps/context_steps.h"
#include "cct/base/text/number_text.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/frame_groups.h"

namespace ringscope {
namespace {

constexpr size_t kMaxRowNameBytes = 2000;

// The outcome with the rows to be shown; null while there is none.
const TableOutcome* ShownOutcome(const ViewState& view) {
  const TableOutcome* outcome = view.slots.Get<TableState>().task.result.get();
  return outcome != nullptr && outcome->sums != nullptr ? outcome : nullptr;
}

bool IsOfShownTree(const ViewState& view, const GroupSums& sums) { return sums.tree == view.shown.tree; }

MetricIndex MetricOf(const ViewState& view, const GroupSums& sums) {
  return view.metric < sums.table.self.size() ? view.metric : 0;
}

void AddColumns(const AppState& state, const ViewState& view, GroupBy by, bool has_modules,
                TableModel& model) {
  const Cct& tree = view.tree();
  model.Add("name", std::string(TableGroupingOf(by).label),
            fmt::format("Each {} once, with all that calls it below the centre", WordOf(kGroupByWords, by)),
            TableKey::kName);
  const bool places = (state.settings.*ColumnsOfTables(tree, view.metric)).places;
  if (has_modules && places) model.Add("module", "Module", "Library, program or package", TableKey::kModule);
  const SelfPlace self_place = SelfPlaceAfter(view.pipeline.applied);
  const bool begins_there = self_place == SelfPlace::kNowhere;
  std::string self_means = begins_there ? std::string(kOutermostMeaning) : "without what it calls";
  if (self_place == SelfPlace::kFirstRing) self_means += "\nThe first ring's cost, as callers come first";
  AddCostColumns(state.settings, tree, view.metric,
                 {.self_title = std::string(begins_there ? kOutermostTitle : kSelfTitle),
                  .self_means = std::move(self_means),
                  .inclusive_means = "with what it calls, recursion counted once",
                  .self_first = true},
                 model);
  for (const BoundDerivedMetric& metric : model.derived) {
    // A comparison's difference of the drawn metric has columns already.
    if (!places || (metric.sides && metric.sides == SidesOf(tree.metrics(), view.metric))) continue;
    model.Add("derived/" + metric.name, DisplayText(metric.name, 80),
              "Computed from the inclusive values unless it says self(...)", TableKey::kDerived, metric.name);
  }
  if (const auto calls = FindCallsMetric(tree); calls && *calls != view.metric && places)
    model.Add("calls", "Calls", "How often it was called", TableKey::kCalls);
  if (places) model.Add("contexts", "Contexts", "In how many calling contexts", TableKey::kContexts);
  if (by == GroupBy::kFunction && !tree.types().empty() && places)
    model.Add("receiver-types", "Called on", "The types of the objects that it is called on, by calls",
              TableKey::kReceiverTypes);
  model.SortBy(state.settings.*OrderOfTable(view));
}

// The group of a context; by thread, that of the nearest context on its path that has a group.
uint32_t GroupOfContext(const Cct& tree, const FrameGrouping& grouping, ContextId context) {
  if (context == kRootContext || context >= tree.context_count()) return kNoGroup;
  if (grouping.by != GroupBy::kThread) return grouping.GroupOf(tree.FrameOf(context));
  const std::vector<ContextId> path = tree.PathTo(context);
  for (size_t i = path.size(); i-- > 0;) {
    const uint32_t group = grouping.GroupOf(tree.FrameOf(path[i]));
    if (group != kNoGroup) return group;
  }
  return kNoGroup;
}

// The query that selects the contexts of a group which is no function.
std::string QueryOf(const GroupSums& sums, uint32_t group) {
  return QueryOfGroup(sums.tree->frames()[sums.grouping->first_frame[group]], sums.grouping->by);
}

std::optional<uint64_t> RowOf(const TableOutcome& outcome, uint32_t group) {
  if (group >= outcome.row_of_group.size() || outcome.row_of_group[group] == TableOutcome::kNoRow)
    return std::nullopt;
  return outcome.row_of_group[group];
}

// Finds the selected row and the lit row.
void FindRows(const ViewState& view, const TableOutcome& outcome, TableModel& model) {
  const GroupSums& sums = *outcome.sums;
  if (!IsOfShownTree(view, sums)) return;
  const FrameGrouping& grouping = *sums.grouping;
  const auto row_of = [&](ContextId context) {
    return RowOf(outcome, GroupOfContext(view.tree(), grouping, context));
  };
  if (grouping.by == GroupBy::kFunction) {
    // Groups of functions are numbered as the functions are.
    const FunctionId lit = LitFunction(view);
    if (lit != kNoFunction) model.lit = RowOf(outcome, lit);
    if (view.chosen_function)
      model.selected = RowOf(outcome, view.functions().FunctionOf(*view.chosen_function));
    else
      model.selected = row_of(view.selected);
    return;
  }
  if (view.pointed && view.pointed->rest.empty()) model.lit = row_of(view.pointed->context);
  model.selected = row_of(view.selected);
  if (view.search.empty()) return;
  // A click on a row searches for it: the row of the present search is selected, if there is one.
  constexpr size_t kMostTried = 5000;
  if (outcome.rows.empty()) return;
  const std::string any = QueryOf(sums, outcome.rows[0]);
  if (!view.search.starts_with(any.substr(0, any.find(':') + 1))) return;
  for (size_t row = 0; row < std::min(outcome.rows.size(), kMostTried); ++row) {
    if (QueryOf(sums, outcome.rows[row]) != view.search) continue;
    model.selected = row;
    return;
  }
}

void DescribeCounts(const ViewState& view, const TableOutcome& outcome, TableModel& model) {
  const GroupSums& sums = *outcome.sums;
  const std::string_view one = WordOf(kGroupByWords, sums.grouping->by);
  const std::string_view many = TableGroupingOf(sums.grouping->by).many;
  const std::string_view what = outcome.occurring == 1 ? one : many;
  model.row_count = outcome.rows.size();
  model.count = fmt::format("{} {}", CountText(outcome.occurring), what);
  if (outcome.rows.size() != outcome.occurring)
    model.count = fmt::format("{} of {}", CountText(outcome.rows.size()), model.count);
  const MetricIndex index = MetricOf(view, sums);
  const Metric& metric = sums.tree->metrics()[index];
  model.short_total = ValueText(sums.table.total[index], metric.unit, metric.scale);
  model.total = model.short_total + " in all";
  if (sums.tree->report().EstimateOf(metric.name) != nullptr) {
    model.total += ", partly an estimate";
    model.short_total.insert(0, "~");
  }
  if (!outcome.filter_problem.empty()) {
    model.message = outcome.filter_problem;
  } else if (outcome.occurring == 0) {
    model.message = fmt::format("There are no {} here", many);
  } else if (outcome.rows.empty()) {
    model.message = fmt::format("No {} of this name", one);
  }
}

bool ShowsModules(const TableModel& model) {
  return std::ranges::any_of(model.columns,
                             [](const TableColumnModel& one) { return one.key == TableKey::kModule; });
}

TableCellModel DerivedCell(const GroupSums& sums, const BoundDerivedMetric& metric, uint32_t group) {
  if (metric.sides) {
    const auto& inclusive = sums.table.inclusive;
    return {.text = SignedDifferenceText(inclusive[metric.sides->before][group],
                                         inclusive[metric.sides->after][group],
                                         sums.tree->metrics()[metric.sides->after])};
  }
  return {.text =
              QuantityText(metric.formula.EvaluateRow(sums.table.self, sums.table.inclusive, group, false))};
}

}  // namespace

std::string LoadingText(const AppState& state, JobId id) {
  for (const JobState& job : state.jobs) {
    if (job.id != id || id == kNoJob) continue;
    return job.share() <= 0 ? job.label : job.label + " " + ProgressText(job.share());
  }
  return {};
}

TableCellModel ValueCell(uint64_t value, uint64_t total, uint64_t largest, const Metric& metric) {
  TableCellModel cell{.text = ValueColumn(largest, metric.unit, metric.scale).Text(value),
                      .share = ShareText(value, total),
                      .bar = total == 0 ? -1 : static_cast<double>(value) / static_cast<double>(total),
                      .is_cost = true};
  const std::string exact = ExactValueText(value, metric.unit, metric.scale);
  if (value != 0 && exact != cell.text) cell.tooltip = exact;
  return cell;
}

void TableHead::Add(std::string id, std::string title, std::string tooltip, TableKey key,
                    std::string metric) {
  columns.push_back({std::move(id), std::move(title), std::move(tooltip), key, std::move(metric), 0});
}

void TableHead::SortBy(const TableOrder& order) {
  descending = order.descending;
  const auto find = [&](const std::string& metric) {
    for (size_t i = 0; i < columns.size() && !sorted_by; ++i) {
      if (columns[i].key == order.key && columns[i].metric == metric) sorted_by = i;
    }
  };
  find(order.metric);
  // Else the columns of the drawn metric, which have no `metric`: the profile may lack that of the order.
  if (order.key != TableKey::kDerived) find({});
}

TableOrder OrderFrom(const TableColumnModel& column, bool descending) {
  return {column.key, descending, column.metric};
}

TableModel BuildTableModel(const AppState& state) {
  TableModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const auto& task = view->slots.Get<TableState>().task;
  model.loading = LoadingText(state, task.job);
  const TableOutcome* outcome = ShownOutcome(*view);
  if (outcome == nullptr) {
    if (task.result != nullptr) model.message = task.result->error;
    AddColumns(state, *view, state.settings.table_by, false, model);
    return model;
  }
  // Rows add up several contexts, so they have no values of metrics that are defined for one context alone.
  std::vector<DerivedMetric> derived = DerivedColumnsOf(state.settings, *outcome->sums->tree, view->color);
  std::erase_if(derived, [](const DerivedMetric& one) { return IsOfOneContext(one); });
  model.derived = BoundDerivedMetrics(*outcome->sums->tree, derived);
  std::erase_if(model.derived, [](const BoundDerivedMetric& one) { return one.formula.IsOfOneContext(); });
  AddColumns(state, *view, outcome->sums->grouping->by, outcome->sums->has_modules, model);
  DescribeCounts(*view, *outcome, model);
  FindRows(*view, *outcome, model);
  return model;
}

TableRowModel BuildTableRow(const AppState& state, const TableModel& model, uint64_t index) {
  TableRowModel row;
  const ViewState* view = ActiveView(state);
  const TableOutcome* outcome = view == nullptr ? nullptr : ShownOutcome(*view);
  if (outcome == nullptr || index >= outcome->rows.size()) return row;
  row.selected = model.selected == index;
  row.lit = model.lit == index;
  const GroupSums& sums = *outcome->sums;
  const uint32_t group = outcome->rows[index];
  const FrameId first = sums.grouping->first_frame[group];
  const Frame frame = sums.tree->frames()[first];
  const bool is_function = sums.grouping->by == GroupBy::kFunction;
  if (!is_function) {
    row.query = QueryOf(sums, group);
    if (sums.grouping->by == GroupBy::kFile && IsOfShownTree(*view, sums)) row.in_file = first;
  } else if (IsOfShownTree(*view, sums)) {
    row.frame = first;
  }
  const auto cost = [&](const TableColumnModel& column, const std::vector<std::vector<uint64_t>>& values,
                        const std::vector<uint64_t>& largest) {
    // The sums may be of the last shown tree, which may have fewer metrics.
    const MetricIndex metric = column.index < values.size() ? column.index : 0;
    return CostCell(*sums.tree, metric, values[metric][group], sums.table.total[metric], largest[metric]);
  };
  const auto cost_of = [&](MetricIndex metric, bool is_self) {
    return is_self ? sums.table.self[metric][group] : sums.table.inclusive[metric][group];
  };
  const auto more_calls = [&](MetricIndex before) { return sums.split.Of(before, group); };
  for (const TableColumnModel& column : model.columns) {
    TableCellModel cell;
    switch (column.key) {
      case TableKey::kName:
        cell.text = FunctionText(sums.grouping->name[group], kMaxRowNameBytes);
        if (is_function) cell.tooltip = PlaceText(frame);
        if (group < sums.shares_name.size() && sums.shares_name[group] != 0)
          cell.place = TellingPlace(frame, ShowsModules(model));
        break;
      case TableKey::kModule:
        cell.text = DisplayText(ModuleNameOf(frame.module), kMaxRowNameBytes);
        cell.tooltip = DisplayText(frame.module, kMaxRowNameBytes);
        break;
      case TableKey::kSelf:
        cell = cost(column, sums.table.self, outcome->largest.self);
        break;
      case TableKey::kInclusive:
        cell = cost(column, sums.table.inclusive, outcome->largest.inclusive);
        break;
      case TableKey::kCalls:
        if (const auto calls = FindCallsMetric(*sums.tree))
          cell.text = ValueText(sums.table.self[*calls][group], "", sums.tree->metrics()[*calls].scale);
        break;
      case TableKey::kContexts:
        cell.text = CountText(sums.table.contexts[group]);
        break;
      case TableKey::kReceiverTypes:
        if (group < sums.receivers.size())
          cell.text = TypesText(sums.tree->types(), sums.receivers[group].Shares(), 2);
        if (group < sums.receivers.size() && sums.receivers[group].size() > 1)
          cell.tooltip = CallsByTypeText(sums.tree->types(), sums.receivers[group].Shares());
        break;
      case TableKey::kLayer:
        break;
      case TableKey::kDifference:
      case TableKey::kSelfDifference:
      case TableKey::kShareDifference:
      case TableKey::kPercent:
      case TableKey::kSelfPercent:
      case TableKey::kSplitCalls:
      case TableKey::kSplitCost:
        cell = DifferenceCell(*sums.tree, {*sums.tree, MetricOf(*view, sums)}, column.key,
                              outcome->largest.inclusive, cost_of,
                              sums.split.more_calls.empty() ? MoreCallsOfRow() : MoreCallsOfRow(more_calls));
        break;
      case TableKey::kDerived:
        for (const BoundDerivedMetric& derived : model.derived) {
          if (derived.name == column.metric) cell = DerivedCell(sums, derived, group);
        }
        break;
    }
    row.cells.push_back(std::move(cell));
  }
  return row;
}

std::optional<Action> ChooseTableRow(const TableRowModel& row) {
  if (row.frame) return action::ChooseFunction{*row.frame};
  if (!row.query.empty()) return action::ChooseGroup{row.query};
  return std::nullopt;
}

namespace {

// The action that sorts the shown table by the order that `next` chooses from its head.
std::optional<Action> Sort(const AppState& state, TableOrder (*next)(const TableHead&)) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  if (DockShows(state, DockTab::kFunctions)) return action::SortTable{next(BuildTableModel(state))};
  if (DockShows(state, DockTab::kCallers)) return action::SortNeighbours{next(BuildNeighboursModel(state))};
  return std::nullopt;
}

TableOrder ByNextColumn(const TableHead& head) {
  const size_t at = head.sorted_by ? (*head.sorted_by + 1) % head.columns.size() : 0;
  const TableKey key = head.columns[at].key;
  return OrderFrom(head.columns[at], key != TableKey::kName && key != TableKey::kModule);
}

TableOrder OtherWay(const TableHead& head) {
  return OrderFrom(head.columns[head.sorted_by.value_or(0)], !head.descending);
}

}  // namespace

std::optional<Action> SortByNextColumn(const AppState& state) { return Sort(state, ByNextColumn); }

std::optional<Action> SortOtherWay(const AppState& state) { return Sort(state, OtherWay); }

std::string NothingToSort(const AppState& state) {
  if (ActiveView(state) == nullptr || SortOtherWay(state)) return {};
  if (DockShows(state, DockTab::kTree) || DockShows(state, DockTab::kMatches))
    return "This table always has what costs most on top";
  return "Show functions, or callers and callees, to sort them";
}

}  // namespace ringscope
