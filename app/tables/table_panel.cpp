#include "app/tables/tables.h"
#include "app/tables/tables_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/tables/columns.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kHeadAndRow = 70;  // the least height of a table, in units of the content scale

void DrawGroupings(const AppState& state, float width, const PanelContext& ctx) {
  std::array<std::string_view, kTableGroupings.size()> labels;
  size_t chosen = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    labels[i] = kTableGroupings[i].label;
    if (kTableGroupings[i].by == state.settings.table_by) chosen = i;
  }
  const size_t now =
      SegmentedControl(ctx, "table/by", labels, chosen, width, 1);  // rows of the table need the height
  if (now != chosen) ctx.Emit(action::ShowTable{kTableGroupings[now].by});
}

// The number of rows and their total, in fewer words if room is short.
std::string CountsText(const TableModel& model, float room, ImFont* font) {
  if (model.count.empty()) return {};
  constexpr std::string_view kDot = "  \xC2\xB7  ";
  for (const std::string& total : {model.total, model.short_total}) {
    std::string text = fmt::format("{}{}{}", model.count, kDot, total);
    if (TextWidth(font, text) <= room) return text;
  }
  // A number cut in the middle would be another number.
  for (std::string text : {model.count, model.count.substr(0, model.count.find(' '))})
    if (TextWidth(font, text) <= room) return text;
  return {};
}

void DrawHeader(const AppState& state, const ViewState& view, const TableModel& model, TablePanelUi& ui,
                const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  // If the groupings leave too little room, the filter gets a row of its own; where that would leave no room
  // to the rows of the table, a filter that is used takes the groupings' place.
  const float row = std::round(ctx.Px(36));
  const float groupings =
      std::floor(std::min(ctx.Px(68) * static_cast<float>(kTableGroupings.size()), width));
  const bool is_narrow = width < groupings + ctx.Px(12 + 90);
  const bool two_rows = is_narrow && ImGui::GetContentRegionAvail().y >= 2 * row + ctx.Px(kHeadAndRow);
  const std::string& filter_text = view.slots.Get<TableState>().filter;
  const bool is_filtering = !filter_text.empty() || ui.filter.active || state.awaited_box == TextBox::kFilter;
  if (!is_narrow || two_rows || !is_filtering) DrawGroupings(state, groupings, ctx);
  if (is_narrow && !two_rows && !is_filtering) {
    ui.filter = {};
    ImGui::SetCursorScreenPos({at.x, at.y + row});
    return;
  }
  const float left = is_narrow ? 0 : groupings + ctx.Px(12);
  const float top = two_rows ? std::round(ImGui::GetItemRectMax().y + ctx.Px(6)) : at.y;
  const float filter = std::clamp((width - left) * 0.45f, ctx.Px(90), ctx.Px(260));
  ImGui::SetCursorScreenPos({at.x + left, top});
  if (auto text = DrawFilterBox(state, filter_text, "table/filter", filter, ui.filter, ctx)) {
    ctx.Emit(action::SetTableFilter{std::move(*text)});
    ui.table.top = 0;
  }
  const float text_left = at.x + left + filter + ctx.Px(14);
  const float room = at.x + width - text_left - ctx.Px(2);
  ImFont* font = ctx.fonts.small;
  const float y = std::round(top + (ctx.Px(30) - font->FontSize) / 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (room > 0) {
    const bool is_loading = !model.loading.empty() && model.row_count == 0;
    const std::string text = is_loading ? model.loading : CountsText(model, room, font);
    const std::string shown = FitText(font, text, room);
    DrawTextRight(list, font, at.x + width - ctx.Px(2), y,
                  model.loading.empty() ? ctx.colors().text_dim : ctx.colors().text_faint, shown);
    const float shown_width = std::max(1.0f, TextWidth(font, shown));
    ImGui::SetCursorScreenPos({at.x + width - ctx.Px(2) - shown_width, y});
    ImGui::Dummy({shown_width, font->FontSize});
    ctx.Mark("table/counts");
    if (!is_loading && !model.count.empty()) ItemTooltip(ctx, model.count + "\n" + model.total);
  }
  ImGui::SetCursorScreenPos({at.x, top + row});
}

// Scrolls to a context or function selected since the last frame, once its row is known.
void FollowSelection(const ViewState& view, const TableModel& model, TablePanelUi& ui) {
  if (ui.tree != &view.tree() || ui.selected != view.selected || ui.chosen != view.chosen_function) {
    ui.tree = &view.tree();
    ui.selected = view.selected;
    ui.chosen = view.chosen_function;
    ui.show_selected = true;
  }
  if (!ui.show_selected || !model.selected || !model.loading.empty()) return;
  ui.table.scroll_to = model.selected;
  ui.show_selected = false;
}

}  // namespace

std::optional<std::string> DrawFilterBox(const AppState& state, const std::string& text,
                                         std::string_view mark, float width, FilterBoxUi& ui,
                                         const PanelContext& ctx) {
  // The box shows the text of the state, except while the user types.
  if (!ui.active) ui.typed = text;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ctx.Px(30));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {ctx.Px(28), std::round((height - ImGui::GetFontSize()) / 2)});
  const bool awaited = state.awaited_box == TextBox::kFilter;
  if (awaited && !ui.awaited) ImGui::SetKeyboardFocusHere();
  ui.awaited = awaited;
  TextField(ctx, mark, "Filter", width, ui.typed, ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar();
  TakeKeyboard(state, TextBox::kFilter, ctx);
  const bool is_active = ImGui::IsItemActive(), escaped = EscapePressed();
  const bool entered = KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false);
  std::optional<std::string> changed;
  if (!escaped && (is_active || ui.active) && text != ui.typed) changed = ui.typed;
  ui.left = (is_active || ui.active) && (escaped || entered);
  ui.active = is_active && !escaped;
  if (escaped) ui.typed = text;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  DrawIcon(list, Icon::kFilter, {at.x + ctx.Px(15), at.y + height / 2}, ctx.Px(13), ctx.colors().text_faint);
  if (is_active || !text.empty()) {
    list.AddRect(at, {at.x + width, at.y + height}, ctx.colors().accent, ctx.Px(6), 0,
                 ctx.Px(is_active ? 1.5f : 1));
  }
  return changed;
}

