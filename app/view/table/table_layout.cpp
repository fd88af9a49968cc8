#include "app/view/table/table_layout.h"

#include <algorithm>
#include <cmath>

#include "app/view/panel.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kBarWidth = 11, kChoicesWidth = 22;

// 0 where it was not.
float ResizedTo(const TableSpec& spec, const TableColumn& column) {
  return spec.settings == nullptr ? 0 : ColumnWidthOf(*spec.settings, ColumnNameOf(spec, column));
}

float WidthOf(const TableSpec& spec, const TableColumn& column, const PanelContext& ctx) {
  const float resized = ResizedTo(spec, column);
  return std::round(ctx.Px(resized == 0 ? column.width : resized));
}

// The first column stays where it is, the others are scrolled below it.
void LayOutColumns(const TableSpec& spec, TableUi& ui, const PanelRect& rect, float width,
                   TablePlacement& place, const PanelContext& ctx) {
  float sum = 0;
  float stretching = 0;
  for (const TableColumn& column : spec.columns) {
    place.columns.push_back({0, WidthOf(spec, column, ctx)});
    sum += place.columns.back().width;
    if (column.stretches && ResizedTo(spec, column) == 0) stretching += column.width;
  }
  // What columns that are as wide as they may be leave is for the next ones.
  float free = std::max(0.0f, width - sum);
  for (size_t i = 0; i < spec.columns.size() && stretching > 0 && free > 0; ++i) {
    const TableColumn& column = spec.columns[i];
    if (!column.stretches || ResizedTo(spec, column) != 0) continue;
    float more = std::floor(free * column.width / stretching);
    if (column.most_width > 0)
      more = std::clamp(std::round(ctx.Px(column.most_width)) - place.columns[i].width, 0.0f, more);
    place.columns[i].width += more;
    free -= more;
    stretching -= column.width;
  }
  place.is_filled = free < ctx.Px(8);
  place.overflow = std::max(0.0f, sum - width);
  ui.left_px = std::clamp(ui.left_px, 0.0f, place.overflow);
  float left = rect.x;
  for (size_t i = 0; i < place.columns.size(); ++i) {
    place.columns[i].left = left - (i == 0 ? 0 : ui.left_px);
    left += place.columns[i].width;
  }
}

}  // namespace

float TitleRoomOf(const TableSpec& spec, size_t column, float width, const PanelContext& ctx) {
  constexpr float kArrowWidth = 12;
  const TableColumn& one = spec.columns[column];
  const auto shares = static_cast<float>(CostRoomOf(spec, one, one.share_titles.size(), width, ctx).shares);
  const float arrow = spec.sorted_by == column ? kArrowWidth : 0;
  return width - ctx.Px(shares * spec.share_width + 2 * kCellPadding + arrow);
}

CostRoom CostRoomOf(const TableSpec& spec, const TableColumn& column, size_t shares, float width,
                    const PanelContext& ctx) {
  // "999 MiB" fits into the least, "999.99 MiB" into the usual one.
  constexpr float kLeastNumberWidth = 68, kUsualNumberWidth = 90, kLeastBarWidth = 20, kMostBarWidth = 56;
  CostRoom room{.shares = shares};
  while (room.shares > 0 &&
         width < ctx.Px(static_cast<float>(room.shares) * spec.share_width + kLeastNumberWidth))
    --room.shares;
  const float bar = width - ctx.Px(static_cast<float>(room.shares) * spec.share_width + kUsualNumberWidth);
  if (column.has_bars && bar >= ctx.Px(kLeastBarWidth)) room.bar = std::min(bar, ctx.Px(kMostBarWidth));
  return room;
}

void NarrowColumns(std::vector<TableColumn>& columns, float width) {
  constexpr float kWithShare = 140, kWithout = 84;
  float sum = kChoicesWidth;
  int with_share = 0;
  for (const TableColumn& column : columns) {
    sum += column.width;
    with_share += column.numeric && column.width >= kWithShare ? 1 : 0;
  }
  if (sum <= width || with_share == 0) return;
  const float each = (sum - width) / static_cast<float>(with_share);
  for (TableColumn& column : columns) {
    if (column.numeric && column.width >= kWithShare) column.width = std::max(kWithout, column.width - each);
  }
}

std::string ColumnNameOf(const TableSpec& spec, const TableColumn& column) {
  return std::string(spec.mark) + '/' + column.id;
}

float TableHeadHeight(const PanelContext& ctx) { return std::round(ctx.fonts.small->FontSize + ctx.Px(11)); }

