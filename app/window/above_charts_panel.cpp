#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/steps/steps.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "app/window/bars_model.h"
#include "app/window/window_panels.h"

namespace ringscope {
namespace {

constexpr const char* kMorePopup = "##more_views";
constexpr const char* kOptionsPopup = "##chart_options";

WordButton ButtonOf(const KindChoice& choice, const std::string& mark) {
  return {mark, choice.kind->title, choice.tooltip, choice.can_be_shown || choice.is_shown, choice.is_shown};
}

void DrawMoreMenu(const std::vector<KindChoice>& kinds, ImVec2 corner, const PanelContext& ctx) {
  if (!BeginMenuPopup(kMorePopup, corner, ctx)) return;
  float width = 0;
  for (const KindChoice& choice : kinds)
    width = std::max(width, MenuRowWidth(ctx, choice.kind->title, choice.tooltip));
  for (const KindChoice& choice : kinds) {
    if (MenuRow(ctx, "kind/" + std::string(choice.kind->title), choice.kind->title, choice.tooltip, width,
                choice.can_be_shown))
      ctx.Emit(action::SetKind{choice.kind});
  }
  EndMenuPopup();
}

void DrawThreadRing(const AppState& state, const ViewState& view, const PanelContext& ctx) {
  const DocumentState* document = ActiveDocument(state);
  if (document == nullptr || !document->has_thread_ring) return;
  ImGui::Dummy({0, ctx.Px(6)});
  constexpr std::array<std::string_view, 2> kThreadChoices{"Threads as a ring", "Threads merged"};
  const size_t now = ThreadsMerged(view) ? 1 : 0;
  const size_t chosen =
      SegmentedControl(ctx, "threads", kThreadChoices, now, ImGui::GetContentRegionAvail().x);
  if (chosen != now) ctx.Emit(action::SetThreadsMerged{chosen == 1});
}

void DrawOptions(const AppState& state, const ViewState& view, Chart* chart, ImVec2 corner,
                 const PanelContext& ctx) {
  if (!ImGui::IsPopupOpen(kOptionsPopup)) return;
  const float width = std::round(ctx.Px(340));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, ImGui::GetIO().DisplaySize.y});
  if (!BeginMenuPopup(kOptionsPopup, corner, ctx)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ctx.Px(8), ctx.Px(8)});
  if (chart != nullptr) chart->DrawRows(state, ctx);
  DrawThreadRing(state, view, ctx);
  ImGui::PopStyleVar();
  EndMenuPopup();
}

// Draws the button at the right end. Returns the right edge of the room that is left.
float DrawOptionsButton(const AppState& state, const ViewState& view, Chart* chart, const PanelRect& rect,
                        float top, const PanelContext& ctx) {
  const WordButton button{"chart/options", "Options", "More about how the chart is drawn", true, false, true};
  const float left = rect.x + rect.width - ctx.Px(8) - WidthOf(ctx, button);
  if (DrawWordButton(ctx, button, {left, top})) ImGui::OpenPopup(kOptionsPopup);
  DrawOptions(state, view, chart, {rect.x + rect.width - ctx.Px(8), rect.y + rect.height}, ctx);
  return left - ctx.Px(8);
}

void DrawKinds(const AppState& state, const PanelRect& rect, const PanelContext& ctx) {
  BeginArea(ctx, "##kinds", rect, ctx.colors().panel, {0, 0});
  const float top = rect.y + std::round((rect.height - ctx.Px(30)) / 2);
  const float right = rect.x + rect.width - ctx.Px(8);
  ViewBarModel model = BuildViewBarModel(state);
  const auto shown_in_menu = [&] {
    for (const KindChoice& choice : model.more)
      if (choice.is_shown) return choice.kind->title;
    return std::string_view("More views");
  };
  const auto more = [&] {
    return WordButton{
        "kinds/more", shown_in_menu(), "Other views of the profile", true, shown_in_menu() != "More views",
        true};
  };
  const float left = rect.x + ctx.Px(8), gap = ctx.Px(4);
  const auto end_of = [&](size_t kinds) {
    float x = left;
    for (size_t i = 0; i < kinds; ++i) x += WidthOf(ctx, ButtonOf(model.main[i], {})) + gap;
    return x + WidthOf(ctx, more());
  };
  // Kinds without room move into the menu.
  while (model.main.size() > 1 && end_of(model.main.size()) > right) {
    model.more.insert(model.more.begin(), std::move(model.main.back()));
    model.main.pop_back();
  }
  float x = left;
  for (const KindChoice& choice : model.main) {
    const std::string mark = "kind/" + std::string(choice.kind->title);
    const WordButton button = ButtonOf(choice, mark);
    if (DrawWordButton(ctx, button, {x, top}) && !choice.is_shown) ctx.Emit(action::SetKind{choice.kind});
    x += WidthOf(ctx, button) + gap;
  }
  if (DrawWordButton(ctx, more(), {x, top})) ImGui::OpenPopup(kMorePopup);
  DrawMoreMenu(model.more, {x, rect.y + rect.height}, ctx);
  DrawBottomLine(rect, ctx);
  EndArea();
}

