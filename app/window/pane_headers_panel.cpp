#include "app/window/window_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/view/panes/panes.h"
#include "app/widgets/distinct_names.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

std::string TitleOf(const AppState& state, const PaneState& pane) {
  const ViewState* view = FindView(state, pane.view);
  const DocumentState* document = view == nullptr ? nullptr : FindDocument(state, view->document);
  if (document == nullptr) return {};
  std::string title = document->title;
  if (!view->pipeline.applied.empty()) title += " | " + FormatPipeline(view->pipeline.applied);
  return title;
}

// Whether the first chart has the switch that links it with others: one view has nothing to follow.
bool HasLink(const AppState& state, size_t index) {
  return index == 0 && std::any_of(state.panes.begin(), state.panes.end(),
                                   [&](const PaneState& pane) { return pane.view != state.panes[0].view; });
}

float RoomForTitle(const AppState& state, size_t index, const PanelRect& rect, const PanelContext& ctx) {
  return rect.width - (HasLink(state, index) ? 2 : 1) * std::round(ctx.Px(24)) - ctx.Px(28);
}

void DrawHeader(const AppState& state, size_t index, const std::string& shown_title, const PanelRect& rect,
                const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const bool active = index == state.active_pane;
  const float button = std::round(ctx.Px(24));
  const float buttons = (HasLink(state, index) ? 2 : 1) * button;
  BeginArea(ctx, fmt::format("##pane_{}", index).c_str(), rect, colors.panel, {0, 0});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float right = rect.x + rect.width - ctx.Px(4);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (ImGui::InvisibleButton("header", {std::max(1.0f, rect.width - buttons - ctx.Px(8)), rect.height})) {
    ctx.Emit(action::ActivatePane{index});
  }
  ctx.Mark(fmt::format("pane/{}", index));
  const std::string title = TitleOf(state, state.panes[index]);
  ItemTooltip(ctx, title);
  DrawTextShort(list, ctx.fonts.small,
                {rect.x + ctx.Px(12), CentredTop(ctx.fonts.small, rect.y, rect.height)},
                RoomForTitle(state, index, rect, ctx), active ? colors.text : colors.text_dim, shown_title);
  if (active) {
    list.AddRectFilled({rect.x, rect.y + rect.height - ctx.Px(2)},
                       {rect.x + rect.width, rect.y + rect.height}, colors.accent);
  }
  const float button_y = rect.y + std::round((rect.height - ctx.Px(30)) / 2);
  if (HasLink(state, index)) {
    ImGui::SetCursorScreenPos({right - 2 * std::round(ctx.Px(30)), button_y});
    const char* const linked =
        state.panes.size() > 2 ? "Linked: all follow each other" : "Linked: both follow each other";
    ActionButton(ctx, "pane/link", Icon::kLink, state.linked ? linked : "Not linked: each goes its own way",
                 action::SetLinked{!state.linked}, true, state.linked);
  }
  ImGui::SetCursorScreenPos({right - std::round(ctx.Px(30)), button_y});
  ActionButton(ctx, fmt::format("pane/{}/close", index), Icon::kClose, "Close this chart",
               action::ClosePane{index});
  EndArea();
}

}  // namespace

void DrawPaneHeaders(const AppState& state, const WindowLayout& layout, const PanelContext& ctx) {
  if (state.panes.size() < 2) return;
  const size_t count = std::min(layout.pane_headers.size(), state.panes.size());
  std::vector<std::string> titles;
  std::vector<float> rooms;
  for (size_t i = 0; i < count; ++i) {
    titles.push_back(TitleOf(state, state.panes[i]));
    rooms.push_back(RoomForTitle(state, i, layout.pane_headers[i], ctx));
  }
  ImFont* font = ctx.fonts.small;
  titles = DistinctNames(titles, rooms, font->FontSize,
                         [&](std::string_view text, float) { return TextWidth(font, text); });
  for (size_t i = 0; i < count; ++i) DrawHeader(state, i, titles[i], layout.pane_headers[i], ctx);
  for (size_t i = 1; i < layout.charts.size(); ++i) {
    const PanelRect& header = layout.pane_headers[i];
    const PanelRect& chart = layout.charts[i];
    ImGui::GetBackgroundDrawList()->AddRectFilled({header.x - ctx.Px(1), header.y},
                                                  {header.x, chart.y + chart.height}, ctx.colors().line);
  }
}

}  // namespace ringscope
