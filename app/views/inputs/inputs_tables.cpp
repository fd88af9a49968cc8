#include "app/views/inputs/inputs_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/panes/panes.h"
#include "app/views/inputs/inputs.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope::inputs {
namespace {

// A column of the table of functions. A narrow table leaves out columns, those of the highest `rank` first.
struct Column {
  InputsSort sort;
  const char* title;
  const char* tip;
  std::string FitRow::*text;
  float width;  // about, in units of the content scale
  int rank;
  enum class Of : uint8_t { kAll, kAlone, kCompared } of = Of::kAll;
  // A share beside the number, left out by a rank of its own.
  const char* share_title = "";
  std::string FitRow::*share = nullptr;
  int share_rank = 0;
};
constexpr float kNameWidth = 150, kShareRoom = 66, kThumbWidth = 56;
constexpr int kThumbRank = 8;
constexpr std::array kColumns{
    Column{InputsSort::kName, "function", "", &FitRow::name, kNameWidth, 0},
    Column{InputsSort::kModule, "module", "", &FitRow::module, 120, 10},
    Column{InputsSort::kCost, "cost",
           "The inclusive cost of all calls. Calls inside calls of the same function are counted too: for a "
           "recursive function this can be more than the whole.",
           &FitRow::cost, 78, 0, Column::Of::kAll, "of all", &FitRow::cost_share, 4},
    Column{InputsSort::kCalls, "calls", "", &FitRow::calls, 72, 7, Column::Of::kAll, "of all",
           &FitRow::calls_share, 9},
    Column{InputsSort::kSizes, "sizes", "How many different sizes its inputs had", &FitRow::sizes, 54, 6,
           Column::Of::kAlone},
    Column{InputsSort::kA, "a", "Of a + b n^c: the part of the cost that does not depend on n", &FitRow::a,
           84, 11},
    Column{InputsSort::kB, "b", "Of a + b n^c: the factor of n^c, in the unit of the profile", &FitRow::b, 84,
           12},
    Column{InputsSort::kBefore, "c before", "The exponent before", &FitRow::exponent_before, 64, 1,
           Column::Of::kCompared},
    Column{InputsSort::kC, "c", "Of a + b n^c: the exponent that the cost grows by, and its standard error",
           &FitRow::exponent, 50, 0, Column::Of::kAll, "error", &FitRow::exponent_error, 5},
    Column{InputsSort::kChange, "change", "By how much the exponent grew", &FitRow::exponent_change, 64, 1,
           Column::Of::kCompared},
    Column{InputsSort::kClass, "class", "How the cost grows with the size n; ? where that is not decided",
           &FitRow::growth, 72, 2},
    Column{InputsSort::kRSquared, "R^2", "How much of the differences the curve explains, up to 1",
           &FitRow::explained, 58, 3},
};

// The largest rank up to which all columns of a table have room.
int RankWithin(float width, bool is_compared, const PanelContext& ctx) {
  for (int rank = 12; rank > 0; --rank) {
    float sum = !is_compared && kThumbRank <= rank ? kThumbWidth : 0;
    for (const Column& column : kColumns) {
      if (column.of == (is_compared ? Column::Of::kAlone : Column::Of::kCompared)) continue;
      if (column.rank <= rank) sum += column.width;
      if (column.share != nullptr && column.share_rank <= rank) sum += kShareRoom;
    }
    if (ctx.Px(sum) <= width) return rank;
  }
  return 0;
}

// The columns that a narrow table leaves out, for a row's tooltip: "calls: 12", one a line.
std::string LeftOutText(const FitRow& row, int rank, bool is_compared) {
  std::string text;
  const auto add = [&](std::string_view title, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", title, value);
  };
  for (const Column& column : kColumns) {
    if (column.of == (is_compared ? Column::Of::kAlone : Column::Of::kCompared)) continue;
    if (column.rank > rank) add(column.title, row.*column.text);
    if (column.share != nullptr && std::max(column.share_rank, column.rank) > rank)
      add(fmt::format("{} {}", column.title, column.share_title), row.*column.share);
  }
  return text;
}

// At most so many of a function's points are drawn in its row.
constexpr size_t kThumbPoints = 40;

void DrawThumb(const std::vector<InputPoint>& points, ImVec2 min, ImVec2 max, ImDrawList& list, ImU32 color) {
  if (points.empty() || !(max.x > min.x)) return;
  const double widest = std::max(static_cast<double>(points.back().size), 1.0);
  double highest = 1;
  for (const InputPoint& point : points) highest = std::max(highest, static_cast<double>(point.most));
  const size_t every = points.size() / kThumbPoints + 1;
  for (size_t k = 0; k < points.size(); k += every) {
    const auto x = static_cast<float>(static_cast<double>(points[k].size) / widest);
    const auto y = static_cast<float>(static_cast<double>(points[k].most) / highest);
    list.AddCircleFilled({min.x + x * (max.x - min.x), max.y - y * (max.y - min.y)}, 1.5f, color, 6);
  }
}

void DrawFunctions(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                   const PanelContext& ctx) {
  const bool is_compared = model.found->is_compared;
  const int rank = RankWithin(rect.width - ctx.Px(12), is_compared, ctx);
  std::vector<const Column*> shown;
  std::vector<TableColumn> columns;
  TableSpec spec;
  for (const Column& column : kColumns) {
    if (column.rank > rank || column.of == (is_compared ? Column::Of::kAlone : Column::Of::kCompared))
      continue;
    const bool is_text = column.sort == InputsSort::kName || column.sort == InputsSort::kModule ||
                         column.sort == InputsSort::kClass;
    // The tip of costs is about calls inside calls, which self costs do not count twice.
    const bool has_tip = !model.place.self || column.sort != InputsSort::kCost;
    if (column.sort == model.place.sort) spec.sorted_by = columns.size();
    shown.push_back(&column);
    columns.push_back({.id = std::string(WordOf(kInputsSortWords, column.sort)),
                       .title = column.title,
                       .tooltip = has_tip ? column.tip : "",
                       .width = column.width,
                       .stretches = column.sort == InputsSort::kName,
                       .numeric = !is_text,
                       .keeps_end = column.sort == InputsSort::kModule});
    if (column.share != nullptr && column.share_rank <= rank)
      columns.back().share_titles = {column.share_title};
  }
  const bool has_thumb = !is_compared && kThumbRank <= rank;
  if (has_thumb) columns.push_back({.id = "thumb", .width = kThumbWidth, .sortable = false});
  spec.mark = "inputs/functions";
  spec.columns = columns;
  spec.row_count = model.rows.size();
  spec.descending = model.place.descending;
  spec.row = [&](uint64_t index) {
    const FitRow& from = model.rows[index];
    TableRow row;
    row.selected = from.is_plotted;
    for (const Column* const column : shown) {
      TableCell& cell = row.cells.emplace_back(TableCell{.text = from.*column->text});
      cell.is_name = column->sort == InputsSort::kName;
      if (cell.is_name) cell.tooltip = LeftOutText(from, rank, is_compared);
      if (!cell.is_name) cell.tone = TableTone::kDim;
      if (column->share != nullptr && column->share_rank <= rank) cell.shares = {from.*column->share};
    }
    if (has_thumb)
      row.cells.emplace_back().draw =
          [&points = model.found->points[from.number], color = ctx.colors().accent](
              ImDrawList& list, ImVec2 min, ImVec2 max) { DrawThumb(points, min, max, list, color); };
    return row;
  };
  if (model.filter_problem.empty()) spec.empty = "No function passes the filter.";
  const TableEvents events = DrawTable(spec, ui.functions, rect, ctx);
  if (events.sort_by) {
    InputsPlace place = model.place;
    const InputsSort sort = shown[*events.sort_by]->sort;
    // A third click on a heading goes back to the initial order.
    const bool is_over = place.sort == sort && events.descending == columns[*events.sort_by].numeric;
    place.sort = is_over ? InputsSort::kAhead : sort;
    place.descending = events.descending;
    ui.functions.top = 0;
    ctx.Emit(DrawInputs{std::move(place)});
  }
  if (!events.chosen) return;
  ctx.Emit(action::ActivatePane{pane});
  ctx.Emit(action::ChooseFunction{model.found->fits[model.rows[*events.chosen].number].frame});
}

void DrawPoints(const InputsModel& model, const PanelRect& rect, InputsUi& ui, const PanelContext& ctx) {
  std::vector<TableColumn> columns;
  for (const char* const title : {"size n", "calls", "most", "average", "least", "all calls"})
    columns.push_back({.id = title, .title = title, .numeric = true, .sortable = false});
  TableSpec spec;
  spec.mark = "inputs/points";
  spec.columns = columns;
  spec.row_count = model.points.size();
  const auto is_chosen = [&](uint64_t index) {
    return std::ranges::binary_search(model.look.sizes, model.points[index].size);
  };
  uint64_t most = 0, most_of_all = 0;
  for (const InputPoint& point : model.points) {
    most = std::max(most, point.most);
    most_of_all = std::max(most_of_all, point.cost);
  }
  const std::string& unit = model.found->cost_unit;
  const ValueColumn of_call(most, unit, 1), of_all(most_of_all, unit, 1);
  spec.row = [&](uint64_t index) {
    const InputPoint& point = model.points[index];
    TableRow row;
    row.selected = is_chosen(index);
    row.cells.push_back({.text = CountText(point.size)});
    row.cells.push_back({.text = CountText(point.calls), .tone = TableTone::kDim});
    const auto add = [&](uint64_t value, const ValueColumn& column) {
      row.cells.push_back(
          {.text = column.Text(value), .tone = TableTone::kDim, .tooltip = ValueText(value, unit, 1)});
    };
    add(point.most, of_call);
    add(point.calls > 0 ? point.cost / point.calls : 0, of_call);
    add(point.least, of_call);
    add(point.cost, of_all);
    return row;
  };
  const TableEvents events = DrawTable(spec, ui.points, rect, ctx);
  if (!events.chosen) return;
  InputsLook look = model.look;
  look.sizes = is_chosen(*events.chosen) ? std::vector<uint64_t>{}
                                         : std::vector<uint64_t>{model.points[*events.chosen].size};
  ctx.Emit(LookAt{std::move(look)});
}

}  // namespace

