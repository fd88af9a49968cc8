#include "app/search/search_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/search/search.h"
#include "app/view/command.h"
#include "app/view/shell.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/popup.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr const char* kHelpPopup = "##query_help";
constexpr float kButtons = 5;  // beside the counts

// A cross at the right end of the box, which ends before the cross.
void DrawClear(ImVec2 at, float width, float height, const PanelContext& ctx) {
  const float side = std::round(ctx.Px(26));
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const auto area = ClickableArea(
      ctx, "search/clear", {at.x + width - side - ctx.Px(3), at.y + (height - side) / 2}, {side, side});
  if (area.clicked) ctx.Emit(action::SetSearchText{});
  if (area.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Arrow);
  ItemTooltip(ctx, "Clear (Esc)");
  DrawIcon(*ImGui::GetWindowDrawList(), Icon::kClose,
           {at.x + width - side / 2 - ctx.Px(3), at.y + height / 2}, ctx.Px(11),
           area.hovered ? ctx.colors().text : ctx.colors().text_faint);
  ImGui::SetCursorScreenPos(after);
}

// A mark under the character of the problem, if the text fits into the box.
void DrawProblemMark(const SearchModel& model, ImVec2 at, float width, float height,
                     const PanelContext& ctx) {
  if (model.problem_at == std::string::npos) return;
  const float pad = ctx.Px(32);
  if (TextWidth(ctx.fonts.regular, model.text) > width - 2 * pad) return;
  const std::string_view before = std::string_view(model.text).substr(0, model.problem_at);
  const float x = std::round(at.x + pad + TextWidth(ctx.fonts.regular, before));
  const float y = at.y + height - ctx.Px(6);
  ImGui::GetWindowDrawList()->AddRectFilled({x, y}, {x + ctx.Px(7), y + ctx.Px(2)}, ctx.colors().bad,
                                            ctx.Px(1));
}

void DrawBox(const AppState& state, const SearchModel& model, SearchUi& ui, float width, float height,
             const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool escaped = EscapePressed();
  bool focus = ui.seen_focus_serial != state.focus_search_serial;
  ui.seen_focus_serial = state.focus_search_serial;
  // The box shows the state's text unless the user types; a command may change the text even then. The active
  // field of ImGui keeps its own text: only a field with another id takes the new one.
  if (ui.was_active && model.text != ui.known_text) {
    ++ui.generation;
    ui.was_active = false;
    focus = focus || !escaped;
  }
  ui.known_text = model.text;
  if (!ui.was_active) ui.text = model.text;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {ctx.Px(32), std::round((height - ImGui::GetFontSize()) / 2)});
  // ImGui lets text run into the padding at the right: the field ends before the cross.
  list.AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     ImGui::GetStyle().FrameRounding);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  if (focus) ImGui::SetKeyboardFocusHere();
  constexpr const char* kHint = "Search: name or query";
  const bool has_room = ImGui::CalcTextSize(kHint).x <= width - ctx.Px(30 + 2 * 32);
  ImGui::PushID(ui.generation);
  const bool entered = TextField(ctx, "search/text", has_room ? kHint : "Search", width - ctx.Px(30), ui.text,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::SetItemAllowOverlap();
  const bool active = ImGui::IsItemActive();
  if (!focus) TakeKeyboard(state, TextBox::kSearch, ctx);
  // ImGui's Escape restores the text from before typing; here the state decides what Escape does.
  if (!escaped && (active || ui.was_active) && model.text != ui.text) {
    ui.known_text = ui.text;
    ctx.Emit(action::SetSearchText{ui.known_text});
  }
  if (entered) {
    if (ImGui::GetIO().KeyCtrl) {
      // Ctrl+Enter is a command of the key bindings.
    } else if (ImGui::GetIO().KeyShift) {
      ctx.Emit(action::FilterBySearch{});
    } else {
      ctx.Emit(action::StepMatch{1});
    }
    // Enter means "next", again and again: the box keeps the keyboard.
    ImGui::SetKeyboardFocusHere(-1);
  }
  ui.was_active = active && !escaped;
  if (escaped) ui.text = model.text;
  DrawIcon(list, Icon::kSearch, {at.x + ctx.Px(17), at.y + height / 2}, ctx.Px(14), colors.text_dim);
  const ImU32 frame = model.problem.empty() ? colors.accent : colors.bad;
  if (active || !model.problem.empty())
    list.AddRect(at, {at.x + width, at.y + height}, frame, ctx.Px(6), 0, ctx.Px(active ? 1.5f : 1));
  if (!model.problem.empty()) DrawProblemMark(model, at, width, height, ctx);
  if (model.active) DrawClear(at, width, height, ctx);
}

