#include "app/tables/table_model.h"

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "app/tables/columns.h"
#include "app/view/stack_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNeighbourNameBytes = 2000;

const NeighbourOutcome* ShownNeighbours(const ViewState& view) {
  const NeighbourOutcome* outcome = view.slots.Get<NeighboursState>().task.result.get();
  return outcome != nullptr && outcome->sums != nullptr ? outcome : nullptr;
}

MetricIndex MetricOf(const ViewState& view, const NeighbourSums& sums) {
  return view.metric < sums.total.size() ? view.metric : 0;
}

void AddColumns(const Settings& settings, const ViewState& view, NeighboursModel& model) {
  const TableOrder& order = settings.*OrderOfNeighbours(view);
  model.Add("name", "", "", TableKey::kName);
  AddCostColumns(
      settings, view.tree(), view.metric,
      {.self_title = std::string(kSelfTitle),
       .self_means = "spent in these calls by the callee itself, without what it calls",
       .inclusive_means = "spent in these calls. The bar is its part of the function's inclusive cost"},
      model);
  if ((settings.*ColumnsOfTables(view.tree(), view.metric)).places)
    model.Add("contexts", "Contexts", "In how many contexts", TableKey::kContexts);
  model.SortBy(order);
}

void DescribeSides(const NeighbourOutcome& outcome, NeighboursModel& model) {
  model.callers.row_count = outcome.rows[0].size();
  // The top of the tree has a row among the callers, but is not counted as one.
  const NeighbourSums& sums = *outcome.sums;
  const auto functions = std::ranges::count_if(
      outcome.rows[0], [&](uint32_t row) { return sums.side[0].group[row] < sums.grouping->size(); });
  model.callers.title = CountedText(static_cast<uint64_t>(functions), "caller");
  model.callers.empty = "It does not occur below the centre";
  model.callees.row_count = outcome.rows[1].size();
  model.callees.title = CountedText(outcome.rows[1].size(), "callee");
  model.callees.empty = "It calls nothing";
}

void DescribeCentre(const ViewState& view, const NeighbourSums& sums, NeighboursModel& model) {
  if (sums.group == kNoGroup) {
    model.message = "This function is not in the tree that is shown";
    return;
  }
  const MetricIndex index = MetricOf(view, sums);
  static_cast<CostTexts&>(model) =
      CostTextsOf(sums.inclusive[index], sums.self[index], sums.total[index], sums.tree->metrics()[index]);
  if (sums.tree == view.shown.tree) model.frame = sums.grouping->first_frame[sums.group];
}

}  // namespace

NeighboursModel BuildNeighboursModel(const AppState& state) {
  NeighboursModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const NeighboursState& neighbours = view->slots.Get<NeighboursState>();
  model.loading = LoadingText(state, neighbours.task.job);
  AddColumns(state.settings, *view, model);
  if (neighbours.history.empty()) {
    model.message = "Click a function in the table, or right click one in the chart";
    return model;
  }
  const FunctionName& centre = neighbours.history[neighbours.at];
  model.name = FunctionText(centre.name, kMaxNeighbourNameBytes);
  model.module = DisplayText(centre.module, kMaxNeighbourNameBytes);
  model.can_go_back = neighbours.at > 0;
  model.can_go_forward = neighbours.at + 1 < neighbours.history.size();
  const NeighbourOutcome* outcome = ShownNeighbours(*view);
  if (outcome == nullptr) {
    if (neighbours.task.result != nullptr) model.message = neighbours.task.result->error;
    return model;
  }
  DescribeSides(*outcome, model);
  // While sums are made, the rows of the last centre stay; its costs must not stand beside the new name.
  if (outcome->sums->centre == centre) DescribeCentre(*view, *outcome->sums, model);
  return model;
}

TableRowModel BuildNeighbourRow(const AppState& state, const NeighboursModel& model, NeighbourSide side,
                                uint64_t index) {
  TableRowModel row;
  const ViewState* view = ActiveView(state);
  const NeighbourOutcome* outcome = view == nullptr ? nullptr : ShownNeighbours(*view);
  if (outcome == nullptr) return row;
  const auto& order = outcome->rows[static_cast<size_t>(side)];
  if (index >= order.size()) return row;
  const NeighbourSums& sums = *outcome->sums;
  const NeighbourTable& table = sums.side[static_cast<size_t>(side)];
  const LargestCosts& largest = outcome->largest[static_cast<size_t>(side)];
  const uint32_t at = order[index];
  const uint32_t group = table.group[at];
  TableCellModel name{.text = "(no caller)"};
  if (group < sums.grouping->size()) {
    const FrameId first = sums.grouping->first_frame[group];
    const Frame frame = sums.tree->frames()[first];
    name.text = FunctionText(sums.grouping->name[group], kMaxNeighbourNameBytes);
    name.tooltip = DisplayText(frame.module, kMaxNeighbourNameBytes);
    if (const std::string place = PlaceText(frame); !place.empty())
      name.tooltip += (name.tooltip.empty() ? "" : "\n") + place;
    if (group < sums.shares_name.size() && sums.shares_name[group] != 0)
      name.place = TellingPlace(frame, false);
    if (sums.tree == view->shown.tree) row.frame = first;
  }
  row.cells.push_back(std::move(name));
  const auto cost_of = [&](MetricIndex of, bool is_self) {
    return is_self ? table.self[of][at] : table.inclusive[of][at];
  };
  const auto more_calls = [&](MetricIndex before) {
    return sums.split[static_cast<size_t>(side)].Of(before, SplitRowOf(sums, group));
  };
  for (const TableColumnModel& column : model.columns) {
    const MetricIndex metric = column.index < sums.total.size() ? column.index : 0;
    if (column.key == TableKey::kInclusive) {
      const uint64_t value = table.inclusive[metric][at];
      TableCellModel cost =
          CostCell(*sums.tree, metric, value, sums.total[metric], largest.inclusive[metric]);
      // Bars are shares of the function's cost: as shares of the whole, those of a small function would all
      // look the same. A call from above the view root may cost more than the function does below it.
      const uint64_t of = sums.inclusive[metric];
      cost.bar = of == 0 ? -1 : std::min(1.0, static_cast<double>(value) / static_cast<double>(of));
      row.cells.push_back(std::move(cost));
    } else if (column.key == TableKey::kSelf) {
      row.cells.push_back(
          CostCell(*sums.tree, metric, table.self[metric][at], sums.total[metric], largest.self[metric]));
      row.cells.back().bar = -1;
    } else if (IsOfDifference(column.key)) {
      row.cells.push_back(DifferenceCell(*sums.tree, {*sums.tree, MetricOf(*view, sums)}, column.key,
                                         largest.inclusive, cost_of, more_calls));
    } else if (column.key == TableKey::kContexts) {
      row.cells.push_back({.text = CountText(table.contexts[at])});
    }
  }
  return row;
}

}  // namespace ringscope
