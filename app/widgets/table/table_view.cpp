#include "app/widgets/table/table_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/imgui_input.h"
#include "app/widgets/number_fit.h"
#include "app/widgets/table/scroll_bar.h"
#include "app/widgets/table/table_layout.h"
#include "app/widgets/text_line.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kCellPadding = 8;
constexpr float kArrowWidth = 16;
constexpr double kRowsAWheelNotch = 3;

ImU32 ColorOf(TableTone tone, const UiColors& colors) {
  switch (tone) {
    case TableTone::kPlain:
      return colors.text;
    case TableTone::kDim:
      return colors.text_dim;
    case TableTone::kFaint:
      return colors.text_faint;
    case TableTone::kAccent:
      return colors.accent;
  }
  return colors.text;
}

// Headings.

void DrawSortArrow(ImVec2 at, bool descending, const PanelContext& ctx) {
  const float half = ctx.Px(3);
  const float tip = descending ? half : -half;
  ImGui::GetWindowDrawList()->AddTriangleFilled({at.x - half, at.y - tip * 0.6f}, {at.x, at.y + tip * 0.8f},
                                                {at.x + half, at.y - tip * 0.6f}, ctx.colors().accent);
}

void DrawHeading(const TableSpec& spec, size_t index, const TablePlacement& place, TableEvents& events,
                 const PanelContext& ctx) {
  const TableColumn& column = spec.columns[index];
  const TablePlacement::Span& span = place.columns[index];
  const UiColors& colors = ctx.colors();
  ImFont* font = ctx.fonts.small;
  const bool sorted = spec.sorted_by == index;
  ImGui::SetCursorScreenPos({span.left, place.head.y});
  ImGui::PushID(column.id.c_str());
  const bool clicked = ImGui::InvisibleButton("head", {std::max(1.0f, span.width), place.head.height});
  ImGui::PopID();
  ctx.Mark(fmt::format("{}/head/{}", spec.mark, column.id));
  const bool hovered = column.sortable && ImGui::IsItemHovered();
  ItemTooltip(ctx, column.tooltip);
  if (clicked && column.sortable) {
    events.sort_by = index;
    events.descending = sorted ? !spec.descending : column.numeric;
  }
  const float pad = ctx.Px(kCellPadding);
  const float arrow = sorted ? ctx.Px(12) : 0;
  const float y = CentredTop(font, place.head.y, place.head.height);
  const float arrow_y = y + font->FontSize / 2;
  const ImU32 color = sorted || hovered ? colors.text : colors.text_faint;
  const std::string title = FitText(font, font->FontSize, column.title, span.width - 2 * pad - arrow);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (column.numeric) {
    DrawTextRight(list, font, span.right() - pad, y, color, title);
    if (sorted)
      DrawSortArrow({span.right() - pad - TextWidth(font, title) - ctx.Px(8), arrow_y}, spec.descending, ctx);
  } else {
    DrawTextAt(list, font, {span.left + pad, y}, color, title);
    if (sorted)
      DrawSortArrow({span.left + pad + TextWidth(font, title) + ctx.Px(8), arrow_y}, spec.descending, ctx);
  }
}

// Edges follow the pointer: columns behind the stretching one grow to the left.
void DrawEdge(const TableSpec& spec, size_t index, bool grows_left, const TablePlacement& place,
              const PanelContext& ctx) {
  const TableColumn& column = spec.columns[index];
  const TablePlacement::Span& span = place.columns[index];
  const float x = grows_left ? span.left : span.right();
  const float grip = ctx.Px(7);
  ImGui::SetCursorScreenPos({x - std::floor(grip / 2), place.head.y});
  ImGui::PushID(column.id.c_str());
  ImGui::InvisibleButton("edge", {grip, place.head.height});
  ImGui::PopID();
  ctx.Mark(fmt::format("{}/edge/{}", spec.mark, column.id));
  // Said once more when the drag has ended: then it is written down.
  if (ImGui::IsItemDeactivated() && spec.settings != nullptr) {
    const std::string name = ColumnNameOf(spec, column);
    ctx.Emit(action::SetColumnWidth{name, ColumnWidthOf(*spec.settings, name)});
  }
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const float dx = ImGui::GetIO().MouseDelta.x;
    const float wanted = (span.width + (grows_left ? -dx : dx)) / ctx.scale;
    if (dx != 0)
      ctx.Emit(action::SetColumnWidth{ColumnNameOf(spec, column), std::max(wanted, kMinColumnWidth)});
  }
  if (ImGui::IsMouseDoubleClicked(0)) ctx.Emit(action::SetColumnWidth{ColumnNameOf(spec, column), 0});
  ImGui::GetWindowDrawList()->AddLine({x, place.head.y + ctx.Px(4)},
                                      {x, place.head.y + place.head.height - ctx.Px(4)}, ctx.colors().accent);
}

