
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/search/search.h"
#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/tables/tables_panels.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kMatchesHeaderHeight = 36;

TableRow RowOf(MatchRow shown, const MatchesModel& model, const TableColumns& columns) {
  TableRow row = RowFrom(std::move(shown), columns);
  for (size_t i = 1; i < row.cells.size(); ++i)
    if (model.columns[i].key == TableKey::kLayer) row.cells[i].tone = TableTone::kFaint;
  return row;
}

// Draws the counts and costs of the matches, as far as there is room, and the buttons to walk through the
// list.
void DrawHeader(const AppState& state, const MatchesModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(ctx.Px(30));
  const float buttons = at.x + width - 4 * side;
  const auto center = [&](ImFont* font) { return CentredTop(font, at.y, side); };

  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::SetCursorScreenPos({buttons, at.y});
  const uint64_t last = model.row_count == 0 ? 0 : model.row_count - 1;
  ActionButton(ctx, "matches/previous", Icon::kPrevious, "Previous in the list (Up)",
               action::Select{MatchAt(state, model.current ? *model.current - 1 : 0)},
               model.row_count > 0 && model.current != uint64_t{0});
  NextActionButton(ctx, "matches/next", Icon::kNext, "Next in the list (Down)",
                   action::Select{MatchAt(state, model.current ? *model.current + 1 : 0)},
                   model.row_count > 0 && model.current != last);
  NextActionButton(ctx, "matches/go", Icon::kZoom, "Zoom until it can be seen (Enter, double click)",
                   action::GoToMatch{MatchAt(state, model.current.value_or(0))}, model.row_count > 0);
  NextActionButton(ctx, "matches/filter", Icon::kFilter,
                   WithKey(state, "Keep only stacks through matches", "search.filter"),
                   action::FilterBySearch{}, model.row_count > 0);
  ImGui::PopStyleVar();

  float right = buttons - ctx.Px(10);
  if (!model.position.empty()) {
    const float position = TextWidth(ctx.fonts.small, model.position);
    DrawTextRight(list, ctx.fonts.small, right, center(ctx.fonts.small), colors.text_dim, model.position);
    right -= position + ctx.Px(16);
  }
  float x = at.x + ctx.Px(8);
  const auto write = [&](ImFont* font, ImU32 color, std::string_view text, float gap) {
    if (text.empty() || x >= right) return;
    x += DrawTextShort(list, font, {x, center(font)}, right - x, color, text) + ctx.Px(gap);
  };
  write(ctx.fonts.regular, colors.text, model.counts, 22);
  const auto sum = [&](std::string_view what, const std::string& value, const std::string& share) {
    const float needed = TextWidth(ctx.fonts.small, what) + TextWidth(ctx.fonts.regular, value) +
                         TextWidth(ctx.fonts.small, share) + ctx.Px(14);
    if (x + needed > right) {
      x = right;  // a number cut in the middle would be another number
      return;
    }
    write(ctx.fonts.small, colors.text_faint, what, 7);
    write(ctx.fonts.regular, colors.text, value, 7);
    write(ctx.fonts.small, colors.text_dim, share, 22);
  };
  sum("inclusive", model.inclusive, model.inclusive_share);
  sum("self", model.self, model.self_share);
  const float sums = std::max(1.0f, std::min(x, right) - at.x);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({sums, side});
  ctx.Mark("matches/sums");
  ItemTooltip(ctx,
              "Of all matches below the centre, with their share of it; inclusive: a match inside another "
              "one counts once");
  ImGui::SetCursorScreenPos({at.x, at.y + ctx.Px(kMatchesHeaderHeight)});
}

// Draws why there is no list.
void DrawMessage(const AppState& state, const MatchesModel& model, const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float height = std::round(ctx.Px(30));
  const float text = TextWidth(ctx.fonts.regular, model.message);
  const float y = std::round(at.y + std::max(0.0f, std::min(room.y / 3, room.y - 2 * height)));
  if (text > room.x) {
    ImGui::SetCursorScreenPos({at.x, y});
    TextWrapped(ctx.colors().text_dim, model.message);
    ctx.Mark("matches/message");
    return;
  }
  ImGui::SetCursorScreenPos({std::round(at.x + (room.x - text) / 2), y});
  TextColored(ctx.colors().text_dim, model.message);
  ctx.Mark("matches/message");
  if (!model.needs_search) return;
  const std::string label = WithKey(state, "Search", "search.focus");
  const float width = std::round(TextWidth(ctx.fonts.regular, label) + ctx.Px(24));
  ImGui::SetCursorScreenPos(
      {std::round(at.x + (room.x - width) / 2), y + ctx.fonts.regular->FontSize + ctx.Px(10)});
  if (TextButton(ctx, "matches/search", label.c_str(), {width, height})) ctx.Emit(action::FocusSearch{});
}

}  // namespace

void DrawMatchesPanel(const AppState& state, MatchesPanelUi& ui, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const MatchesModel model = BuildMatchesModel(state, ui.has_modules(view->shown.tree));
  if (model.row_count == 0) {
    PointFromTable(*view, kNoContext, ui.pointed, ctx);
    ui.listed = nullptr;
    // The list may come a moment after it was opened. If the user types another search meanwhile, the box
    // keeps the keyboard.
    ui.table.take_focus &= model.is_coming && view->search == ui.opened_for;
    DrawMessage(state, model, ctx);
    return;
  }
  const bool other_list = ui.listed != view->slots.Get<SearchState>().sort.result;
  if (other_list) {
    ui.listed = view->slots.Get<SearchState>().sort.result;
    ui.table.top = 0;
    ui.table.cursor.reset();
  }
  const bool selected_now = std::exchange(ui.selected, view->selected) != view->selected;
  if ((selected_now || other_list) && model.current) ui.table.scroll_to = model.current;
  // The keys need a selected row to go on from.
  if (ui.table.take_focus && !model.current) ctx.Emit(action::Select{MatchAt(state, 0)});
  DrawHeader(state, model, ctx);
  TableSpec spec;
  spec.mark = "matches";
  const TableColumns& shown = ShownColumns(state);
  std::vector<TableColumn> columns = ColumnsFrom(model.columns, shown);
  for (TableColumn& column : columns) column.sortable = false;
  spec.columns = columns;
  spec.row_count = model.row_count;
  spec.row = [&](uint64_t row) { return RowOf(BuildMatchRow(state, model, row), model, shown); };
  spec.selected = model.current;
  const TableEvents events = DrawTableOf(state, model, std::move(spec), ui.table, RestOfWindow(), ctx);
  PointFromTable(*view, events.hovered ? MatchAt(state, *events.hovered) : kNoContext, ui.pointed, ctx);
  if (events.chosen) ctx.Emit(action::Select{MatchAt(state, *events.chosen)});
  if (events.activated) ctx.Emit(action::GoToMatch{MatchAt(state, *events.activated)});
  if (events.menu) {
    ctx.Emit(action::Select{MatchAt(state, *events.menu)});
    OpenMenu(ctx, events.menu_at, {.on = {.context = MatchAt(state, *events.menu)}, .row = events.menu_row});
  }
}

}  // namespace ringscope
