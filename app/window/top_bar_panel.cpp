#include "app/view/panel.h"
#include "app/window/window_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/documents.h"
#include "app/files/settings_changes.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/steps/steps.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "app/window/bars_model.h"
#include "app/window/window_actions.h"

namespace ringscope {
namespace {

// The most widths of a crumb's name with its padding: the smallest decides how many crumbs are shown, and the
// largest at which these fit is used.
constexpr std::array kMaxCrumbWidths{10000.0f, 420.0f, 300.0f, 220.0f};
constexpr float kMaxPlaceWidth = 160;
constexpr float kMinCrumbWidth = 64;
constexpr float kCrumbPadding = 8;
constexpr float kSeparatorWidth = 14;

struct CrumbLayout {
  size_t first_tail = 1;  // crumbs [1, first_tail) are hidden
  std::vector<std::string> names, places;
  std::vector<float> widths;
};

float PlaceWidth(const std::string& place, const PanelContext& ctx) {
  return place.empty() ? 0 : TextWidth(ctx.fonts.small, place) + ctx.Px(6);
}

CrumbLayout CutCrumbs(const BreadcrumbModel& model, float max_width, const PanelContext& ctx) {
  CrumbLayout layout;
  for (const Crumb& crumb : model.crumbs) {
    layout.names.push_back(
        FilledName(ctx.fonts.regular, crumb.name, ctx.Px(max_width) - 2 * ctx.Px(kCrumbPadding)));
    layout.places.push_back(FitTextEnd(ctx.fonts.small, crumb.place, ctx.Px(kMaxPlaceWidth)));
    layout.widths.push_back(TextWidth(ctx.fonts.regular, layout.names.back()) +
                            PlaceWidth(layout.places.back(), ctx) + 2 * ctx.Px(kCrumbPadding) +
                            ctx.Px(kSeparatorWidth) + 1);
  }
  return layout;
}

// The first crumb and as many of the last ones as fit; the current one shrinks rather than being left out.
// Names that were cut to show more callers grow again if room is left.
CrumbLayout FitCrumbs(const BreadcrumbModel& model, float room, const PanelContext& ctx) {
  const auto needed = [&](const CrumbLayout& layout, size_t first_tail) {
    return std::accumulate(layout.widths.begin() + static_cast<ptrdiff_t>(first_tail), layout.widths.end(),
                           layout.widths.front() + ctx.Px(40));
  };
  CrumbLayout layout = CutCrumbs(model, kMaxCrumbWidths.back(), ctx);
  if (model.crumbs.size() < 2) {
    layout = CutCrumbs(model, kMaxCrumbWidths.front(), ctx);
    if (!layout.widths.empty()) layout.widths[0] = std::min(layout.widths[0], room);
    return layout;
  }
  size_t first = model.crumbs.size() - 1;
  while (first > 1 && needed(layout, first - 1) <= room) --first;
  for (const float max_width : kMaxCrumbWidths) {
    layout = CutCrumbs(model, max_width, ctx);
    if (needed(layout, first) <= room) break;
  }
  layout.first_tail = first;
  // A crumb narrower than the least width keeps its width.
  const float left = room - layout.widths.front() - ctx.Px(40);
  layout.widths.back() = std::min(layout.widths.back(), std::max(left, ctx.Px(kMinCrumbWidth)));
  return layout;
}

void DrawCrumb(const Crumb& crumb, const std::string& name, const std::string& place, size_t index,
               float width, float height, bool with_separator, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float own = std::max(1.0f, std::round(width - ctx.Px(kSeparatorWidth)));
  const auto area = ClickableArea(ctx, fmt::format("breadcrumb/{}", index), at, {own, height});
  const bool hovered = area.hovered && !crumb.current;
  if (hovered) list.AddRectFilled(at, {at.x + own, at.y + height}, colors.raised, ctx.Px(6));
  const float pad = ctx.Px(kCrumbPadding);
  const float text_y = CentredTop(ctx.fonts.regular, at.y, height);
  const ImU32 color = crumb.current ? colors.text : hovered ? colors.text : colors.text_dim;
  // A place is left out before its name shrinks.
  const float place_width = PlaceWidth(place, ctx);
  const bool with_place =
      place_width > 0 && TextWidth(ctx.fonts.regular, name) + place_width <= own - 2 * pad + 1;
  const std::string fitted = FilledName(ctx.fonts.regular, name, own - 2 * pad + 1);
  DrawTextAt(list, ctx.fonts.regular, {at.x + pad, text_y}, color, fitted);
  if (with_place) {
    ImFont* font = ctx.fonts.small;
    DrawTextAt(
        list, font,
        {at.x + pad + TextWidth(ctx.fonts.regular, fitted) + ctx.Px(6), CentredTop(font, at.y, height)},
        colors.text_faint, place);
  }
  if (fitted != crumb.name || !crumb.place.empty())
    ItemTooltip(ctx, crumb.place.empty() ? crumb.name : crumb.name + "\n" + crumb.place);
  if (with_separator) {
    DrawChevron({at.x + own + ctx.Px(kSeparatorWidth) / 2, at.y + height / 2}, 3.2f, ctx);
  }
  if (area.clicked && !crumb.current) {
    if (crumb.root.is_run()) {
      ctx.Emit(action::OpenRest{crumb.root});
    } else {
      ctx.Emit(action::ZoomTo{crumb.root.context});
    }
  }
  ImGui::SetCursorScreenPos({at.x + width, at.y});
}

void DrawCrumbs(const BreadcrumbModel& model, float right, const PanelContext& ctx) {
  const float height = std::round(ctx.Px(30));
  const float room = right - ImGui::GetCursorScreenPos().x;
  const CrumbLayout layout = FitCrumbs(model, room, ctx);
  for (size_t i = 0; i < model.crumbs.size(); ++i) {
    if (i >= 1 && i < layout.first_tail) continue;
    const uint64_t hidden = i == 0 ? layout.first_tail - 1 + model.hidden_count : 0;
    DrawCrumb(model.crumbs[i], layout.names[i], layout.places[i], i, layout.widths[i], height,
              i + 1 < model.crumbs.size(), ctx);
    if (hidden > 0) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const std::string more = fmt::format("+{}", hidden);
      const float width = TextWidth(ctx.fonts.small, more);
      DrawTextAt(*ImGui::GetWindowDrawList(), ctx.fonts.small,
                 {at.x, CentredTop(ctx.fonts.small, at.y, height)}, ctx.colors().text_faint, more);
      ImGui::SetCursorScreenPos({at.x + width + ctx.Px(10), at.y});
    }
  }
}

// A button of a command, disabled while the command makes no sense.
void CommandButton(const AppState& state, std::string_view mark, Icon icon, std::string_view text,
                   std::string_view id, const PanelContext& ctx, bool on = false) {
  const std::optional<Action> action = FindCommand(id)->action(state);
  if (IconButton(ctx, mark, icon, WithKey(state, text, id), action.has_value(), on)) ctx.Emit(*action);
}

constexpr std::string_view kPaletteLabel = "Search commands";

float PaletteFieldWidth(const PanelContext& ctx) {
  return std::ceil(TextWidth(ctx.fonts.small, kPaletteLabel) + ctx.Px(42));
}

// A button that looks like a field, as a click opens the palette with its field.
void DrawPaletteField(const AppState& state, const PanelContext& ctx) {
  constexpr std::string_view kId = "window.palette";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = PaletteFieldWidth(ctx), height = std::round(ctx.Px(30));
  const auto [min, max, clicked, hovered] = ClickableArea(ctx, "top/palette", at, {width, height});
  if (clicked) ctx.Emit(*FindCommand(kId)->action(state));
  ItemTooltip(ctx, WithKey(state, "Find any command by name", kId));
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, hovered ? colors.raised_hover : colors.raised, ctx.Px(6));
  DrawIcon(list, Icon::kCommand, {at.x + ctx.Px(16), at.y + height / 2}, ctx.Px(12), colors.text_dim);
  DrawTextAt(list, ctx.fonts.small, {at.x + ctx.Px(30), CentredTop(ctx.fonts.small, at.y, height)},
             hovered ? colors.text : colors.text_dim, kPaletteLabel);
}

