#include "app/tables/tables.h"
#include "app/tables/tables_panels.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/tables/columns.h"
#include "app/tables/table_model.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// Draws a label and numbers from right to left; returns the left edge of their area.
float DrawNumbers(ImDrawList& list, const PanelContext& ctx, float right, float middle,
                  std::string_view label, const std::string& value, const std::string& share) {
  const UiColors& colors = ctx.colors();
  const float regular_y = std::round(middle - ctx.fonts.regular->FontSize / 2);
  const float small_y = SmallTextTop(ctx, regular_y);
  DrawTextRight(list, ctx.fonts.small, right, small_y, colors.text_dim, share);
  right -= TextWidth(ctx.fonts.small, share) + ctx.Px(8);
  DrawTextRight(list, ctx.fonts.regular, right, regular_y, colors.text, value);
  right -= TextWidth(ctx.fonts.regular, value) + ctx.Px(8);
  DrawTextRight(list, ctx.fonts.small, right, small_y, colors.text_faint, label);
  return right - TextWidth(ctx.fonts.small, label) - ctx.Px(22);
}

void DrawHeader(const NeighboursModel& model, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ActionButton(ctx, "callers/back", Icon::kBack, "The function before", action::StepNeighbours{-1},
               model.can_go_back);
  NextActionButton(ctx, "callers/forward", Icon::kForward, "The function after", action::StepNeighbours{1},
                   model.can_go_forward);
  ImGui::PopStyleVar();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.y + ctx.Px(15);
  float right = at.x + width - ctx.Px(4);
  if (!model.inclusive.empty()) {
    right = DrawNumbers(list, ctx, right, middle, "inclusive", model.inclusive, model.inclusive_share);
    const float self_width = TextWidth(ctx.fonts.small, "self" + model.self_share) +
                             TextWidth(ctx.fonts.regular, model.self) + ctx.Px(38);
    // If room is short, the name needs it more than the self cost does.
    if (right - self_width - at.x > ctx.Px(68 + 120))
      right = DrawNumbers(list, ctx, right, middle, "self", model.self, model.self_share);
  } else if (!model.loading.empty()) {
    DrawTextRight(list, ctx.fonts.small, right, std::round(middle - ctx.fonts.small->FontSize / 2),
                  colors.text_faint, model.loading);
    right -= TextWidth(ctx.fonts.small, model.loading) + ctx.Px(16);
  }
  const float left = at.x + ctx.Px(68);
  ImFont* font = ctx.fonts.regular;
  const float y = std::round(middle - font->FontSize / 2);
  const float room = std::max(0.0f, right - left);
  const std::string name = ShortName(font, model.name, room);
  DrawTextAt(list, font, {left, y}, colors.text, name);
  const float used = TextWidth(font, name) + ctx.Px(12);
  if (!model.module.empty() && room - used > ctx.Px(40)) {
    DrawTextShort(list, ctx.fonts.small, {left + used, SmallTextTop(ctx, y)}, room - used, colors.text_faint,
                  model.module);
  }
  ImGui::SetCursorScreenPos({left, at.y});
  ImGui::Dummy({std::max(1.0f, room), ctx.Px(30)});
  ctx.Mark("callers/name");
  if (name != model.name) ItemTooltip(ctx, model.name);
  ImGui::SetCursorScreenPos({at.x, at.y + std::round(ctx.Px(36))});
}