void ClipToColumn(size_t index, const TablePlacement& place, float y, float height) {
  const float left = index == 0 ? place.head.x : place.columns[0].right();
  ImGui::PushClipRect({left, y}, {place.head.x + place.head.width, y + height}, true);
}

// What a cell says never lies over the next column.
void ClipToCell(size_t index, const TablePlacement& place, float y, float height) {
  ClipToColumn(index, place, y, height);
  const TablePlacement::Span& span = place.columns[index];
  ImGui::PushClipRect({span.left, y}, {span.right(), y + height}, true);
}

void DrawHead(const TableSpec& spec, const TablePlacement& place, TableEvents& events,
              const PanelContext& ctx) {
  const auto stretching = std::find_if(spec.columns.begin(), spec.columns.end(),
                                       [](const TableColumn& column) { return column.stretches; });
  const auto middle = static_cast<size_t>(stretching - spec.columns.begin());
  // Edges lie over headings: ImGui gives the pointer to the item that is drawn first.
  for (size_t i = 0; i < spec.columns.size(); ++i) {
    if (i == middle) continue;
    ClipToColumn(i, place, place.head.y, place.head.height);
    DrawEdge(spec, i, i > middle, place, ctx);
    ImGui::PopClipRect();
  }
  for (size_t i = 0; i < spec.columns.size(); ++i) {
    ClipToColumn(i, place, place.head.y, place.head.height);
    DrawHeading(spec, i, place, events, ctx);
    ImGui::PopClipRect();
  }
  const float y = place.head.y + place.head.height - 0.5f;
  ImGui::GetWindowDrawList()->AddLine({place.head.x, y}, {place.head.x + place.head.width, y},
                                      ctx.colors().line);
}

// Rows.

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

// Where the text of a left-aligned cell begins.
float TextLeft(const TableCell& cell, double deepest, const TablePlacement::Span& span,
               const PanelContext& ctx) {
  constexpr float kMostIndent = 224;
  const float left = span.left + ctx.Px(kCellPadding);
  if (cell.indent <= 0 && cell.arrow == TableArrow::kNone) return left;
  const float half = span.width / 2 / ctx.scale - kCellPadding - kArrowWidth;
  const auto most = static_cast<double>(std::clamp(half, 0.0f, kMostIndent));
  const double indent = cell.indent - std::max(0.0, deepest - most);
  return left + ctx.Px(static_cast<float>(std::max(0.0, indent)) + kArrowWidth);
}