constexpr const char* kComparePopup = "##compare_with";
constexpr WordButton kCompare{.mark = "top/compare",
                              .text = "Compare",
                              .tooltip = "What got slower, and where: one tree of two profiles"};
constexpr WordButton kRecord{
    .mark = "top/record", .text = "Record", .tooltip = "Run a program and profile it"};

void DrawCompareButton(const AppState& state, ImVec2 at, const PanelContext& ctx) {
  if (DrawWordButton(ctx, kCompare, at)) ImGui::OpenPopup(kComparePopup);
  if (!BeginMenuPopup(kComparePopup, {at.x + WidthOf(ctx, kCompare), at.y + ctx.Px(kWordButtonHeight + 4)},
                      ctx))
    return;
  SectionHeading(ctx, "COMPARE WITH");
  const std::vector<CompareOffer> offers = BuildCompareOffers(state);
  float width = ctx.Px(320);
  for (const CompareOffer& offer : offers)
    width = std::max(width, MenuRowWidth(ctx, offer.label, offer.detail));
  for (size_t i = 0; i < offers.size(); ++i) {
    if (MenuRow(ctx, fmt::format("compare/with/{}", i), offers[i].label, offers[i].detail, width))
      ctx.Emit(offers[i].action);
  }
  EndMenuPopup();
}

}  // namespace

