#include "app/view/table/table_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/view/shell.h"
#include "app/view/table/table_layout.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr double kRowsAWheelNotch = 3;

ImU32 ColorOf(TableTone tone, const UiColors& colors) {
  // In the order of TableTone.
  const std::array of_tone{colors.text, colors.text_dim, colors.text_faint, colors.good, colors.bad};
  return of_tone[static_cast<size_t>(tone)];
}

// Pushes clip rectangles that keep a cell's text from covering the next column.
void ClipToCell(size_t index, const TablePlacement& place, float y, float height) {
  ClipToColumn(index, place, y, height);
  const TablePlacement::Span& span = place.columns[index];
  ImGui::PushClipRect({span.left, y}, {span.right(), y + height}, true);
}

void DrawArrow(ImVec2 center, TableArrow arrow, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = ctx.Px(3.5f);
  const ImU32 color = ctx.colors().text_dim;
  if (arrow == TableArrow::kOpen) {
    list.AddTriangleFilled({center.x - r, center.y - r * 0.5f}, {center.x, center.y + r * 0.7f},
                           {center.x + r, center.y - r * 0.5f}, color);
  } else if (arrow == TableArrow::kClosed) {
    list.AddTriangleFilled({center.x - r * 0.5f, center.y - r}, {center.x - r * 0.5f, center.y + r},
                           {center.x + r * 0.7f, center.y}, color);
  }
}

// The left edge of the text of a left-aligned cell.
float TextLeft(const TableCell& cell, double deepest, const TablePlacement::Span& span,
               const PanelContext& ctx) {
  constexpr float kMostIndent = 224;
  const float left = span.left + ctx.Px(kCellPadding);
  if (cell.indent <= 0 && cell.arrow == TableArrow::kNone) return left;
  const float half = span.width / 2 / ctx.scale - kCellPadding - kCellArrowWidth;
  const auto most = static_cast<double>(std::clamp(half, 0.0f, kMostIndent));
  const double indent = cell.indent - std::max(0.0, deepest - most);
  return left + ctx.Px(static_cast<float>(std::max(0.0, indent)) + kCellArrowWidth);
}

// Draws the place behind a name, in up to half of the room if both do not fit. Returns the room for the name.
float DrawPlace(const TableCell& cell, float left, float room, float text_y, const PanelContext& ctx) {
  ImFont* font = ctx.fonts.small;
  const float gap = ctx.Px(8);
  const float place = TextWidth(font, cell.place) + gap;
  const float name = TextWidth(ctx.fonts.regular, cell.text);
  const float taken = std::min(place, std::max(room / 2, room - name));
  if (taken <= gap) return room;
  const std::string shown = FitTextEnd(font, cell.place, taken - gap);
  const float x = std::min(left + name, left + room - taken) + gap;
  DrawTextAt(*ImGui::GetWindowDrawList(), font, {std::round(x), SmallTextTop(ctx, text_y)},
             ctx.colors().text_faint, shown);
  return room - taken;
}

