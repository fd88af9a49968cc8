#include "app/tables/tables.h"
#include "app/tables/tables_panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/tables/columns.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kTreeHeaderHeight = 36;
constexpr double kIndent = 14;
// Rows deeper than this are indented alike; their layer tells how deep they are.
constexpr uint32_t kMaxIndents = 16;

std::vector<TableColumn> ColumnsOf(const TreeTableModel& model, const TableColumns& shown) {
  std::vector<TableColumn> columns = ColumnsFrom(model.columns, shown);
  for (TableColumn& column : columns) column.sortable = false;
  columns[0].width = 220;
  return columns;
}

TableRow RowOf(TreeRowModel shown, const TreeTableModel& model, const TableColumns& columns) {
  // Above 0, so that rows without an arrow leave room for one.
  const double indent = 0.01 + kIndent * static_cast<double>(shown.depth);
  const TableArrow arrow = !shown.has_callees ? TableArrow::kNone
                           : shown.expanded   ? TableArrow::kOpen
                                              : TableArrow::kClosed;
  const TableTone layer_tone = shown.depth > kMaxIndents ? TableTone::kPlain : TableTone::kFaint;
  TableRow row = RowFrom(std::move(shown), columns);
  row.cells[0].arrow = arrow;
  row.cells[0].indent = indent;
  for (size_t i = 1; i < row.cells.size(); ++i)
    if (model.columns[i].key == TableKey::kLayer) row.cells[i].tone = layer_tone;
  return row;
}

// Draws the controls above the table: the hot path and its least share, the filter, and folding all rows.
void DrawHeader(const AppState& state, const ViewState& view, TreePanelUi& ui, const PanelContext& ctx) {
  constexpr std::array kPercents{25, 50, 75};
  constexpr std::array<std::string_view, 3> kLabels{"25 %", "50 %", "75 %"};
  const UiColors& colors = ctx.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(30));
  const float button = std::round(TextWidth(ctx.fonts.regular, "Hot path") + ctx.Px(24));
  if (TextButton(ctx, "tree/hot", "Hot path", {button, height},
                 WithKey(state,
                         "From the selected row, or the top, unfold the largest callee again and again, "
                         "as long as it holds enough of its caller's cost",
                         "table.hot-path"))) {
    ctx.Emit(action::ExpandHotPath{});
    ui.table.take_focus = true;
  }
  const float segments = std::round(ctx.Px(150));
  ImGui::SetCursorScreenPos({at.x + button + ctx.Px(8), at.y});
  const auto known = std::ranges::find(kPercents, state.settings.hot_path_percent);
  const auto chosen = static_cast<size_t>(known - kPercents.begin());
  const size_t now = SegmentedControl(ctx, "tree/share", kLabels, chosen, segments);
  if (now != chosen && now < kPercents.size()) ctx.Emit(action::SetHotPathShare{kPercents[now]});
  ItemTooltip(ctx, "How much of its caller's cost each callee on the path holds at least");
  const float filter_left = at.x + button + segments + ctx.Px(20);
  const float filter = std::clamp((at.x + width - filter_left) * 0.45f, ctx.Px(70), ctx.Px(260));
  ImGui::SetCursorScreenPos({filter_left, at.y});
  const TreeTableState& table = view.slots.Get<TreeTableState>();
  if (auto text = DrawFilterBox(state, table.filter, "tree/filter", filter, ui.filter, ctx))
    ctx.Emit(action::SetTreeFilter{std::move(*text)});
  const float side = std::round(ctx.Px(30));
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  ActionButton(ctx, "tree/collapse", Icon::kPrevious, "Fold everything", action::CollapseTree{},
               !table.expanded.empty());
  const uint64_t rows = ui.rows.size();
  const std::string loading = LoadingText(state, table.filter_task.job);
  const std::string count = TreeCountText(view, rows, loading);
  const float left = filter_left + filter + ctx.Px(12);
  const float right = at.x + width - side - ctx.Px(8);
  if (right > left) {
    DrawTextRight(*ImGui::GetWindowDrawList(), ctx.fonts.small, right,
                  CentredTop(ctx.fonts.small, at.y, height),
                  TreeFilterProblem(table).empty() ? colors.text_faint : colors.warning,
                  FitText(ctx.fonts.small, count, right - left));
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ctx.Px(kTreeHeaderHeight)});
}

// Scrolls to the selected context, wherever it was selected.
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

void PointFromTable(const ViewState& view, ContextId hovered, ContextId& pointed, const PanelContext& ctx) {
  if (hovered != kNoContext) {
    // A row that scrolls below a resting pointer is not pointed at.
    if (!PointerActed()) return;
    pointed = hovered;
    const Pointed on{hovered, {}, kNoContext};
    if (view.pointed != on) ctx.Emit(action::PointAt{on, {}});
    return;
  }
  const ContextId before = std::exchange(pointed, kNoContext);
  // A chart that the pointer has reached since may have replaced this table's context.
  if (before != kNoContext && view.pointed == Pointed{before, {}, kNoContext}) ctx.Emit(action::PointAt{});
}

void DrawTreePanel(const AppState& state, TreePanelUi& ui, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  ui.rows.Update(*view);
  FollowSelection(*view, ui);
  const TreeTableModel model = BuildTreeTableModel(state, *view, ui.has_modules(view->shown.tree));
  DrawHeader(state, *view, ui, ctx);
  const TableColumns& shown = ShownColumns(state);
  const std::vector<TableColumn> columns = ColumnsOf(model, shown);
  TableSpec spec;
  spec.mark = "tree";
  spec.columns = columns;
  spec.row_count = ui.rows.size();
  spec.row = [&](uint64_t row) { return RowOf(BuildTreeRow(*view, model, ui.rows, row), model, shown); };
  spec.selected = ui.selected_row;
  spec.uses_sideways = true;
  spec.takes_keys = ui.filter.active;
  spec.empty = "No context below the centre matches";
  const TableEvents events = DrawTableOf(state, model, std::move(spec), ui.table, RestOfWindow(), ctx);
  FollowFilterBox(ui.filter, events, ui.table);

  const auto context_at = [&](std::optional<uint64_t> row) {
    return row && *row < ui.rows.size() ? ui.rows.At(*row).context : kNoContext;
  };
  PointFromTable(*view, context_at(events.hovered), ui.pointed, ctx);
  if (events.chosen) ctx.Emit(action::Select{context_at(events.chosen)});
  if (events.activated) ctx.Emit(action::ZoomTo{context_at(events.activated)});
  if (events.opened) {
    if (auto action = OpenRowAction(ui.rows, *events.opened)) ctx.Emit(*action);
  }
  if (events.closed) {
    if (auto action = CloseRowAction(*view, model, ui.rows, *events.closed)) ctx.Emit(*action);
  }
  if (events.menu) {
    ctx.Emit(action::Select{context_at(events.menu)});
    OpenMenu(ctx, events.menu_at, {.on = {.context = context_at(events.menu)}, .row = events.menu_row});
  }
}

}  // namespace ringscope
