#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/window/window_panels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/renames_model.h"
#include "app/tables/tables.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"
#include "app/window/window_actions.h"

namespace ringscope {
namespace {

struct TabRow {
  ImFont* font = nullptr;
  std::vector<float> widths;
};

// Lays out the tabs in this room. If they do not fit, they lose padding, then text size, then the ends of the
// longest labels.
TabRow PlaceTabs(const std::vector<DockTabInfo>& tabs, float room, const PanelContext& ctx) {
  constexpr float kPadding = 24, kLeastPadding = 12;
  const auto count = static_cast<float>(tabs.size());
  TabRow row;
  std::vector<float> labels;
  float sum = 0;
  for (ImFont* font : {ctx.fonts.regular, ctx.fonts.small}) {
    row.font = font;
    labels.clear();
    for (const DockTabInfo& tab : tabs) labels.push_back(TextWidth(font, tab.label) + 1);
    sum = std::accumulate(labels.begin(), labels.end(), 0.0f);
    if (sum + count * ctx.Px(kLeastPadding) <= room) break;
  }
  const float padding = std::clamp(std::floor((room - sum) / count), ctx.Px(kLeastPadding), ctx.Px(kPadding));
  // From the shortest label on: each gets its width, or an equal part of the room that is left.
  std::vector<float> sorted = labels;
  std::ranges::sort(sorted);
  float left = room - count * padding, longest = sorted.back();
  for (size_t k = 0; k < sorted.size(); ++k) {
    const float part = left / static_cast<float>(sorted.size() - k);
    if (sorted[k] > part) longest = std::min(longest, part);
    left -= std::min(sorted[k], part);
  }
  for (const float label : labels) row.widths.push_back(std::floor(std::min(label, longest) + padding));
  return row;
}

// All tabs, but Renames only for comparisons, or while it is shown.
std::vector<DockTabInfo> OfferedTabs(const AppState& state) {
  std::vector<DockTabInfo> tabs;
  for (const DockTabInfo& tab : kDockTabs) {
    if (tab.value != DockTab::kRenames || DockShows(state, tab.value) || ShowsComparison(state))
      tabs.push_back(tab);
  }
  return tabs;
}

void DrawTabRow(const AppState& state, const PanelRect& rect, float height, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float button = std::round(ctx.Px(30));
  const float close_left = rect.x + rect.width - button - ctx.Px(6);
  float x = rect.x + ctx.Px(8);
  const std::vector<DockTabInfo> tabs = OfferedTabs(state);
  const auto [font, widths] = PlaceTabs(tabs, close_left - x, ctx);
  for (size_t i = 0; i < tabs.size(); ++i) {
    const DockTabInfo& tab = tabs[i];
    const std::string label(tab.label);
    const float width = widths[i];
    const float text = TextWidth(font, label);
    const std::string shown = FitText(font, label, std::max(width - ctx.Px(12), ctx.Px(4)));
    const bool chosen = DockShows(state, tab.value);
    const auto [min, max, clicked, hovered] = ClickableArea(
        ctx, "dock/" + std::string(tab.word), {x, rect.y + ctx.Px(6)}, {width, height - ctx.Px(6)});
    if (clicked) ctx.Emit(action::ShowDockTab{tab.value});
    ItemTooltip(ctx,
                shown == label ? std::string(tab.description) : label + "\n" + std::string(tab.description));
    const float y = CentredTop(font, rect.y, height);
    const float left = std::round(x + (width - (shown == label ? text : TextWidth(font, shown))) / 2);
    DrawTextAt(list, font, {left, y}, chosen || hovered ? colors.text : colors.text_dim, shown);
    if (chosen) {
      list.AddRectFilled({min.x, max.y - ctx.Px(2)}, max, colors.accent);
    }
    x += width;
  }
  ImGui::SetCursorScreenPos({close_left, rect.y + std::round((height - button) / 2)});
  if (state.settings.dock_open) {
    ActionButton(ctx, "dock/close", Icon::kClose, "Close", action::ShowDock{false});
  } else {
    ActionButton(ctx, "dock/open", Icon::kUp, "Open", action::ShowDock{true});
  }
  list.AddLine({rect.x, rect.y + height - 0.5f}, {rect.x + rect.width, rect.y + height - 0.5f}, colors.line);
}

// The edge towards the charts, which can be dragged.
void DrawEdge(const WindowLayout& layout, const PanelContext& ctx) {
  const PanelRect& rect = layout.dock;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (layout.dock_at_right) {
    ImGui::GetWindowDrawList()->AddLine({rect.x + 0.5f, rect.y}, {rect.x + 0.5f, rect.y + rect.height},
                                        ctx.colors().line);
    if (Splitter(ctx, "dock/splitter", {ctx.Px(6), rect.height}))
      ctx.Emit(action::SetDockWidth{(rect.x + rect.width - mouse.x) / ctx.scale});
    return;
  }
  if (Splitter(ctx, "dock/splitter", {rect.width, ctx.Px(6)}))
    ctx.Emit(action::SetDockHeight{(rect.y + rect.height - mouse.y) / ctx.scale});
}

void TakeKeyboard(const AppState& state, DockUi& ui) {
  // The filter's box above the table gets the keyboard.
  if (state.awaited_box == TextBox::kFilter) return;
  TableUi* const in_order_of_tabs[] = {&ui.table.table,   &ui.neighbours.callers, &ui.tree.table,
                                       &ui.matches.table, &ui.source.table,       &ui.renames.table};
  in_order_of_tabs[static_cast<size_t>(state.settings.dock_tab)]->take_focus = true;
}

}  // namespace

void DrawDock(const AppState& state, const WindowLayout& layout, DockUi& ui, const PanelContext& ctx) {
  const PanelRect& rect = layout.dock;
  // A dock that opens takes the keyboard, except in the first frame of the viewer.
  const bool open = state.settings.dock_open && rect.height > 0;
  const std::optional<DockTab> shown = open ? std::optional(state.settings.dock_tab) : std::nullopt;
  const bool other = std::exchange(ui.shown, shown) != shown;
  const bool opened = std::exchange(ui.drawn_before, true) && other;
  if (const ViewState* view = ActiveView(state)) {
    // A hidden tab points at no context.
    if (shown != DockTab::kTree) PointFromTable(*view, kNoContext, ui.tree.pointed, ctx);
    if (shown != DockTab::kMatches) PointFromTable(*view, kNoContext, ui.matches.pointed, ctx);
  }
  ui.has_keyboard = false;
  if (rect.height <= 0) return;
  const float tabs = std::round(ctx.Px(UiMetrics::kDockTabsHeight));
  BeginArea(ctx, "##dock", rect, ctx.colors().panel, {0, 0});
  ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y + 0.5f}, {rect.x + rect.width, rect.y + 0.5f},
                                      ctx.colors().line);
  if (!open) {
    DrawTabRow(state, rect, rect.height, ctx);
    EndArea();
    return;
  }
  DrawEdge(layout, ctx);
  DrawTabRow(state, rect, tabs, ctx);
  const float pad = ctx.Px(12);
  ImGui::SetCursorScreenPos({rect.x + pad, rect.y + tabs + ctx.Px(6)});
  ImGui::BeginChild("content", {rect.width - 2 * pad, rect.height - tabs - ctx.Px(10)});
  const bool given = std::exchange(ui.keyboard_serial, state.keyboard.serial) != state.keyboard.serial;
  if (opened || (given && state.keyboard.area == KeyboardArea::kDock)) {
    ImGui::SetWindowFocus();
    TakeKeyboard(state, ui);
  }
  const ImVec2 content = ImGui::GetWindowPos(), content_size = ImGui::GetWindowSize();
  std::optional<FrameId> hovered;  // the function of the row under the pointer lights up in the chart
  switch (state.settings.dock_tab) {
    case DockTab::kFunctions:
      hovered = DrawTablePanel(state, ui.table, ctx);
      break;
    case DockTab::kCallers:
      hovered = DrawNeighboursPanel(state, ui.neighbours, ctx);
      break;
    case DockTab::kSource:
      hovered = DrawSourcePanel(state, ui.source, ctx);
      break;
    case DockTab::kRenames:
      DrawRenamesPanel(state, ui.renames, ctx);
      break;
    case DockTab::kTree:
      DrawTreePanel(state, ui.tree, ctx);
      break;
    case DockTab::kMatches:
      if (const ViewState* view = ActiveView(state); opened && view != nullptr)
        ui.matches.opened_for = view->search;
      DrawMatchesPanel(state, ui.matches, ctx);
      break;
  }
  ui.has_keyboard = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  ImGui::EndChild();
  if (state.keyboard.is_shown && state.keyboard.area == KeyboardArea::kDock)
    DrawFocusRing({content.x - ctx.Px(4), content.y - ctx.Px(2), content_size.x + ctx.Px(8),
                   content_size.y + ctx.Px(4)},
                  ctx);
  // A row that keys moved below a resting pointer is not pointed at.
  const ViewState* view = ActiveView(state);
  if (view != nullptr && view->hovered_function != hovered && (other || PointerActed()))
    ctx.Emit(action::HoverFunction{hovered});
  EndArea();
}

}  // namespace ringscope
