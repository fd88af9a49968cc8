#include "app/tables/tables_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/commands/command.h"
#include "app/details/self_title.h"
#include "app/widgets/widgets.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

constexpr float kHeaderHeight = 36;
constexpr double kIndent = 14;
constexpr float kValueWidth = 164, kShareWidth = 74;
// Rows deeper than this are indented alike; their layer tells how deep they are.
constexpr uint32_t kMaxIndents = 16;

std::vector<TableColumn> ColumnsOf(const TreeTableModel& model, bool with_modules) {
  const std::string mark = model.estimated ? " ~" : "";
  const std::string of_estimate = model.estimated ? " (in part an estimate)" : "";
  const std::string self_means = model.callers_first
                                     ? std::string(kOutermostMeaning)
                                     : model.metric + " of the context alone, with its share of the centre";
  std::vector<TableColumn> columns;
  columns.push_back({.id = "name",
                     .title = "Function",
                     .tooltip = model.callers_first
                                    ? "Below each context those that call it, the largest first"
                                    : "Below each context those that it calls, the largest first",
                     .width = 220,
                     .stretches = true,
                     .sortable = false});
  const auto add = [&](std::string id, std::string title, std::string tooltip, float width) {
    columns.push_back({std::move(id), std::move(title), std::move(tooltip), width, false, true, false});
  };
  add("inclusive", "Inclusive" + mark,
      model.metric + " of the context and all below it, with its share of the centre" + of_estimate,
      kValueWidth);
  add("self", std::string(model.callers_first ? kOutermostTitle : kSelfTitle) + mark,
      self_means + of_estimate, kValueWidth);
  if (model.calls) add("calls", "Calls", "How often it was called here", 84);
  for (size_t i = 0; i < model.derived.size(); ++i) {
    const std::string& title = model.derived[i].name;
    add(fmt::format("derived{}", i), title, title + " of the context and all it calls", 92);
  }
  add("layer", "Layer", "Layers below the root of the tree", 64);
  if (with_modules)
    columns.push_back({"module", "Module", "Library, program or package", 120, false, false, false, true});
  return columns;
}

TableRow RowOf(TreeRowModel shown) {
  // Never quite 0, so that rows without an arrow leave its room free.
  const double indent = 0.01 + kIndent * static_cast<double>(shown.depth);
  const TableArrow arrow = !shown.has_callees ? TableArrow::kNone
                           : shown.expanded   ? TableArrow::kOpen
                                              : TableArrow::kClosed;
  TableRow row{.selected = shown.selected, .lit = shown.lit};
  row.cells.push_back({.text = std::move(shown.name), .is_name = true, .arrow = arrow, .indent = indent});
  AddCosts(std::move(shown), row);
  if (!shown.calls.empty()) row.cells.push_back({.text = std::move(shown.calls)});
  for (std::string& value : shown.derived) row.cells.push_back({.text = std::move(value)});
  const TableTone layer_tone = shown.depth > kMaxIndents ? TableTone::kPlain : TableTone::kFaint;
  row.cells.push_back({.text = std::move(shown.layer), .tone = layer_tone});
  row.cells.push_back({.text = std::move(shown.module), .tone = TableTone::kDim});
  return row;
}

// Hot path with how hot it has to be, and folding everything.
void DrawHeader(const AppState& state, const ViewState& view, TreePanelUi& ui, const PanelContext& ctx) {
  constexpr std::array kPercents{25, 50, 75};
  constexpr std::array<std::string_view, 3> kLabels{"25 %", "50 %", "75 %"};
  const UiColors& colors = ctx.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(30));
  const float button = std::round(TextWidth(ctx.fonts.regular, "Hot path") + ctx.Px(24));
  if (ImGui::Button("Hot path", {button, height})) {
    ctx.Emit(action::ExpandHotPath{});
    ui.table.take_focus = true;
  }
  ctx.Mark("tree/hot");
  ItemTooltip(ctx, WithKey(state,
                           "From the selected row, or the top, unfold the largest callee again and again, "
                           "as long as it holds enough of its caller's cost",
                           "table.hot-path"));
  const float segments = std::round(ctx.Px(150));
  ImGui::SetCursorScreenPos({at.x + button + ctx.Px(8), at.y});
  const auto known = std::find(kPercents.begin(), kPercents.end(), state.settings.hot_path_percent);
  const auto chosen = static_cast<size_t>(known - kPercents.begin());
  const size_t now = SegmentedControl(ctx, "tree/share", kLabels, chosen, segments);
  if (now != chosen && now < kPercents.size()) ctx.Emit(action::SetHotPathShare{kPercents[now]});
  ItemTooltip(ctx, "How much of its caller's cost each callee on the path holds at least");
  const float side = std::round(ctx.Px(30));
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  ActionButton(ctx, "tree/collapse", Icon::kPrevious, "Fold everything", action::CollapseTree{},
               !view.tree_table.expanded.empty());
  const uint64_t rows = ui.rows.size();
  const std::string count = rows == 1 ? "1 row" : CountText(rows) + " rows";
  const float left = at.x + button + segments + ctx.Px(16);
  const float right = at.x + width - side - ctx.Px(8);
  if (TextWidth(ctx.fonts.small, count) <= right - left) {
    DrawTextRight(*ImGui::GetWindowDrawList(), ctx.fonts.small, right,
                  CentredTop(ctx.fonts.small, at.y, height), colors.text_faint, count);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ctx.Px(kHeaderHeight)});
}

