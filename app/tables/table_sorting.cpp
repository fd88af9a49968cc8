#include "app/tables/table_sorting.h"

#include "app/tables/neighbours_model.h"
#include "app/tables/table_model.h"
#include "app/tables/tables_actions.h"

namespace ringscope {
namespace {

// What `next` says of the columns of the shown table becomes its order.
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