void DrawTopBar(const AppState& state, const BreadcrumbModel& model, const PanelRect& rect,
                const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float button = std::round(ctx.Px(30));
  const float gap = ctx.Px(2);
  const float margin = std::round((rect.height - button) / 2);
  BeginArea(ctx, "##top_bar", rect, colors.panel, {margin, margin});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 0});
  ActionButton(ctx, "top/back", Icon::kBack, WithKey(state, "Back", "view.back"), action::GoBack{},
               model.can_go_back);
  NextActionButton(ctx, "top/forward", Icon::kForward, WithKey(state, "Forward", "view.forward"),
                   action::GoForward{}, model.can_go_forward);
  NextActionButton(ctx, "top/caller", Icon::kUp, WithKey(state, "To the caller", "view.caller"),
                   action::GoToCaller{}, model.can_go_up);
  NextActionButton(ctx, "top/whole", Icon::kHome, WithKey(state, "Whole tree", "view.whole-tree"),
                   action::GoToWholeTree{}, !model.crumbs.empty() && !model.at_whole_tree);
  const bool has_view = ActiveView(state) != nullptr;
  // Narrow windows keep their room for the path of the view root.
  const bool wide = rect.width >= ctx.Px(1000);
  const float tools = has_view ? 8 : 6;
  const float palette = wide ? PaletteFieldWidth(ctx) + ctx.Px(8) : button + gap;
  const float words = WidthOf(ctx, kCompare) + gap + WidthOf(ctx, kRecord) + ctx.Px(8);
  const float tools_width = words + palette + (tools - 1) * button + (tools - 2) * gap + margin;
  if (!model.crumbs.empty()) {
    ImGui::SameLine();
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x + ctx.Px(10), rect.y + margin});
    DrawCrumbs(model, rect.x + rect.width - tools_width - ctx.Px(16), ctx);
  }
  const float tools_x = rect.x + rect.width - tools_width;
  DrawCompareButton(state, {tools_x, rect.y + margin}, ctx);
  if (DrawWordButton(ctx, kRecord, {tools_x + WidthOf(ctx, kCompare) + gap, rect.y + margin}))
    ctx.Emit(*FindCommand("file.record")->action(state));
  ImGui::SetCursorScreenPos({tools_x + words, rect.y + margin});
  if (wide) {
    DrawPaletteField(state, ctx);
  } else {
    CommandButton(state, "top/palette", Icon::kCommand, kPaletteLabel, "window.palette", ctx,
                  state.palette_open);
  }
  ImGui::SetCursorScreenPos({tools_x + words + palette, rect.y + margin});
  if (has_view) {
    ActionButton(ctx, "top/transform", Icon::kFilter, "Change the tree: fold, invert, group, hide, keep, ...",
                 action::ShowTransformMenu{true}, true, state.transform_menu_open);
    ImGui::SameLine();
    const Command& lens = *FindCommand("chart.lens");
    const bool on = lens.held(state);
    const std::optional<Action> other_way = lens.action(state);
    if (IconButton(
            ctx, "top/lens", Icon::kLens,
            WithKey(state, on ? "Lens off" : "Enlarge the chart at the pointer: press or hold", lens.id),
            other_way.has_value(), on)) {
      ctx.Emit(*other_way);
    }
  }
  if (has_view) ImGui::SameLine();
  ActionButton(ctx, "top/open", Icon::kOpen, WithKey(state, "Open a profile", "file.open"),
               action::ShowOpenDialog{true});
  ImGui::SameLine();
  CommandButton(state, "top/save", Icon::kSave, "Save a picture or the tree", "file.save", ctx);
  NextActionButton(ctx, "top/theme", Icon::kTheme, WithKey(state, "Dark or light", "window.theme"),
                   action::SetTheme{state.settings.theme == Theme::kDark ? Theme::kLight : Theme::kDark});
  ImGui::SameLine();
  CommandButton(state, "top/settings", Icon::kSettings, "Settings", "window.settings", ctx,
                state.settings_open);
  NextActionButton(ctx, "top/keys", Icon::kHelp, WithKey(state, "Mouse and keys", "window.keys"),
                   action::ShowKeyList{!state.key_list_open});
  ImGui::PopStyleVar();
  DrawBottomLine(rect, ctx);
  EndArea();
}