// What stands behind a name; where both do not fit, it takes up to half of the room. Returns what is left for
// the name.
float DrawPlace(const TableCell& cell, float left, float room, float text_y, const PanelContext& ctx) {
  ImFont* font = ctx.fonts.small;
  const float gap = ctx.Px(8);
  const float place = TextWidth(font, cell.place) + gap;
  const float name = TextWidth(ctx.fonts.regular, cell.text);
  const float taken = std::min(place, std::max(room / 2, room - name));
  if (taken <= gap) return room;
  const std::string shown = FitTextEnd(font, font->FontSize, cell.place, taken - gap);
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
  ImFont* font = ctx.fonts.regular;
  const float pad = ctx.Px(kCellPadding);
  const float text_y = CentredTop(font, y, place.row_height);
  if (!spec.columns[column].numeric) {
    const float left = TextLeft(cell, deepest, span, ctx);
    float room = std::max(0.0f, span.right() - pad - left);
    if (!cell.place.empty()) room = DrawPlace(cell, left, room, text_y, ctx);
    if (cell.arrow != TableArrow::kNone)
      DrawArrow({left - ctx.Px(kArrowWidth / 2 + 1), y + place.row_height / 2}, cell.arrow, ctx);
    const std::string shown = cell.is_name ? ShortName(font, cell.text, room)
                              : spec.columns[column].keeps_end
                                  ? FitTextEnd(font, font->FontSize, cell.text, room)
                                  : FitText(font, font->FontSize, cell.text, room);
    DrawTextAt(list, font, {left, text_y}, ColorOf(cell.tone, colors), shown);
    return shown != cell.text;
  }
  if (cell.bar > 0) {
    const float room = std::max(0.0f, span.width - pad);
    const float filled = std::max(1.0f, std::round(room * static_cast<float>(std::min(cell.bar, 1.0))));
    // Bars have to stand out from what marks the row.
    constexpr ImU32 kAlpha = 255u << IM_COL32_A_SHIFT, kSoft = 70u << IM_COL32_A_SHIFT;
    const ImU32 color = selected ? (colors.accent & ~kAlpha) | kSoft : colors.bar;
    list.AddRectFilled({span.left + pad / 2, y + 2}, {span.left + pad / 2 + filled, y + place.row_height - 2},
                       color, ctx.Px(2));
  }
  float right = span.right() - pad;
  // In a narrow column the number stands alone.
  constexpr float kLeastNumberWidth = 44;
  if (!cell.share.empty() && span.width >= ctx.Px(spec.share_width + kLeastNumberWidth)) {
    DrawTextRight(list, ctx.fonts.small, right, SmallTextTop(ctx, text_y), colors.text_dim, cell.share);
    right -= ctx.Px(spec.share_width);
  }
  const float room = std::max(0.0f, right - span.left - pad / 2);
  const auto number = FitNumber(cell.text, room, [&](std::string_view one) { return TextWidth(font, one); });
  const std::string shown = number ? *number : FitText(font, font->FontSize, cell.text, room);
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
    ItemTooltip(ctx, tooltip);
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
    if (pointer >= text - ctx.Px(kArrowWidth + 2) && pointer < text) return true;
  }
  return false;
}

void TakeClicks(const ShownRows& shown, std::optional<uint64_t> under, bool clicked,
                const TablePlacement& place, TableUi& ui, TableEvents& events, const PanelContext& ctx) {
  if (ImGui::IsItemActivated()) ui.pressed = under;
  if (!under) return;
  if (ImGui::IsMouseClicked(1)) {
    events.menu = under;
    events.menu_at = ImGui::GetIO().MousePos;
  }
  const bool twice = ImGui::IsMouseDoubleClicked(0);
  if (!twice && !(clicked && ui.pressed == under)) return;
  const TableRow* row = shown.Find(*under);
  if (row == nullptr) return;
  if (OnArrow(*row, shown.deepest, place, ctx)) {
    if (twice) return;  // the release that follows counts
    const auto is_open = [](const TableCell& cell) { return cell.arrow == TableArrow::kOpen; };
    (std::any_of(row->cells.begin(), row->cells.end(), is_open) ? events.closed : events.opened) = under;
  } else if (twice) {
    events.activated = under;
  } else {
    ui.cursor = under;
    events.chosen = under;
  }
}