// Returns whether the text was shortened.
bool DrawCell(const TableSpec& spec, const TableCell& cell, size_t column, bool selected, double deepest,
              const TablePlacement& place, float y, const PanelContext& ctx) {
  const TablePlacement::Span& span = place.columns[column];
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = spec.columns[column].mono ? ctx.fonts.mono : ctx.fonts.regular;
  const float pad = ctx.Px(kCellPadding);
  const float text_y = CentredTop(font, y, place.row_height);
  if (cell.draw != nullptr) {
    cell.draw(list, {span.left + pad, y + ctx.Px(4)}, {span.right() - pad, y + place.row_height - ctx.Px(4)});
    return false;
  }
  if (!spec.columns[column].numeric) {
    const float left = TextLeft(cell, deepest, span, ctx);
    float room = std::max(0.0f, span.right() - pad - left);
    if (!cell.place.empty()) room = DrawPlace(cell, left, room, text_y, ctx);
    if (cell.arrow != TableArrow::kNone)
      DrawArrow({left - ctx.Px(kCellArrowWidth / 2 + 1), y + place.row_height / 2}, cell.arrow, ctx);
    const std::string shown = cell.is_name                     ? ShortName(font, cell.text, room)
                              : spec.columns[column].keeps_end ? FitTextEnd(font, cell.text, room)
                                                               : FitText(font, cell.text, room);
    DrawTextAt(list, font, {left, text_y}, ColorOf(cell.tone, colors), shown);
    return shown != cell.text;
  }
  if (cell.bar > 0 && span.bar > 0) {
    const float filled =
        std::max(1.0f, std::round((span.bar - pad) * static_cast<float>(std::min(cell.bar, 1.0))));
    // Bars have to stand out from the row's background.
    constexpr ImU32 kAlpha = 255u << IM_COL32_A_SHIFT, kSoft = 150u << IM_COL32_A_SHIFT;
    const ImU32 color = selected ? (colors.accent & ~kAlpha) | kSoft : colors.bar;
    const float edge = std::round(place.row_height * 0.25f);
    list.AddRectFilled({span.left + pad, y + edge}, {span.left + pad + filled, y + place.row_height - edge},
                       color, ctx.Px(2));
  }
  float right = span.right() - pad;
  for (size_t i = 0; i < std::min(span.shares, cell.shares.size()); ++i) {
    DrawTextRight(list, ctx.fonts.small, right, SmallTextTop(ctx, text_y), colors.text_dim,
                  cell.shares[cell.shares.size() - 1 - i]);
    right -= ctx.Px(kShareWidth);
  }
  const std::string shown = NumberInForm(cell.text, span.form);
  DrawTextRight(list, font, right, text_y, ColorOf(cell.tone, colors), shown);
  return shown != cell.text;
}

void DrawRow(const TableSpec& spec, const TableRow& row, uint64_t index, double deepest, float y,
             const TablePlacement& place, const TableUi& ui, bool hovered, bool focused,
             const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min{place.body.x, y}, max{place.body.x + place.body.width, y + place.row_height};
  if (row.selected) {
    list.AddRectFilled(min, max, colors.accent_soft, ctx.Px(3));
  } else if (hovered || row.lit) {
    list.AddRectFilled(min, max, colors.raised, ctx.Px(3));
  }
  for (size_t i = 0; i < row.cells.size() && i < spec.columns.size(); ++i) {
    ClipToCell(i, place, y, place.row_height);
    const bool shortened = DrawCell(spec, row.cells[i], i, row.selected, deepest, place, y, ctx);
    ImGui::PopClipRect();
    ImGui::PopClipRect();
    const float pointer = ImGui::GetIO().MousePos.x;
    const TablePlacement::Span& span = place.columns[i];
    if (!hovered || pointer < span.left || pointer >= span.right()) continue;
    if (i > 0 && pointer < place.columns[0].right()) continue;  // scrolled below the first
    std::string tooltip = shortened ? row.cells[i].text : std::string();
    if (!row.cells[i].tooltip.empty()) tooltip += (tooltip.empty() ? "" : "\n") + row.cells[i].tooltip;
    ItemTooltip(ctx, tooltip, {span.left, y, span.width, place.row_height});
  }
  if (row.selected || row.lit) list.AddRectFilled(min, {min.x + ctx.Px(2), max.y}, colors.accent);
  if (focused && ui.cursor == index && !row.selected) list.AddRect(min, max, colors.accent_soft, ctx.Px(3));
  if (ctx.marks != nullptr) {
    ctx.MarkRect(fmt::format("{}/row/{}", spec.mark, index), {min.x, min.y, max.x - min.x, max.y - min.y});
  }
}

bool OnArrow(const TableRow& row, double deepest, const TablePlacement& place, const PanelContext& ctx) {
  const float pointer = ImGui::GetIO().MousePos.x;
  for (size_t i = 0; i < row.cells.size() && i < place.columns.size(); ++i) {
    if (row.cells[i].arrow == TableArrow::kNone) continue;
    const float text = TextLeft(row.cells[i], deepest, place.columns[i], ctx);
    if (pointer >= text - ctx.Px(kCellArrowWidth + 2) && pointer < text) return true;
  }
  return false;
}

