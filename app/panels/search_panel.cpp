#include "app/panels/search_panel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/panels/imgui_input.h"
#include "app/panels/widgets.h"

namespace ringscope {
namespace {

void CopyToBuffer(const std::string& text, SearchUi& ui) {
  const size_t length = std::min(text.size(), ui.buffer.size() - 1);
  std::memcpy(ui.buffer.data(), text.data(), length);
  ui.buffer[length] = '\0';
}

}  // namespace

void DrawSearchPanel(const AppState& state, const SearchModel& model, SearchUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(34));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  // The state decides, except while the user types.
  if (!ui.was_active) CopyToBuffer(model.text, ui);

  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {ctx.Px(32), std::round((height - ImGui::GetFontSize()) / 2)});
  ImGui::SetNextItemWidth(width);
  if (ui.seen_focus_serial != state.focus_search_serial) {
    ui.seen_focus_serial = state.focus_search_serial;
    ImGui::SetKeyboardFocusHere();
  }
  const bool entered =
      ImGui::InputTextWithHint("##search", "Search functions", ui.buffer.data(), ui.buffer.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar();
  ctx.Mark("search/text");
  const bool active = ImGui::IsItemActive();
  // Leaving with Escape puts the text back to what it was; what Escape means is decided by the state.
  const bool escaped = EscapePressed();
  if (!escaped && (active || ui.was_active) && model.text != ui.buffer.data()) {
    ctx.Emit(action::SetSearchText{ui.buffer.data()});
  }
  if (entered) {
    ctx.Emit(action::StepMatch{ImGui::GetIO().KeyShift ? -1 : 1});
    // Enter means "next", again and again: the box keeps the keyboard.
    ImGui::SetKeyboardFocusHere(-1);
  }
  ui.was_active = active && !escaped;
  if (escaped) CopyToBuffer(model.text, ui);
  DrawIcon(list, Icon::kSearch, {at.x + ctx.Px(17), at.y + height / 2}, ctx.Px(14), colors.text_dim);
  if (active) list.AddRect(at, {at.x + width, at.y + height}, colors.accent, ctx.Px(6), 0, ctx.Px(1.5f));

  if (!model.active) return;
  ImGui::PushFont(ctx.fonts.small);
  const float button = std::round(ctx.Px(30));
  const ImVec2 row = ImGui::GetCursorScreenPos();
  const float text_width = width - 3 * button - ctx.Px(8);
  const float line = ctx.fonts.small->FontSize + ctx.Px(3);
  if (!model.counts.empty()) {
    DrawTextShort(list, ctx.fonts.small, row, text_width, model.found ? colors.text_dim : colors.warning,
                  model.counts);
    DrawTextShort(list, ctx.fonts.small, {row.x, row.y + line}, text_width, colors.text_dim, model.inclusive);
  } else if (model.running) {
    DrawTextShort(list, ctx.fonts.small, row, text_width, colors.text_faint, "Counting");
  }
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({row.x + width - 3 * button, row.y});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (IconButton(ctx, "search/previous", Icon::kPrevious, "Previous match (Shift+F3)", model.can_step)) {
    ctx.Emit(action::StepMatch{-1});
  }
  ImGui::SameLine();
  if (IconButton(ctx, "search/next", Icon::kNext, "Next match (F3)", model.can_step))
    ctx.Emit(action::StepMatch{1});
  ImGui::SameLine();
  if (IconButton(ctx, "search/clear", Icon::kClose, "Clear (Esc)")) ctx.Emit(action::SetSearchText{});
  ImGui::PopStyleVar();
  ImGui::SetCursorScreenPos({row.x, row.y + std::max(button, 2 * line)});
  ImGui::Dummy({0, 0});
}

}  // namespace ringscope