// What is selected anywhere comes into sight here.
void FollowSelection(const ViewState& view, TreePanelUi& ui) {
  const ViewRoot& root = view.history.current().root;
  const bool elsewhere = ui.view != view.id || ui.tree != view.shown.tree || ui.root != root;
  if (elsewhere) {
    ui.table.top = 0;
    ui.table.cursor.reset();
    ui.view = view.id;
    ui.tree = view.shown.tree;
    ui.root = root;
  }
  const bool selected_now = elsewhere || ui.selected != view.selected;
  if (!selected_now && ui.builds == ui.rows.builds()) return;
  ui.selected = view.selected;
  ui.builds = ui.rows.builds();
  ui.selected_row = ui.rows.FindNearest(view.selected);
  if (selected_now && ui.selected_row) ui.table.scroll_to = ui.selected_row;
}

}  // namespace

void AddCosts(CostTexts&& costs, TableRow& row) {
  row.cells.push_back({.text = std::move(costs.inclusive),
                       .share = std::move(costs.inclusive_share),
                       .bar = costs.inclusive_part});
  row.cells.push_back(
      {.text = std::move(costs.self), .share = std::move(costs.self_share), .bar = costs.self_part});
}

void PointFromTable(const ViewState& view, ContextId hovered, ContextId& pointed, const PanelContext& ctx) {
  if (hovered != kNoContext) {
    // Rows that come under a pointer that rests are not pointed at.
    const ImGuiIO& io = ImGui::GetIO();
    const bool moved = io.MousePos.x != io.MousePosPrev.x || io.MousePos.y != io.MousePosPrev.y;
    if (!moved && io.MouseWheel == 0 && !ImGui::IsAnyMouseDown()) return;
    pointed = hovered;
    const Pointed on{hovered, {}, kNoContext};
    if (view.pointed != on) ctx.Emit(action::PointAt{on, {}});
    return;
  }
  const ContextId before = std::exchange(pointed, kNoContext);
  if (before != kNoContext && view.pointed == Pointed{before, {}, kNoContext}) {
    // A chart that the pointer has reached meanwhile has the last word.
    ctx.Emit(action::PointAt{});
  }
}

void DrawTreePanel(const AppState& state, TreePanelUi& ui, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  ui.rows.Update(*view);
  FollowSelection(*view, ui);
  const TreeTableModel model = BuildTreeTableModel(state, *view);
  DrawHeader(state, *view, ui, ctx);
  std::vector<TableColumn> columns = ColumnsOf(model, ui.has_modules(view->shown.tree));
  NarrowColumns(columns, ImGui::GetContentRegionAvail().x / ctx.scale);
  TableSpec spec;
  spec.settings = &state.settings;
  spec.mark = "tree";
  spec.columns = columns;
  spec.row_count = ui.rows.size();
  spec.row = [&](uint64_t row) { return RowOf(BuildTreeRow(*view, model, ui.rows, row)); };
  spec.sorted_by = 1;
  spec.descending = true;
  spec.share_width = kShareWidth;
  spec.selected = ui.selected_row;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const TableEvents events = DrawTable(spec, ui.table, {at.x, at.y, room.x, room.y}, ctx);

  const auto context_at = [&](std::optional<uint64_t> row) {
    return row && *row < ui.rows.size() ? ui.rows.At(*row).context : kNoContext;
  };
  PointFromTable(*view, context_at(events.hovered), ui.pointed, ctx);
  if (events.chosen) ctx.Emit(action::Select{context_at(events.chosen)});
  if (events.activated) ctx.Emit(action::ZoomTo{context_at(events.activated)});
  if (events.opened) {
    if (auto action = OpenRowAction(*view, model, ui.rows, *events.opened)) ctx.Emit(*action);
  }
  if (events.closed) {
    if (auto action = CloseRowAction(*view, model, ui.rows, *events.closed)) ctx.Emit(*action);
  }
  if (events.menu) {
    ctx.Emit(action::OpenContextMenu{
        {context_at(events.menu), {}, kNoContext}, events.menu_at.x, events.menu_at.y});
  }
}

}  // namespace ringscope