std::optional<FrameId> DrawSide(const AppState& state, const NeighboursModel& model, NeighbourSide side,
                                TableUi& ui, TableUi& other, const PanelRect& rect, const PanelContext& ctx) {
  const bool callers = side == NeighbourSide::kCallers;
  const NeighboursModel::Side& rows = callers ? model.callers : model.callees;
  const TableColumns& shown = ShownColumns(state);
  std::vector<TableColumn> columns = ColumnsFrom(model.columns, shown);
  if (columns.empty()) return std::nullopt;
  columns[0].title = rows.title.empty() ? (callers ? "Callers" : "Callees") : rows.title;
  columns[0].tooltip = callers ? "Who calls it, and how much of its inclusive cost is spent for them; under "
                                 "recursion rows may overlap"
                               : "What it calls, and how much of its inclusive cost is spent there; under "
                                 "recursion rows may overlap";
  // Names need the room more than bars and shares do.
  columns[0].width = std::clamp(rect.width / ctx.scale * 0.42f, 110.0f, 220.0f);
  TableSpec spec;
  spec.mark = callers ? "callers" : "callees";
  spec.columns = columns;
  spec.row_count = rows.row_count;
  spec.row = [&](uint64_t index) { return RowFrom(BuildNeighbourRow(state, model, side, index), shown); };
  spec.uses_sideways = true;
  spec.empty = model.loading.empty() ? std::string_view(rows.empty) : std::string_view();
  const TableEvents events = DrawTableOf(state, model, std::move(spec), ui, rect, ctx);
  if (events.sort_by) {
    ctx.Emit(action::SortNeighbours{OrderFrom(model.columns[*events.sort_by], events.descending)});
    ui.top = 0;
  }
  const auto frame_of = [&](std::optional<uint64_t> row) {
    return row ? BuildNeighbourRow(state, model, side, *row).frame : std::nullopt;
  };
  // Enter and a click make the row the centre. Keys that move through the list only make it the subject of
  // commands, until the pointer moves.
  if (const auto frame = frame_of(events.activated); frame && *frame != model.frame)
    ctx.Emit(action::ChooseFunction{*frame});
  if (const auto frame = frame_of(events.chosen))
    ctx.Emit(events.by_key ? Action(action::HoverFunction{frame}) : Action(action::ChooseFunction{*frame}));
  if (events.sideways == (callers ? 1 : -1)) other.take_focus = true;
  if (const auto frame = frame_of(events.menu))
    OpenMenu(ctx, events.menu_at, {.on = {.function = frame}, .row = events.menu_row});
  return frame_of(events.hovered);
}

}  // namespace

std::optional<FrameId> DrawNeighboursPanel(const AppState& state, NeighboursPanelUi& ui,
                                           const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  const NeighboursModel model = BuildNeighboursModel(state);
  const NeighboursState& neighbours = view->slots.Get<NeighboursState>();
  if (!neighbours.history.empty() && ui.centre != neighbours.history[neighbours.at]) {
    ui.centre = neighbours.history[neighbours.at];
    ui.callers.top = ui.callees.top = 0;
    ui.callers.cursor.reset();
    ui.callees.cursor.reset();
  }
  DrawHeader(model, ctx);
  if (!model.message.empty()) {
    TextWrapped(ctx.colors().text_dim, model.message);
    return std::nullopt;
  }
  // The keyboard goes to the callers, or to the callees if there are no callers.
  if (ui.callers.take_focus && model.callers.row_count == 0 && model.callees.row_count > 0)
    std::swap(ui.callers.take_focus, ui.callees.take_focus);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  // Side by side if both have room for names; else callers above callees, as in a stack of calls.
  const bool is_narrow = room.x < ctx.Px(700) && room.y > ctx.Px(360);
  const float gap = std::round(ctx.Px(20));
  const ImVec2 each = is_narrow ? ImVec2{room.x, std::floor((room.y - gap) / 2)}
                                : ImVec2{std::floor((room.x - gap) / 2), room.y};
  const ImVec2 second =
      is_narrow ? ImVec2{at.x, at.y + room.y - each.y} : ImVec2{at.x + room.x - each.x, at.y};
  const float line = std::round((is_narrow ? at.y + each.y : at.x + each.x) + gap / 2) + 0.5f;
  const ImVec2 from = is_narrow ? ImVec2{at.x, line} : ImVec2{line, at.y};
  const ImVec2 to = is_narrow ? ImVec2{at.x + room.x, line} : ImVec2{line, at.y + room.y};
  ImGui::GetWindowDrawList()->AddLine(from, to, ctx.colors().line);
  const auto caller = DrawSide(state, model, NeighbourSide::kCallers, ui.callers, ui.callees,
                               {at.x, at.y, each.x, each.y}, ctx);
  const auto callee = DrawSide(state, model, NeighbourSide::kCallees, ui.callees, ui.callers,
                               {second.x, second.y, each.x, each.y}, ctx);
  return caller ? caller : callee;
}

}  // namespace ringscope