namespace {

TablePlacement LayOutBelow(float head, const TableSpec& spec, TableUi& ui, const PanelRect& rect,
                           const PanelContext& ctx) {
  TablePlacement place;
  place.row_height = std::round(ctx.fonts.regular->FontSize + ctx.Px(7));
  // The button of the menu about the columns stands above the bar.
  const float bar = std::round(ctx.Px(kBarWidth));
  const float button = spec.choices.empty() ? 0 : std::round(ctx.Px(kChoicesWidth));
  const auto rows = static_cast<double>(spec.row_count);
  float least = 0;
  for (const TableColumn& column : spec.columns) least += WidthOf(spec, column, ctx);
  // Each bar takes room from what the other one scrolls.
  float height = std::max(1.0f, rect.height - head);
  const auto too_high = [&] {
    return rows * static_cast<double>(place.row_height) > static_cast<double>(height);
  };
  const bool sideways = least > rect.width - std::max(too_high() ? bar : 0, button);
  if (sideways) height = std::max(1.0f, height - bar);
  const bool scrolls = too_high();
  const float width = std::max(1.0f, rect.width - std::max(scrolls ? bar : 0, button));
  place.head = {rect.x, rect.y, width, head};
  place.body = {rect.x, rect.y + head, width, height};
  if (scrolls) place.vertical = {rect.x + rect.width - bar, rect.y + head, bar, height};
  if (sideways) place.horizontal = {rect.x, rect.y + head + height, width, bar};
  place.rows_in_sight = static_cast<double>(height) / static_cast<double>(place.row_height);
  place.last_top = std::max(0.0, rows - place.rows_in_sight);
  LayOutColumns(spec, ui, rect, width, place, ctx);
  return place;
}

// Whether a title of several words does not fit on one line.
bool HasLongTitle(const TableSpec& spec, const TablePlacement& place, const PanelContext& ctx) {
  for (size_t i = 0; i < spec.columns.size(); ++i) {
    const std::string& title = spec.columns[i].title;
    if (title.find(' ') == std::string::npos) continue;
    if (TextWidth(ctx.fonts.small, title) > TitleRoomOf(spec, i, place.columns[i].width, ctx)) return true;
  }
  return false;
}

}  // namespace

TablePlacement LayOutTable(const TableSpec& spec, TableUi& ui, const PanelRect& rect,
                           const PanelContext& ctx) {
  const float line = TableHeadHeight(ctx);
  const TablePlacement place = LayOutBelow(line, spec, ui, rect, ctx);
  if (!HasLongTitle(spec, place, ctx)) return place;
  return LayOutBelow(line + ctx.fonts.small->FontSize, spec, ui, rect, ctx);
}

ShownRows MakeShownRows(const TableSpec& spec, const TablePlacement& place, const TableUi& ui) {
  ShownRows shown;
  shown.first = static_cast<uint64_t>(ui.top);
  const double below = ui.top + place.rows_in_sight;
  for (uint64_t row = shown.first; row < spec.row_count && static_cast<double>(row) < below; ++row) {
    for (const TableCell& cell : shown.rows.emplace_back(spec.row(row)).cells)
      shown.deepest = std::max(shown.deepest, cell.indent);
  }
  return shown;
}

void RevealTableRow(uint64_t row, bool to_middle, const TablePlacement& place, TableUi& ui) {
  const auto at = static_cast<double>(row);
  if (at >= ui.top && at + 1 <= ui.top + place.rows_in_sight) return;
  if (to_middle) {
    // A row in sight in part was perhaps just clicked: it shall not move away before the second click.
    if (at + 1 > ui.top && at < ui.top + place.rows_in_sight) return;
    ui.top = std::round(at - (place.rows_in_sight - 1) / 2);
  } else {
    ui.top = at < ui.top ? at : at + 1 - place.rows_in_sight;
  }
}

double ScrollBar(const char* name, const PanelRect& rect, bool vertical, double at, double last,
                 double in_sight, const PanelContext& ctx) {
  if (rect.width < 1 || rect.height < 1 || last <= 0) return at;
  const float length = vertical ? rect.height : rect.width;
  const auto share = static_cast<float>(in_sight / (last + in_sight));
  const float grip = std::clamp(length * share, std::min(ctx.Px(28), length / 2), length);
  const float room = std::max(1.0f, length - grip);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(name, {rect.width, rect.height});
  const ImGuiIO& io = ImGui::GetIO();
  const float pointer = vertical ? io.MousePos.y - rect.y : io.MousePos.x - rect.x;
  float begin = static_cast<float>(at / last) * room;
  // Where on the grip the pointer took hold.
  float& hold = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(name));
  bool moved = ImGui::IsItemActive() && (vertical ? io.MouseDelta.y : io.MouseDelta.x) != 0;
  if (ImGui::IsItemActivated()) {
    const bool on_grip = pointer >= begin && pointer < begin + grip;
    hold = on_grip ? pointer - begin : grip / 2;
    // Beside the grip: it jumps there.
    moved = !on_grip;
  }
  if (moved) {
    begin = std::clamp(pointer - hold, 0.0f, room);
    at = static_cast<double>(begin) / static_cast<double>(room) * last;
  }
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float inset = ctx.Px(2);
  ImVec2 min{rect.x + inset, rect.y + begin + 1}, max{rect.x + rect.width - inset, rect.y + begin + grip - 1};
  if (!vertical) {
    min = {rect.x + begin + 1, rect.y + inset};
    max = {rect.x + begin + grip - 1, rect.y + rect.height - inset};
  }
  ImGui::GetWindowDrawList()->AddRectFilled(
      min, max, lit ? ctx.colors().text_faint : ctx.colors().raised_active, ctx.Px(4));
  return at;
}

}  // namespace ringscope
