#include "app/widgets/dialog.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {

namespace {

ImVec2 ButtonSize(const PanelContext& ctx, const char* label) {
  const float text_px = ImGui::CalcTextSize(label).x;
  return {std::max(ctx.Px(96), std::ceil(text_px + ctx.Px(24))), std::round(ctx.Px(32))};
}

// A row of buttons of this width ends at the right edge.
void PlaceButtons(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

// In the accent colour.
bool MainButton(const PanelContext& ctx, std::string_view mark, const char* label, bool enabled) {
  const UiColors& colors = ctx.colors();
  ImGui::BeginDisabled(!enabled);
  for (const ImGuiCol slot : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
    ImGui::PushStyleColor(slot, colors.accent);
  ImGui::PushStyleColor(ImGuiCol_Text, colors.on_accent);
  const bool clicked = ImGui::Button(label, ButtonSize(ctx, label));
  ctx.Mark(mark);
  ImGui::PopStyleColor(4);
  ImGui::EndDisabled();
  return clicked && enabled;
}

}  // namespace

bool AnswerButton(const PanelContext& ctx, std::string_view mark, const char* label) {
  PlaceButtons(ButtonSize(ctx, label).x);
  return MainButton(ctx, mark, label, true);
}

DialogAnswer CancelOr(const PanelContext& ctx, std::string_view dialog, std::string_view id,
                      const char* label, bool can_confirm) {
  PlaceButtons(ButtonSize(ctx, "Cancel").x + ctx.Px(8) + ButtonSize(ctx, label).x);
  DialogAnswer answer;
  answer.cancelled = ImGui::Button("Cancel", ButtonSize(ctx, "Cancel"));
  ctx.Mark(std::string(dialog) + "/cancel");
  ImGui::SameLine(0, ctx.Px(8));
  answer.confirmed = MainButton(ctx, std::string(dialog) + "/" + std::string(id), label, can_confirm);
  return answer;
}

void DialogTitle(const PanelContext& ctx, std::string_view text, ImU32 color) {
  ImGui::PushFont(ctx.fonts.title);
  TextWrapped(color, text);
  ImGui::PopFont();
  ImGui::Dummy({0, ctx.Px(2)});
}

float MostDialogHeight(const PanelContext& ctx) {
  return std::floor(ImGui::GetIO().DisplaySize.y * 0.92f - ctx.Px(8));
}

bool BeginDialog(const char* title, bool open, ImVec2 size, const PanelContext& ctx) {
  if (open && !ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  if (!open && !ImGui::IsPopupOpen(title)) return false;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 fitted{std::min(size.x, display.x - ctx.Px(24)), std::min(size.y, display.y - ctx.Px(24))};
  ImGui::SetNextWindowPos({std::round(display.x / 2), std::round(display.y * 0.46f)}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  // A height of 0 follows the contents.
  ImGui::SetNextWindowSize({fitted.x, size.y <= 0 ? 0 : fitted.y});
  // Placed by its middle, a higher one would begin above the window. What does not fit can be scrolled.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {fitted.x, MostDialogHeight(ctx)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ctx.Px(24), ctx.Px(20)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ctx.Px(10));
  const bool shown = ImGui::BeginPopupModal(
      title, nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar(2);
  if (!shown) return false;
  if (!open) {
    ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return false;
  }
  return true;
}

void EndDialog() { ImGui::EndPopup(); }

}  // namespace ringscope
