#include "app/view/table/table_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr const char* kChoices = "columns";

void OpenChoices(const TableSpec& spec) {
  if (!spec.choices.empty()) ImGui::OpenPopup(kChoices, ImGuiPopupFlags_NoOpenOverExistingPopup);
}

void DrawChoice(const TableSpec& spec, const ColumnChoice& choice, float width, const PanelContext& ctx) {
  const float height = std::round(ctx.Px(27)), mark = ctx.Px(20);
  const ClickedArea row =
      MenuItemRow(ctx, fmt::format("{}/column/{}", spec.mark, choice.mark), {width, height}, true);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (choice.on) {
    const float middle = row.min.y + height / 2;
    const ImVec2 low{row.min.x + ctx.Px(6), middle + ctx.Px(4)};
    list.AddLine({low.x - ctx.Px(4), low.y - ctx.Px(4)}, low, ctx.colors().accent, ctx.Px(1.8f));
    list.AddLine(low, {low.x + ctx.Px(7), low.y - ctx.Px(9)}, ctx.colors().accent, ctx.Px(1.8f));
  }
  DrawTextShort(list, ctx.fonts.regular, {row.min.x + mark, CentredTop(ctx.fonts.regular, row.min.y, height)},
                width - mark, ctx.colors().text, choice.label);
  // The menu stays open: users mostly choose several columns.
  if (row.clicked) ctx.Emit(choice.action);
}

// The button at the end of the headings, and the menu that the button and a right click on a heading open.
void DrawChoices(const TableSpec& spec, const TablePlacement& place, const PanelContext& ctx) {
  if (spec.choices.empty()) return;
  const float side = place.head.height;
  const auto area = ClickableArea(ctx, fmt::format("{}/columns", spec.mark),
                                  {place.head.x + place.head.width, place.head.y}, {ctx.Px(22), side});
  if (area.clicked) OpenChoices(spec);
  ItemTooltip(ctx, "Choose the columns (or right click on a heading)");
  const ImVec2 middle{place.head.x + place.head.width + ctx.Px(11), place.head.y + side / 2};
  DrawIcon(*ImGui::GetWindowDrawList(), Icon::kMore, middle, ctx.Px(13),
           area.hovered ? ctx.colors().text : ctx.colors().text_dim);
  if (!BeginMenuPopup(kChoices, {middle.x, place.head.y + side}, ctx)) return;
  float width = ctx.Px(180);
  for (const ColumnChoice& choice : spec.choices)
    width = std::max(width, TextWidth(ctx.fonts.regular, choice.label) + ctx.Px(28));
  width = std::round(std::min(width, ctx.Px(460)));
  for (const ColumnChoice& choice : spec.choices) {
    if (choice.begins_group) MenuLine(ctx, width);
    DrawChoice(spec, choice, width, ctx);
  }
  EndMenuPopup();
}

void DrawSortArrow(ImVec2 at, bool descending, const PanelContext& ctx) {
  const float half = ctx.Px(3);
  const float tip = descending ? half : -half;
  ImGui::GetWindowDrawList()->AddTriangleFilled({at.x - half, at.y - tip * 0.6f}, {at.x, at.y + tip * 0.8f},
                                                {at.x + half, at.y - tip * 0.6f}, ctx.colors().accent);
}

// The titles of shares above them. Returns the right edge of the column's title.
float DrawShareTitles(const TableColumn& column, const TablePlacement::Span& span, float y,
                      const PanelContext& ctx) {
  float right = span.right() - ctx.Px(kCellPadding);
  for (size_t i = 0; i < span.shares; ++i) {
    const std::string& title = column.share_titles[column.share_titles.size() - 1 - i];
    DrawTextRight(*ImGui::GetWindowDrawList(), ctx.fonts.small, right, y, ctx.colors().text_faint, title);
    right -= ctx.Px(kShareWidth);
  }
  return right;
}

