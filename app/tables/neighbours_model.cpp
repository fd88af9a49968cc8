#include "app/tables/neighbours_model.h"

#include <algorithm>
#include <utility>

#include "cct/base/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNameBytes = 2000;

const NeighbourOutcome* ShownOutcome(const ViewState& view) {
  const NeighbourOutcome* outcome = view.neighbours.task.result.get();
  return outcome != nullptr && outcome->sums != nullptr ? outcome : nullptr;
}

MetricIndex MetricOf(const ViewState& view, const NeighbourSums& sums) {
  return view.metric < sums.total.size() ? view.metric : 0;
}

void AddColumns(const ViewState& view, const TableOrder& order, NeighboursModel& model) {
  const Cct& tree = view.tree();
  const bool estimated = tree.report().EstimateOf(tree.metrics()[view.metric].name) != nullptr;
  const std::string mark = estimated ? " ~" : "", tooltip = estimated ? "In part an estimate" : "";
  model.Add("name", "", "", TableKey::kName);
  model.Add("inclusive", "Inclusive" + mark, tooltip, TableKey::kInclusive);
  model.Add("self", "Self" + mark, tooltip, TableKey::kSelf);
  model.Add("contexts", "Contexts", "In how many contexts", TableKey::kContexts);
  model.SortBy(order);
}

void DescribeSides(const NeighbourOutcome& outcome, NeighboursModel& model) {
  model.callers.row_count = outcome.rows[0].size();
  model.callers.title = CountedText(outcome.rows[0].size(), "caller");
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
  const NeighboursState& neighbours = view->neighbours;
  model.loading = LoadingText(state, neighbours.task.job);
  AddColumns(*view, state.settings.neighbour_order, model);
  if (neighbours.history.empty()) {
    model.message = "Click a function in the table, or right click one in the chart";
    return model;
  }
  const FunctionName& centre = neighbours.history[neighbours.at];
  model.name = DisplayText(ShownName(centre.name), kMaxNameBytes);
  model.module = DisplayText(centre.module, kMaxNameBytes);
  model.can_go_back = neighbours.at > 0;
  model.can_go_forward = neighbours.at + 1 < neighbours.history.size();
  const NeighbourOutcome* outcome = ShownOutcome(*view);
  if (outcome == nullptr) {
    if (neighbours.task.result != nullptr) model.message = neighbours.task.result->error;
    return model;
  }
  DescribeSides(*outcome, model);
  // Rows may be of the function before while others come, but the numbers at its name may not.
  if (outcome->sums->centre == centre) DescribeCentre(*view, *outcome->sums, model);
  return model;
}

TableRowModel BuildNeighbourRow(const AppState& state, NeighbourSide side, uint64_t index) {
  TableRowModel row;
  const ViewState* view = ActiveView(state);
  const NeighbourOutcome* outcome = view == nullptr ? nullptr : ShownOutcome(*view);
  if (outcome == nullptr) return row;
  const auto& order = outcome->rows[static_cast<size_t>(side)];
  if (index >= order.size()) return row;
  const NeighbourSums& sums = *outcome->sums;
  const NeighbourTable& table = sums.side[static_cast<size_t>(side)];
  const uint32_t at = order[index];
  const uint32_t group = table.group[at];
  TableCellModel name{.text = "(no caller)"};
  if (group < sums.grouping->size()) {
    const FrameId first = sums.grouping->first_frame[group];
    const Frame frame = sums.tree->frames()[first];
    name.text = DisplayText(ShownName(sums.grouping->name[group]), kMaxNameBytes);
    name.tooltip = DisplayText(frame.module, kMaxNameBytes);
    if (const std::string place = PlaceText(frame); !place.empty())
      name.tooltip += (name.tooltip.empty() ? "" : "\n") + place;
    if (group < sums.shares_name.size() && sums.shares_name[group] != 0)
      name.place = TellingPlace(frame, false);
    if (sums.tree == view->shown.tree) row.frame = first;
  }
  const MetricIndex metric = MetricOf(*view, sums);
  row.cells.push_back(std::move(name));
  const uint64_t value = table.inclusive[metric][at];
  TableCellModel cost = ValueCell(value, sums.total[metric], sums.tree->metrics()[metric]);
  // Of a function that costs little of the whole, bars of the whole would all look the same.
  const uint64_t of = sums.inclusive[metric];
  // A call from above the centre holds more than what the caller costs below it.
  cost.bar = of == 0 ? -1 : std::min(1.0, static_cast<double>(value) / static_cast<double>(of));
  row.cells.push_back(std::move(cost));
  TableCellModel self = ValueCell(table.self[metric][at], sums.total[metric], sums.tree->metrics()[metric]);
  self.bar = -1;
  row.cells.push_back(std::move(self));
  row.cells.push_back({.text = CountText(table.contexts[at])});
  return row;
}

}  // namespace ringscope