// The forms of queries; a click on an example searches for it.
void DrawHelp(ImVec2 at, const PanelContext& ctx) {
  if (!BeginMenuPopup(kHelpPopup, at, ctx)) return;
  const UiColors& colors = ctx.colors();
  const float example_width = ctx.Px(190);
  const float line = std::round(ctx.fonts.regular->FontSize + ctx.Px(8));
  std::string_view group;
  size_t index = 0;
  for (const QueryForm& form : QueryForms()) {
    if (form.group != group) {
      if (!group.empty()) ImGui::Dummy({0, ctx.Px(6)});
      group = form.group;
      SectionHeading(ctx, group);
    }
    const ClickedArea row =
        MenuItemRow(ctx, fmt::format("search/help/{}", index++), {example_width + ctx.Px(300), line});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = row.min.x, y = row.min.y + std::round((line - ctx.fonts.regular->FontSize) / 2);
    DrawTextShort(list, ctx.fonts.mono, {x, y}, example_width - ctx.Px(10), colors.accent, form.example);
    DrawTextShort(list, ctx.fonts.regular, {x + example_width, y}, ctx.Px(300), colors.text_dim,
                  form.meaning);
    if (row.clicked) {
      ctx.Emit(action::SetSearchText{std::string(form.example)});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::Dummy({0, ctx.Px(4)});
  ImGui::PushFont(ctx.fonts.small);
  TextColored(colors.text_faint, "Enter: next match.  Shift+Enter: keep only stacks through matches.");
  ImGui::PopFont();
  EndMenuPopup();
}

void DrawButtons(const AppState& state, const SearchModel& model, const PanelContext& ctx) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ActionButton(ctx, "search/previous", Icon::kPrevious, WithKey(state, "Previous match", "search.previous"),
               action::StepMatch{-1}, model.can_step);
  NextActionButton(ctx, "search/next", Icon::kNext, WithKey(state, "Next match", "search.next"),
                   action::StepMatch{1}, model.can_step);
  NextActionButton(ctx, "search/go", Icon::kZoom,
                   WithKey(state, "Zoom until the match can be seen", "search.show"), action::GoToMatch{},
                   model.can_step);
  NextActionButton(ctx, "search/filter", Icon::kFilter, "Keep only stacks through matches (Shift+Enter)",
                   action::FilterBySearch{}, model.can_filter);
  NextActionButton(ctx, "search/list", Icon::kTable, WithKey(state, "List of matches", "table.matches"),
                   DockShows(state, DockTab::kMatches) ? Action(action::ShowDock{false})
                                                       : Action(action::ShowDockTab{DockTab::kMatches}),
                   true, DockShows(state, DockTab::kMatches));
  ImGui::PopStyleVar();
}

// "inclusive 1.23 s  34.5 %   self 340 ms  9.6 %": two columns of one line, or a line each if a long unit
// would leave no room for the shares.
void DrawSums(const SearchModel& model, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = ctx.fonts.small;
  const float line = font->FontSize + ctx.Px(3);
  const auto needed = [&](std::string_view what, const std::string& value, const std::string& share) {
    return TextWidth(font, what) + TextWidth(font, value) + TextWidth(font, share) + ctx.Px(12);
  };
  const float half = std::floor(width / 2);
  const float one_line = half - ctx.Px(10);
  const bool fits = needed("inclusive", model.inclusive, model.inclusive_share) <= one_line &&
                    needed("self", model.self, model.self_share) <= one_line;
  const float room = fits ? one_line : width;
  const auto sum = [&](ImVec2 to, std::string_view what, const std::string& value, const std::string& share) {
    float used = DrawTextShort(list, font, to, room, colors.text_faint, what) + ctx.Px(6);
    const float value_room = std::max(0.0f, room - used - TextWidth(font, share) - ctx.Px(6));
    used += DrawTextShort(list, font, {to.x + used, to.y}, value_room, colors.text, value) + ctx.Px(6);
    DrawTextShort(list, font, {to.x + used, to.y}, std::max(0.0f, room - used), colors.text_dim, share);
  };
  sum(at, "inclusive", model.inclusive, model.inclusive_share);
  sum(fits ? ImVec2{at.x + half, at.y} : ImVec2{at.x, at.y + line}, "self", model.self, model.self_share);
  ImGui::Dummy({width, fits ? line : 2 * line});
  ctx.Mark("search/sums");
  ItemTooltip(ctx, fmt::format("Matches below the centre: inclusive {}, {} of the centre, a match inside "
                               "another one counted once; self {}, {}",
                               model.inclusive, model.inclusive_share, model.self, model.self_share));
}

}  // namespace