void DrawHeading(const TableSpec& spec, size_t index, const TablePlacement& place, TableEvents& events,
                 const PanelContext& ctx) {
  const TableColumn& column = spec.columns[index];
  const TablePlacement::Span& span = place.columns[index];
  const UiColors& colors = ctx.colors();
  ImFont* font = ctx.fonts.small;
  const bool sorted = spec.sorted_by == index;
  const auto area = ClickableArea(ctx, fmt::format("{}/head/{}", spec.mark, column.id),
                                  {span.left, place.head.y}, {std::max(1.0f, span.width), place.head.height});
  if (area.hovered && ImGui::IsMouseClicked(1)) OpenChoices(spec);
  const bool hovered = column.sortable && area.hovered;
  ItemTooltip(ctx, column.tooltip);
  if (area.clicked && column.sortable) {
    events.sort_by = index;
    events.descending = sorted ? !spec.descending : column.numeric;
  }
  // A title of one line stands near the cells, also if other headings have two lines.
  const float last_y = place.head.y + place.head.height - (TableHeadHeight(ctx) + font->FontSize) / 2;
  const float right = DrawShareTitles(column, span, std::round(last_y), ctx);
  const ImU32 color = sorted || hovered ? colors.text : colors.text_faint;
  const std::vector<std::string> lines =
      HeadingLines(font, column.title, TitleRoomOf(spec, index, place, ctx));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = span.left + ctx.Px(kCellPadding);
  float y = std::round(last_y - static_cast<float>(lines.size() - 1) * font->FontSize);
  for (const std::string& line : lines) {
    if (column.numeric)
      DrawTextRight(list, font, right, y, color, line);
    else
      DrawTextAt(list, font, {left, y}, color, line);
    y += font->FontSize;
  }
  if (!sorted) return;
  const float beside = TextWidth(font, lines.back()) + ctx.Px(8);
  DrawSortArrow({column.numeric ? right - beside : left + beside, y - font->FontSize / 2}, spec.descending,
                ctx);
}

// An edge that follows the pointer: columns behind the stretching one grow to the left.
void DrawEdge(const TableSpec& spec, size_t index, bool grows_left, const TablePlacement& place,
              const PanelContext& ctx) {
  const TableColumn& column = spec.columns[index];
  const TablePlacement::Span& span = place.columns[index];
  const float x = grows_left ? span.left : span.right();
  const float grip = ctx.Px(7);
  ClickableArea(ctx, fmt::format("{}/edge/{}", spec.mark, column.id),
                {x - std::floor(grip / 2), place.head.y}, {grip, place.head.height});
  // At the end of the drag the same width again: that saves it.
  if (ImGui::IsItemDeactivated()) {
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

// The blank at which two lines of a title are narrowest; npos without a blank.
size_t BreakOf(ImFont* font, std::string_view title) {
  size_t best = std::string_view::npos;
  float least = 0;
  for (size_t blank = title.find(' '); blank != std::string_view::npos; blank = title.find(' ', blank + 1)) {
    const float width =
        std::max(TextWidth(font, title.substr(0, blank)), TextWidth(font, title.substr(blank + 1)));
    if (best != std::string_view::npos && width >= least) continue;
    best = blank;
    least = width;
  }
  return best;
}

}  // namespace

float WidthOfLines(ImFont* font, std::string_view title) {
  const size_t blank = BreakOf(font, title);
  if (blank == std::string_view::npos) return TextWidth(font, title);
  return std::max(TextWidth(font, title.substr(0, blank)), TextWidth(font, title.substr(blank + 1)));
}

std::vector<std::string> HeadingLines(ImFont* font, std::string_view title, float width) {
  const auto fitted = [&](std::string_view line) { return FitTextMiddle(font, line, width); };
  const size_t blank = BreakOf(font, title);
  if (blank == std::string_view::npos || TextWidth(font, title) <= width) return {fitted(title)};
  return {fitted(title.substr(0, blank)), fitted(title.substr(blank + 1))};
}

void ClipToColumn(size_t index, const TablePlacement& place, float y, float height) {
  const float left = index == 0 ? place.head.x : place.columns[0].right();
  ImGui::PushClipRect({left, y}, {place.head.x + place.head.width, y + height}, true);
}

void DrawTableHead(const TableSpec& spec, const TablePlacement& place, TableEvents& events,
                   const PanelContext& ctx) {
  const auto stretching =
      std::ranges::find_if(spec.columns, [](const TableColumn& column) { return column.stretches; });
  const auto middle = static_cast<size_t>(stretching - spec.columns.begin());
  // Edges lie over headings: ImGui gives the pointer to the item that is drawn first.
  for (size_t i = 0; i < spec.columns.size() && spec.settings != nullptr; ++i) {
    if (i == middle && place.is_filled) continue;
    ClipToColumn(i, place, place.head.y, place.head.height);
    DrawEdge(spec, i, i > middle && place.is_filled, place, ctx);
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
  DrawChoices(spec, place, ctx);
}

}  // namespace ringscope
