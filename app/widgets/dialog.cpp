#include "app/widgets/dialog.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/widgets.h"

namespace ringscope {

namespace {

ImVec2 ButtonSize(const Ui& ui, const char* label) {
  const float text_px = ImGui::CalcTextSize(label).x;
  return {std::max(ui.Px(96), std::ceil(text_px + ui.Px(24))), std::round(ui.Px(32))};
}

// A row of buttons of this width ends at the right edge.
void PlaceButtons(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

// In the accent colour.
bool MainButton(const Ui& ui, std::string_view mark, const char* label, bool enabled) {
  const UiColors& colors = ui.colors();
  for (const ImGuiCol slot : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
    ImGui::PushStyleColor(slot, colors.accent);
  ImGui::PushStyleColor(ImGuiCol_Text, colors.on_accent);
  const bool clicked = TextButton(ui, mark, label, ButtonSize(ui, label), {}, enabled);
  ImGui::PopStyleColor(4);
  return clicked;
}

}  // namespace

bool AnswerButton(const Ui& ui, std::string_view mark, const char* label) {
  PlaceButtons(ButtonSize(ui, label).x);
  return MainButton(ui, mark, label, true);
}

DialogAnswer DialogButtons(const Ui& ui, std::string_view dialog, std::string_view id, const char* label,
                           bool can_confirm) {
  PlaceButtons(ButtonSize(ui, "Cancel").x + ui.Px(8) + ButtonSize(ui, label).x);
  DialogAnswer answer;
  answer.cancelled = TextButton(ui, std::string(dialog) + "/cancel", "Cancel", ButtonSize(ui, "Cancel"));
  ImGui::SameLine(0, ui.Px(8));
  answer.confirmed = MainButton(ui, std::string(dialog) + "/" + std::string(id), label, can_confirm) ||
                     (can_confirm && DialogEntered());
  return answer;
}

void DialogTitle(const Ui& ui, std::string_view text) {
  ImGui::PushFont(ui.fonts.title);
  TextWrapped(ui.colors().text, text);
  ImGui::PopFont();
  ImGui::Dummy({0, ui.Px(2)});
}

float MostDialogHeight(const Ui& ui) { return std::floor(ImGui::GetIO().DisplaySize.y * 0.92f - ui.Px(8)); }

bool BeginDialog(const char* title, bool open, ImVec2 size, const Ui& ui, ReachKeys keys) {
  if (open && !ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  if (!open && !ImGui::IsPopupOpen(title)) return false;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 fitted{std::min(size.x, display.x - ui.Px(24)), std::min(size.y, display.y - ui.Px(24))};
  ImGui::SetNextWindowPos({std::round(display.x / 2), std::round(display.y * 0.46f)}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  // A height of 0 follows the contents.
  ImGui::SetNextWindowSize({fitted.x, size.y <= 0 ? 0 : fitted.y});
  // A higher dialog, placed by its middle, would begin above the window: it scrolls instead.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {fitted.x, MostDialogHeight(ui)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.Px(24), ui.Px(20)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.Px(10));
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
  BeginReach(ui, keys);
  return true;
}

void EndDialog() {
  EndReach();
  ImGui::EndPopup();
}

}  // namespace ringscope