namespace {

constexpr const char* kTabListPopup = "##tab_list";
constexpr float kLeastTabWidth = 140, kUsualTabWidth = 220, kMostTabWidth = 420;  // unscaled

// The menu of all open views by name.
void DrawTabList(const AppState& state, const std::vector<std::string>& titles, ImVec2 corner,
                 const PanelContext& ctx) {
  if (!BeginMenuPopup(kTabListPopup, corner, ctx)) return;
  float width = ctx.Px(320);
  const auto folder_of = [&](size_t i) {
    const DocumentState* document = FindDocument(state, state.views[i].document);
    return document == nullptr ? std::string() : document->path.parent_path().string();
  };
  for (size_t i = 0; i < titles.size(); ++i)
    width = std::max(width, MenuRowWidth(ctx, titles[i], folder_of(i)));
  for (size_t i = 0; i < titles.size(); ++i) {
    if (MenuRow(ctx, fmt::format("tab/list/{}", i), titles[i], folder_of(i), width))
      ctx.Emit(action::ActivateView{state.views[i].id});
  }
  EndMenuPopup();
}

// A small icon inside a tab. True if clicked.
bool TabIcon(Icon icon, const std::string& mark, ImVec2 middle, float side, const PanelContext& ctx) {
  const auto area = ClickableArea(ctx, mark, {middle.x - side / 2, middle.y - side / 2}, {side, side});
  DrawIcon(*ImGui::GetWindowDrawList(), icon, middle, ctx.Px(icon == Icon::kClose ? 11 : 12),
           area.hovered ? ctx.colors().text : ctx.colors().text_faint);
  return area.clicked;
}

void DrawTab(const AppState& state, size_t i, const std::string& title, const PanelRect& rect,
             const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ViewState& view = state.views[i];
  const DocumentState* document = FindDocument(state, view.document);
  if (document == nullptr) return;
  const bool shown = IsShown(state, view.id), active = ActiveView(state) == &view;
  const float icon = ctx.Px(20), middle = rect.y + rect.height / 2;
  const float right = rect.x + rect.width - ctx.Px(6);
  const ImVec2 min{rect.x, rect.y}, max{rect.x + rect.width, rect.y + rect.height};
  const float buttons = (shown ? 1 : 2) * icon + ctx.Px(6);
  const std::string mark = fmt::format("tab/{}", i);
  const auto area = ClickableArea(ctx, mark, min, {std::max(1.0f, rect.width - buttons), rect.height});
  if (area.clicked) ctx.Emit(action::ActivateView{view.id});
  ItemTooltip(ctx, document->path.string());
  if (active || area.hovered) list.AddRectFilled(min, max, active ? colors.panel : colors.raised);
  if (active) list.AddRectFilled(min, {max.x, min.y + ctx.Px(2)}, colors.accent);
  DrawTextAt(list, ctx.fonts.regular, {min.x + ctx.Px(12), CentredTop(ctx.fonts.regular, min.y, rect.height)},
             active ? colors.text : colors.text_dim, title);
  if (!shown) {
    if (TabIcon(Icon::kBeside, mark + "/beside", {right - 1.5f * icon, middle}, icon, ctx))
      ctx.Emit(action::ShowBeside{view.id});
    ItemTooltip(ctx, "Show beside the chart, linked with it");
  }
  if (TabIcon(Icon::kClose, mark + "/close", {right - icon / 2, middle}, icon, ctx))
    ctx.Emit(action::CloseView{view.id});
}

}  // namespace