// The cells of a row, separated by tabs.
std::string RowText(const TableRow& row) {
  std::string text;
  const auto add = [&](std::string_view cell) {
    if (!text.empty()) text += '\t';
    text += cell;
  };
  for (const TableCell& cell : row.cells) {
    add(cell.text);
    for (const std::string& share : cell.shares) add(share);
  }
  return text;
}

void OpenMenu(uint64_t row, ImVec2 at, const TableSpec& spec, TableEvents& events) {
  events.menu = row;
  events.menu_at = at;
  events.menu_row = RowText(spec.row(row));
}

void TakeClicks(const TableSpec& spec, const ShownRows& shown, std::optional<uint64_t> under, bool clicked,
                const TablePlacement& place, TableUi& ui, TableEvents& events, const PanelContext& ctx) {
  if (ImGui::IsItemActivated()) ui.pressed = under;
  if (!under) return;
  if (ImGui::IsMouseClicked(1)) {
    ui.cursor = under;
    OpenMenu(*under, ImGui::GetIO().MousePos, spec, events);
  }
  const bool twice = ImGui::IsMouseDoubleClicked(0);
  if (!twice && !(clicked && ui.pressed == under)) return;
  const TableRow* row = shown.Find(*under);
  if (row == nullptr) return;
  if (OnArrow(*row, shown.deepest, place, ctx)) {
    if (twice) return;  // the release of the second click counts
    const auto is_open = [](const TableCell& cell) { return cell.arrow == TableArrow::kOpen; };
    (std::ranges::any_of(row->cells, is_open) ? events.closed : events.opened) = under;
  } else if (twice) {
    events.activated = under;
  } else {
    ui.cursor = under;
    events.chosen = under;
  }
}

// Copies the whole row, or its name, else the text of its last cell.
void Copy(uint64_t row, bool whole, const TableSpec& spec, const PanelContext& ctx) {
  const TableRow made = spec.row(row);
  if (whole) {
    ctx.Emit(action::CopyText{RowText(made), "the row"});
    return;
  }
  const auto name = std::ranges::find_if(made.cells, [](const TableCell& cell) { return cell.is_name; });
  if (name != made.cells.end()) {
    ctx.Emit(action::CopyText{name->text, "the name"});
  } else if (!made.cells.empty()) {
    ctx.Emit(action::CopyText{made.cells.back().text, "the text"});
  }
}

void ScrollSideways(float steps, const TablePlacement& place, TableUi& ui, const PanelContext& ctx) {
  if (steps != 0) ui.left_px = std::clamp(ui.left_px + steps * ctx.Px(60), 0.0f, place.overflow);
}

void TakeKeys(const TableSpec& spec, const TablePlacement& place, TableUi& ui, TableEvents& events,
              const PanelContext& ctx) {
  const auto page = static_cast<uint64_t>(std::max(1.0, place.rows_in_sight - 1));
  const ListKeys keys = TakeListKeys(spec.row_count, ui.cursor, page, spec.takes_keys);
  events.sideways = spec.uses_sideways ? keys.sideways : 0;
  ScrollSideways(static_cast<float>(keys.scrolled + keys.sideways - events.sideways), place, ui, ctx);
  if (keys.moved_to) {
    ui.cursor = events.chosen = keys.moved_to;
    events.by_key = true;
    RevealTableRow(*keys.moved_to, false, place, ui);
  }
  if (!ui.cursor || *ui.cursor >= spec.row_count) return;
  const uint64_t row = *ui.cursor;
  if (keys.activated) events.activated = row;
  if (events.sideways > 0) events.opened = row;
  if (events.sideways < 0) events.closed = row;
  if (keys.menu) {
    RevealTableRow(row, false, place, ui);
    const auto below =
        static_cast<float>((static_cast<double>(row) + 1 - ui.top) * static_cast<double>(place.row_height));
    OpenMenu(row, {place.body.x + ctx.Px(24), place.body.y + below}, spec, events);
  }
  if (keys.copies_name || keys.copies_row) Copy(row, keys.copies_row, spec, ctx);
}