void DrawStripOf(const AppState& state, const ViewState& view, Chart* chart, const PanelRect& rect,
                 const PanelContext& ctx) {
  if (rect.height <= 0) return;
  BeginArea(ctx, "##strip", rect, ctx.colors().panel, {0, 0});
  const float top = rect.y + std::round((rect.height - ctx.Px(30)) / 2);
  const float right = DrawOptionsButton(state, view, chart, rect, top, ctx);
  const float left = rect.x + ctx.Px(12);
  ImGui::SetCursorScreenPos({left, top});
  if (chart != nullptr) chart->DrawStrip(state, right - left, ctx);
  DrawBottomLine(rect, ctx);
  EndArea();
}

void DrawSides(const AppState& state, const PanelRect& rect, const PanelContext& ctx) {
  if (rect.height <= 0) return;
  BeginArea(ctx, "##sides", rect, ctx.colors().panel, {0, 0});
  ImGui::SetCursorScreenPos({rect.x + ctx.Px(12), rect.y + std::round((rect.height - ctx.Px(30)) / 2)});
  DrawComparisonStrip(state, rect.width - ctx.Px(24), ctx);
  DrawBottomLine(rect, ctx);
  EndArea();
}

}  // namespace

void DrawViewBar(const AppState& state, Chart* chart, const WindowLayout& layout, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  DrawKinds(state, layout.kinds, ctx);
  DrawStripOf(state, *view, chart, layout.strip, ctx);
  DrawSides(state, layout.sides, ctx);
}

float DrawKindRows(const AppState& state, Chart* chart, float height_px, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->kind().has_strip) return 0;
  const float room = ImGui::GetContentRegionAvail().y;
  const bool scrolls = height_px > room;
  if (scrolls) ImGui::BeginChild("kind rows", {0, room});
  const float top = ImGui::GetCursorPosY();
  if (view->kind().has_options && chart != nullptr) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::Dummy({0, ctx.Px(4)});
    const ImVec2 heading = ImGui::GetCursorScreenPos();
    ImGui::Dummy({0, ctx.fonts.small->FontSize});
    const float rows = ImGui::GetCursorPosY();
    chart->DrawRows(state, ctx);
    // A chart that lacks data has no rows, and then no heading.
    if (ImGui::GetCursorPosY() > rows) {
      DrawTextAt(*ImGui::GetWindowDrawList(), ctx.fonts.small, heading, ctx.colors().text_faint, "VIEW");
      ctx.MarkRect("side/view",
                   {heading.x, heading.y, TextWidth(ctx.fonts.small, "VIEW"), ctx.fonts.small->FontSize});
    } else {
      ImGui::SetCursorScreenPos(start);
    }
  }
  DrawThreadRing(state, *view, ctx);
  height_px = ImGui::GetCursorPosY() - top;
  if (scrolls) ImGui::EndChild();
  return height_px;
}

namespace {

std::string TitleOf(const AppState& state, const PaneState& pane) {
  const ViewState* view = FindView(state, pane.view);
  const DocumentState* document = view == nullptr ? nullptr : FindDocument(state, view->document);
  return document == nullptr ? std::string() : TitleWithSteps(*document, *view);
}

// Whether the header has the switch that links charts: the first one, if panes show different views.
bool HasLink(const AppState& state, size_t index) {
  return index == 0 && std::ranges::any_of(state.panes, [&](const PaneState& pane) {
           return pane.view != state.panes[0].view;
         });
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
  const auto area = ClickableArea(ctx, fmt::format("pane/{}", index), {rect.x, rect.y},
                                  {std::max(1.0f, rect.width - buttons - ctx.Px(8)), rect.height});
  if (area.clicked) ctx.Emit(action::ActivatePane{index});
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
  titles = DistinctNames(titles, rooms, font->FontSize, MeasureWith(font));
  for (size_t i = 0; i < count; ++i) DrawHeader(state, i, titles[i], layout.pane_headers[i], ctx);
  for (size_t i = 1; i < layout.charts.size(); ++i) {
    const PanelRect& header = layout.pane_headers[i];
    const PanelRect& chart = layout.charts[i];
    ImGui::GetBackgroundDrawList()->AddRectFilled({header.x - ctx.Px(1), header.y},
                                                  {header.x, chart.y + chart.height}, ctx.colors().line);
  }
}

}  // namespace ringscope
