#include "app/tables/table_model.h"

#include <fmt/format.h>

#include <utility>

#include "app/search/search.h"
#include "app/search/search_model.h"
#include "app/tables/columns.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"

namespace ringscope {
namespace {

// Leaves out the package, so that callers further up have room.
std::string ShortCallerName(const Cct& tree, ContextId context) {
  constexpr size_t kMostCallerBytes = 120;
  const std::string_view name = tree.frames().name(tree.FrameOf(context));
  const std::string_view package = PackageOfName(name);
  if (package.empty() || !name.starts_with(package)) return ContextName(tree, context, kMostCallerBytes);
  const size_t begin = name.find_first_not_of(".:/;", package.size());
  if (begin == std::string_view::npos) return ContextName(tree, context, kMostCallerBytes);
  return FunctionText(name.substr(begin), kMostCallerBytes);
}

std::string CallersText(const Cct& tree, ContextId context) {
  constexpr int kShown = 4;
  std::string text;
  ContextId caller = tree.ParentOf(context);
  for (int i = 0; i < kShown && caller != kNoContext && caller != kRootContext; ++i) {
    if (!text.empty()) text += "  \xE2\x86\x90  ";  // leftwards arrow
    text += ShortCallerName(tree, caller);
    caller = tree.ParentOf(caller);
  }
  if (!text.empty() && caller != kNoContext && caller != kRootContext) text += "  \xE2\x86\x90  \xE2\x80\xA6";
  return text;
}

void AddColumns(const Settings& settings, const SearchOutcome& outcome, bool with_modules,
                MatchesModel& model) {
  model.Add("name", "Function", "The function of the match: one row for each context", TableKey::kName);
  AddCostColumns(settings, *outcome.tree, outcome.metric,
                 {.self_title = "Self",
                  .self_means = "of the match alone",
                  .inclusive_means = "of the match and all it calls"},
                 model);
  const bool places = (settings.*ColumnsOfTables(*outcome.tree, outcome.metric)).places;
  if (places) model.Add("layer", "Layer", "Layers below the root of the tree", TableKey::kLayer);
  model.Add("callers", "Called by", "The nearest caller first", TableKey::kName);
  if (with_modules && places)
    model.Add("module", "Module", "Library, program or package of the match", TableKey::kModule);
  SortByContextOrder({*outcome.tree, outcome.metric}, model);
}

}  // namespace

MatchesModel BuildMatchesModel(const AppState& state, bool with_modules) {
  MatchesModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  SearchModel search = BuildSearchModel(state);
  if (!search.problem.empty()) {
    model.message = std::move(search.problem);
    return model;
  }
  if (IsOnlyBlanks(search.text)) {
    model.needs_search = true;
    model.message = "What you search for is listed here";
    return model;
  }
  const SearchOutcome* outcome = FinalOutcome(*view);
  if (outcome != nullptr && !search.found) {
    model.is_coming = search.running;
    model.message = search.running ? "Counting" : search.counts;
    return model;
  }
  const SortedMatches* sorted = SortedOf(*view);
  if (outcome == nullptr || sorted == nullptr) {
    model.is_coming = true;
    model.message = view->slots.Get<SearchState>().sort.running() ? "Sorting" : "Counting";
    return model;
  }
  model.counts = std::move(search.counts);
  static_cast<CostTexts&>(model) = std::move(search);
  const Cct& tree = *outcome->tree;
  for (MetricIndex i = 0; i < tree.metric_count(); ++i)
    model.totals.push_back(ViewTotal(tree, outcome->root, i));
  AddColumns(state.settings, *outcome, with_modules, model);
  model.row_count = sorted->size();
  model.current = CostRankOf(*outcome, *sorted, view->selected);
  if (model.current) {
    model.position =
        fmt::format("{} of {} by {}", CountText(*model.current + 1), CountText(model.row_count),
                    ContextOrder(tree, outcome->metric).is_of_difference() ? "difference" : "cost");
  }
  return model;
}

ContextId MatchAt(const AppState& state, uint64_t row) {
  const ViewState* view = ActiveView(state);
  const SortedMatches* sorted = view == nullptr ? nullptr : SortedOf(*view);
  return sorted == nullptr || row >= sorted->size() ? kNoContext : (*sorted)[row];
}

MatchRow BuildMatchRow(const AppState& state, const MatchesModel& model, uint64_t row) {
  MatchRow shown;
  const ContextId context = MatchAt(state, row);
  if (context == kNoContext) return shown;
  const ViewState& view = *ActiveView(state);
  const SearchOutcome& outcome = *view.slots.Get<SearchState>().task.result;
  const Cct& tree = *outcome.tree;
  shown.context = context;
  for (const TableColumnModel& column : model.columns) {
    TableCellModel cell;
    if (column.key == TableKey::kLayer)
      cell.text = CountText(tree.LayerOf(context));
    else if (column.id == "callers")
      cell.text = CallersText(tree, context);
    else
      cell = ContextCell(tree, outcome.metric, column, context, model.totals);
    shown.cells.push_back(std::move(cell));
  }
  shown.selected = view.selected == context;
  shown.lit = view.pointed && view.pointed->rest.empty() && view.pointed->context == context;
  return shown;
}

}  // namespace ringscope