void DrawInputsTables(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                      const PanelContext& ctx) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::BeginChild("tables", {rect.width, rect.height});
  if (!ImGui::IsAnyItemActive()) ui.filter = model.place.filter;
  if (TextField(ctx, "inputs/filter", "Filter: c>1.5 r2>0.92 sizes>10 self>1% name", -ctx.Px(12), ui.filter,
                ImGuiInputTextFlags_EnterReturnsTrue)) {
    InputsPlace place = model.place;
    place.filter = ui.filter;
    ctx.Emit(DrawInputs{std::move(place)});
  }
  if (!model.filter_problem.empty()) {
    ShortText(ctx, model.filter_problem, rect.width - ctx.Px(12), ctx.colors().warning);
    ctx.Mark("inputs/filter-problem");
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = rect.width - ctx.Px(12), room = rect.y + rect.height - at.y,
              functions = std::round(room * 0.56f), below = functions + ctx.Px(8);
  DrawFunctions(model, pane, {at.x, at.y, width, functions}, ui, ctx);
  // In a wider table the numbers of a row would be too far from each other to read.
  DrawPoints(model, {at.x, at.y + below, std::min(width, ctx.Px(480)), room - below}, ui, ctx);
  ImGui::EndChild();
}

}  // namespace ringscope::inputs