void TakeKeys(const TableSpec& spec, const TablePlacement& place, TableUi& ui, TableEvents& events) {
  if (spec.row_count == 0) return;
  const auto last = static_cast<int64_t>(spec.row_count - 1);
  const int64_t now = ui.cursor ? std::min(static_cast<int64_t>(*ui.cursor), last) : -1;
  const auto page = std::max<int64_t>(1, static_cast<int64_t>(place.rows_in_sight) - 1);
  int64_t next = now;
  if (KeyPressed(Key::kDown)) next = now + 1;
  if (KeyPressed(Key::kUp)) next = now - 1;
  if (KeyPressed(Key::kPageDown)) next = std::max<int64_t>(now, 0) + page;
  if (KeyPressed(Key::kPageUp)) next = now - page;
  if (!spec.takes_keys && KeyPressed(Key::kHome)) next = 0;
  if (!spec.takes_keys && KeyPressed(Key::kEnd)) next = last;
  if (next != now) {
    const auto row = static_cast<uint64_t>(std::clamp<int64_t>(next, 0, last));
    ui.cursor = row;
    events.chosen = row;
    events.by_key = true;
    RevealTableRow(row, false, place, ui);
  }
  if (!ui.cursor || *ui.cursor >= spec.row_count) return;
  if (KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false)) events.activated = ui.cursor;
  if (!spec.takes_keys && KeyPressed(Key::kRight)) events.opened = ui.cursor;
  if (!spec.takes_keys && KeyPressed(Key::kLeft)) events.closed = ui.cursor;
}

void TakeWheel(const TablePlacement& place, TableUi& ui, const PanelContext& ctx) {
  const ImGuiIO& io = ImGui::GetIO();
  const float across = io.KeyShift ? io.MouseWheel : io.MouseWheelH;
  const float down = io.KeyShift ? 0 : io.MouseWheel;
  if (down != 0) ui.top -= static_cast<double>(down) * kRowsAWheelNotch;
  if (across != 0) ui.left_px = std::clamp(ui.left_px - across * ctx.Px(60), 0.0f, place.overflow);
}

void DrawRows(const TableSpec& spec, const TablePlacement& place, TableUi& ui, bool focused,
              TableEvents& events, const PanelContext& ctx) {
  ImGui::SetCursorScreenPos({place.body.x, place.body.y});
  const bool clicked = ImGui::InvisibleButton("rows", {place.body.width, place.body.height});
  ctx.Mark(fmt::format("{}/rows", spec.mark));
  const float offset =
      static_cast<float>((ui.top - std::floor(ui.top)) * static_cast<double>(place.row_height));
  const ShownRows shown = MakeShownRows(spec, place, ui);
  std::optional<uint64_t> under;
  if (ImGui::IsItemHovered()) {
    const float y = ImGui::GetIO().MousePos.y - place.body.y + offset;
    const uint64_t row = shown.first + static_cast<uint64_t>(std::max(0.0f, y) / place.row_height);
    if (row < spec.row_count) under = row;
  }
  TakeClicks(shown, under, clicked, place, ui, events, ctx);
  events.hovered = under;
  ImGui::PushClipRect({place.body.x, place.body.y},
                      {place.body.x + place.body.width, place.body.y + place.body.height}, true);
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
  const TablePlacement place = LayOutTable(spec, ui, rect, ctx);
  // What was selected elsewhere is where the keys go on from.
  if (std::exchange(ui.selected, spec.selected) != spec.selected && spec.selected) ui.cursor = spec.selected;
  if (const auto row = std::exchange(ui.scroll_to, std::nullopt)) RevealTableRow(*row, true, place, ui);
  const bool focused = ImGui::IsWindowFocused() || spec.takes_keys;
  if (focused) {
    if (ImGui::IsWindowFocused()) ClaimListKeys();
    TakeKeys(spec, place, ui, events);
  }
  if (ImGui::IsWindowHovered()) TakeWheel(place, ui, ctx);
  ui.top = ScrollBar("vertical", place.vertical, true, std::clamp(ui.top, 0.0, place.last_top),
                     place.last_top, place.rows_in_sight, ctx);
  ui.left_px = static_cast<float>(
      ScrollBar("horizontal", place.horizontal, false, static_cast<double>(ui.left_px),
                static_cast<double>(place.overflow), static_cast<double>(place.body.width), ctx));
  DrawHead(spec, place, events, ctx);
  DrawRows(spec, place, ui, focused, events, ctx);
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