void DrawSearchPanel(const AppState& state, const SearchModel& model, SearchUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(34));
  const float help = std::round(ctx.Px(30));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  DrawBox(state, model, ui, width - help - ctx.Px(4), height, ctx);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - help, at.y + std::round((height - help) / 2)});
  if (IconButton(ctx, "search/help", Icon::kHelp, "What can be searched for", true,
                 ImGui::IsPopupOpen(kHelpPopup))) {
    ImGui::OpenPopup(kHelpPopup);
  }
  DrawHelp({at.x + width, at.y + height + ctx.Px(4)}, ctx);
  ImGui::SetCursorScreenPos(below);

  if (!model.problem.empty()) {
    ImGui::PushFont(ctx.fonts.small);
    TextWrapped(colors.bad, model.problem);
    ctx.Mark("search/problem");
    ImGui::PopFont();
    return;
  }
  if (!model.active) return;
  const float button = std::round(ctx.Px(30));
  const ImVec2 row = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = ctx.fonts.small->FontSize + ctx.Px(3);
  const float buttons = kButtons * button;
  const float text_width = width - buttons - ctx.Px(8);
  if (!model.counts.empty()) {
    DrawTextShort(list, ctx.fonts.small, row, text_width, model.found ? colors.text : colors.warning,
                  model.counts);
    if (!model.suggestion.empty()) {
      DrawTextShort(list, ctx.fonts.small, {row.x, row.y + line}, text_width, ctx.colors().warning,
                    model.offer);
      const auto area =
          ClickableArea(ctx, "search/suggestion", row, {text_width, model.offer.empty() ? line : 2 * line});
      if (area.clicked) ctx.Emit(action::SetSearchText{model.suggestion});
      if (area.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      ItemTooltip(ctx, "Search for " + model.suggestion);
    }
    if (model.found) {
      DrawTextShort(list, ctx.fonts.small, {row.x, row.y + line}, text_width,
                    model.position.empty() ? colors.text_faint : colors.text_dim,
                    model.position.empty() ? std::string_view("Enter: next match") : model.position);
    }
  } else if (model.running) {
    DrawTextShort(list, ctx.fonts.small, row, text_width, colors.text_faint, "Counting");
  }
  ImGui::SetCursorScreenPos({row.x + width - buttons, row.y});
  DrawButtons(state, model, ctx);
  ImGui::SetCursorScreenPos({row.x, row.y + std::max(button, 2 * line) + ctx.Px(2)});
  if (model.found) {
    DrawSums(model, width, ctx);
  } else {
    ImGui::Dummy({0, 0});
  }
}

}  // namespace ringscope