void TakeWheel(const TablePlacement& place, TableUi& ui, const PanelContext& ctx) {
  const ImGuiIO& io = ImGui::GetIO();
  const float across = io.KeyShift ? io.MouseWheel : io.MouseWheelH;
  const float down = io.KeyShift ? 0 : io.MouseWheel;
  if (down != 0) ui.top -= static_cast<double>(down) * kRowsAWheelNotch;
  ScrollSideways(-across, place, ui, ctx);
}

void DrawRows(const TableSpec& spec, const ShownRows& shown, const TablePlacement& place, TableUi& ui,
              bool focused, TableEvents& events, const PanelContext& ctx) {
  const auto area = ClickableArea(ctx, fmt::format("{}/rows", spec.mark), {place.body.x, place.body.y},
                                  {place.body.width, place.body.height});
  const float offset =
      static_cast<float>((ui.top - std::floor(ui.top)) * static_cast<double>(place.row_height));
  std::optional<uint64_t> under;
  if (area.hovered) {
    const float y = ImGui::GetIO().MousePos.y - place.body.y + offset;
    const uint64_t row = shown.first + static_cast<uint64_t>(std::max(0.0f, y) / place.row_height);
    if (row < spec.row_count) under = row;
  }
  TakeClicks(spec, shown, under, area.clicked, place, ui, events, ctx);
  events.hovered = under;
  ImGui::PushClipRect(area.min, area.max, true);
  float y = place.body.y - offset;
  for (uint64_t row = shown.first; const TableRow& each : shown.rows) {
    DrawRow(spec, each, row, shown.deepest, y, place, ui, under == row, focused, ctx);
    y += place.row_height;
    ++row;
  }
  ImGui::PopClipRect();
}

}  // namespace

TableEvents DrawTable(const TableSpec& spec, TableUi& ui, const PanelRect& rect, const PanelContext& ctx) {
  TableEvents events;
  if (rect.width < 1 || rect.height < 1) return events;
  const std::string name(spec.mark);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(
      name.c_str(), {rect.width, rect.height}, false,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (std::exchange(ui.take_focus, false)) ImGui::SetWindowFocus();
  ShownRows shown = MakeShownRows(spec, ui, rect.height, ctx);
  const TablePlacement place = LayOutTable(spec, shown, ui, rect, ctx);
  // Keys go on from a row that another part of the window selected.
  if (std::exchange(ui.selected, spec.selected) != spec.selected && spec.selected) ui.cursor = spec.selected;
  if (const auto row = std::exchange(ui.scroll_to, std::nullopt)) RevealTableRow(*row, true, place, ui);
  const bool focused = ImGui::IsWindowFocused() || spec.takes_keys;
  if (focused) {
    if (ImGui::IsWindowFocused()) ClaimListKeys();
    TakeKeys(spec, place, ui, events, ctx);
  }
  if (ImGui::IsWindowHovered()) TakeWheel(place, ui, ctx);
  ui.top = ScrollBar("vertical", place.vertical, true, std::clamp(ui.top, 0.0, place.last_top),
                     place.last_top, place.rows_in_sight, ctx);
  ui.left_px = static_cast<float>(
      ScrollBar("horizontal", place.horizontal, false, static_cast<double>(ui.left_px),
                static_cast<double>(place.overflow), static_cast<double>(place.body.width), ctx));
  DrawTableHead(spec, place, events, ctx);
  if (static_cast<uint64_t>(ui.top) != shown.first) shown = MakeShownRows(spec, ui, rect.height, ctx);
  DropHiddenRows(place, ui, shown);
  DrawRows(spec, shown, place, ui, focused, events, ctx);
  if (spec.row_count == 0 && !spec.empty.empty()) {
    const float width = TextWidth(ctx.fonts.regular, spec.empty);
    ImGui::GetWindowDrawList()->AddText(
        ctx.fonts.regular, ctx.fonts.regular->FontSize,
        {std::round(place.body.x + std::max(ctx.Px(kCellPadding), (place.body.width - width) / 2)),
         std::round(place.body.y + std::min(place.body.height / 3, ctx.Px(48)))},
        ctx.colors().text_faint, spec.empty.data(), spec.empty.data() + spec.empty.size());
  }
  ImGui::EndChild();
  return events;
}

}  // namespace ringscope