void FollowFilterBox(const FilterBoxUi& filter, const TableEvents& events, TableUi& table) {
  if (!filter.left && !(filter.active && events.by_key)) return;
  // ImGui takes the keyboard from a text field only while no window has the focus.
  ImGui::SetWindowFocus(nullptr);
  ImGui::SetWindowFocus();
  table.take_focus = true;
}

TableEvents DrawTableOf(const AppState& state, const TableHead& head, TableSpec spec, TableUi& ui,
                        const PanelRect& rect, const PanelContext& ctx) {
  std::vector<ColumnChoice> choices;
  if (const ViewState* view = ActiveView(state))
    choices = ColumnChoices(state.settings, view->tree(), view->metric);
  spec.choices = choices;
  spec.settings = &state.settings;
  spec.sorted_by = head.sorted_by;
  spec.descending = head.descending;
  return DrawTable(spec, ui, rect, ctx);
}

std::vector<TableColumn> ColumnsFrom(const std::vector<TableColumnModel>& models, const TableColumns& shown) {
  std::vector<std::string> share_titles;
  if (shown.of_total) share_titles.emplace_back("of total");
  if (shown.of_centre) share_titles.emplace_back("of centre");
  std::vector<TableColumn> columns;
  for (const TableColumnModel& model : models) {
    const bool is_name = model.key == TableKey::kName, is_module = model.key == TableKey::kModule;
    const bool is_types = model.key == TableKey::kReceiverTypes;
    const bool is_cost = model.key == TableKey::kSelf || model.key == TableKey::kInclusive;
    columns.push_back({.id = model.id,
                       .title = model.title,
                       .tooltip = model.tooltip,
                       .width = is_name || is_types ? 180.0f : 130.0f,
                       .stretches = is_name,
                       .numeric = !is_name && !is_module && !is_types,
                       .keeps_end = is_module,
                       .share_titles = is_cost ? share_titles : std::vector<std::string>(),
                       .has_bars = is_cost && shown.bars});
  }
  return columns;
}

TableRow RowFrom(TableRowModel&& model, const TableColumns& shown) {
  TableRow row{.selected = model.selected, .lit = model.lit};
  for (TableCellModel& from : model.cells) {
    const bool is_name = row.cells.empty();
    std::vector<std::string> shares;
    if (!from.share.empty() && shown.of_total) shares.push_back(std::move(from.share_of_total));
    if (!from.share.empty() && shown.of_centre) shares.push_back(std::move(from.share));
    row.cells.push_back({.text = std::move(from.text),
                         .shares = std::move(shares),
                         .bar = from.bar,
                         .tone = is_name || from.is_cost ? TableTone::kPlain : TableTone::kDim,
                         .is_name = is_name,
                         .place = std::move(from.place),
                         .tooltip = std::move(from.tooltip)});
  }
  return row;
}

std::optional<FrameId> DrawTablePanel(const AppState& state, TablePanelUi& ui, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const TableModel model = BuildTableModel(state);
  DrawHeader(state, *view, model, ui, ctx);
  FollowSelection(*view, model, ui);
  const TableColumns& shown = ShownColumns(state);
  const std::vector<TableColumn> columns = ColumnsFrom(model.columns, shown);
  TableSpec spec;
  spec.mark = "table";
  spec.columns = columns;
  spec.row_count = model.row_count;
  spec.row = [&](uint64_t index) { return RowFrom(BuildTableRow(state, model, index), shown); };
  spec.selected = model.selected;
  spec.empty = !model.message.empty() ? model.message : model.loading;
  spec.takes_keys = ui.filter.active;
  const TableEvents events = DrawTableOf(state, model, std::move(spec), ui.table, RestOfWindow(), ctx);
  FollowFilterBox(ui.filter, events, ui.table);
  if (events.sort_by) {
    ctx.Emit(action::SortTable{OrderFrom(model.columns[*events.sort_by], events.descending)});
    ui.table.top = 0;
  }
  if (events.chosen) {
    if (auto action = ChooseTableRow(BuildTableRow(state, model, *events.chosen)))
      ctx.Emit(std::move(*action));
  }
  if (events.activated) {
    const TableRowModel row = BuildTableRow(state, model, *events.activated);
    if (row.frame) ctx.Emit(action::ShowNeighbours{*row.frame});
  }
  if (events.menu) {
    const TableRowModel row = BuildTableRow(state, model, *events.menu);
    if (auto action = ChooseTableRow(row)) {
      // Opening a menu does not change the search.
      ctx.Emit(row.frame ? std::move(*action) : Action(action::ChooseGroup{row.query, false}));
      OpenMenu(ctx, events.menu_at,
               {.on = {.function = row.frame, .group = row.query},
                .name = row.cells.empty() ? std::string() : row.cells[0].text,
                .row = events.menu_row,
                .in_file = row.in_file});
    }
  }
  if (!events.hovered) return std::nullopt;
  const TableRowModel hovered = BuildTableRow(state, model, *events.hovered);
  ctx.PointAt(hovered.query);
  return hovered.frame;
}

}  // namespace ringscope