void DrawTabs(const AppState& state, TabsUi& ui, const PanelRect& rect, const PanelContext& ctx) {
  if (rect.height <= 0) return;
  BeginArea(ctx, "##tabs", rect, ctx.colors().background, {0, 0});
  ImFont* font = ctx.fonts.regular;
  const float beside_title = ctx.Px(2 * 20 + 26);
  std::vector<std::string> titles;
  float width = ctx.Px(kUsualTabWidth);
  size_t active = 0;
  for (size_t i = 0; i < state.views.size(); ++i) {
    const DocumentState* document = FindDocument(state, state.views[i].document);
    titles.push_back(document == nullptr ? std::string() : document->title);
    width =
        std::max(width, std::min(TextWidth(font, titles.back()) + beside_title + 1, ctx.Px(kMostTabWidth)));
    if (ActiveView(state) == &state.views[i]) active = i;
  }
  const auto count = static_cast<float>(std::max<size_t>(titles.size(), 1));
  width = std::floor(std::clamp(rect.width / count, std::min(ctx.Px(kLeastTabWidth), rect.width), width));
  const bool scrolls = width * count > rect.width;
  const float room = scrolls ? std::max(width, rect.width - ctx.Px(44)) : rect.width;
  // When another tab is shown it scrolls into sight; then the wheel scrolls.
  const ViewId now = state.views[active].id;
  const float at = width * static_cast<float>(active);
  if (std::exchange(ui.shown, now) != now || std::exchange(ui.count, titles.size()) != titles.size())
    ui.scroll_px = std::clamp(ui.scroll_px, at + width - room, at);
  if (ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}) &&
      !MenuOpen())
    ui.scroll_px -= ImGui::GetIO().MouseWheel * width;
  ui.scroll_px = std::round(std::clamp(ui.scroll_px, 0.0f, std::max(0.0f, width * count - room)));
  const std::vector<std::string> whole = titles;
  // Files of one program often differ at the end of their names.
  const std::vector<float> rooms(titles.size(), width - beside_title);
  titles = DistinctNames(titles, rooms, font->FontSize, MeasureWith(font));
  ImGui::PushClipRect({rect.x, rect.y}, {rect.x + room, rect.y + rect.height}, true);
  for (size_t i = 0; i < titles.size(); ++i) {
    const float x = rect.x + width * static_cast<float>(i) - ui.scroll_px;
    if (x + width > rect.x && x < rect.x + room)
      DrawTab(state, i, titles[i], {x, rect.y, width, rect.height}, ctx);
  }
  ImGui::PopClipRect();
  if (scrolls) {
    const float button = std::round(ctx.Px(30));
    ImGui::SetCursorScreenPos(
        {rect.x + rect.width - button - ctx.Px(6), rect.y + std::round((rect.height - button) / 2)});
    if (IconButton(ctx, "tabs/list", Icon::kMore, fmt::format("All {} tabs by name", titles.size())))
      ImGui::OpenPopup(kTabListPopup);
    DrawTabList(state, whole, {rect.x + rect.width - ctx.Px(6), rect.y + rect.height}, ctx);
  }
  EndArea();
}

}  // namespace ringscope
