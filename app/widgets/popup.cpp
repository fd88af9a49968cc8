#include "app/widgets/popup.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kLabelShare = 0.42f;  // of a row's width

}  // namespace

bool BeginMenuPopup(const char* name, ImVec2 corner, const Ui& ui) {
  if (!ImGui::IsPopupOpen(name)) return false;
  // The popup extends from its corner towards the middle of the window.
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 pivot{corner.x > display.x / 2 ? 1.0f : 0.0f, corner.y > display.y * 0.6f ? 1.0f : 0.0f};
  // The popup's size is known from the frame before; a large one begins further up, or further left.
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID height_id = ImGui::GetID(name);
  const float height = storage.GetFloat(height_id, 0);
  const float top = std::clamp(corner.y - pivot.y * height, 0.0f, std::max(0.0f, display.y - height));
  const ImGuiID width_id = height_id + 1;
  const float width = storage.GetFloat(width_id, 0);
  const float left = std::clamp(corner.x - pivot.x * width, 0.0f, std::max(0.0f, display.x - width));
  if (height > 0) {
    ImGui::SetNextWindowPos({std::round(left), std::round(top)}, ImGuiCond_Always);
  } else {
    ImGui::SetNextWindowPos({std::round(corner.x), std::round(corner.y)}, ImGuiCond_Always, pivot);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.Px(14), ui.Px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.Px(8), 0});
  if (!ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    ImGui::PopStyleVar(2);
    return false;
  }
  storage.SetFloat(height_id, ImGui::IsWindowAppearing() ? 0.0f : ImGui::GetWindowHeight());
  storage.SetFloat(width_id, ImGui::GetWindowWidth());
  if (EscapePressed()) ImGui::CloseCurrentPopup();
  return true;
}

void EndMenuPopup() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

void MenuLine(const Ui& ui, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = std::round(at.y + ui.Px(4)) + 0.5f;
  ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + width, y}, ui.colors().line);
  ImGui::Dummy({width, std::round(ui.Px(9))});
}

float MenuRowWidth(const Ui& ui, std::string_view label, std::string_view description) {
  const float for_label = (TextWidth(ui.fonts.regular, label) + ui.Px(9)) / kLabelShare;
  const float for_description = (TextWidth(ui.fonts.small, description) + ui.Px(2)) / (1 - kLabelShare);
  const float room = ImGui::GetIO().DisplaySize.x - ui.Px(60);
  return std::ceil(std::min(std::max(for_label, for_description), std::max(room, 1.0f)));
}

bool MenuRow(const Ui& ui, std::string_view mark, std::string_view label, std::string_view description,
             float width, bool enabled) {
  const UiColors& colors = ui.colors();
  const float height = std::round(ui.fonts.regular->FontSize + ui.Px(10));
  const float label_width = std::round(width * kLabelShare);
  const ClickedArea row = MenuItemRow(ui, mark, {width, height}, enabled);
  const ImVec2 at = row.min;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = at.y + std::round((height - ui.fonts.regular->FontSize) / 2);
  DrawTextShort(list, ui.fonts.regular, {at.x, y}, label_width - ui.Px(8),
                enabled ? colors.text : colors.text_faint, label);
  const float small_y = at.y + std::round((height - ui.fonts.small->FontSize) / 2);
  DrawTextShort(list, ui.fonts.small, {at.x + label_width, small_y}, width - label_width,
                enabled ? colors.text_dim : colors.text_faint, description);
  if (row.clicked) ImGui::CloseCurrentPopup();
  return row.clicked;
}

bool MenuOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

ImVec2 DrawReadoutFrame(ImVec2 place, ImVec2 size, const PanelRect& area, const Ui& ui) {
  ImVec2 at{place.x + ui.Px(16), place.y + ui.Px(14)};
  if (at.x + size.x > area.x + area.width) at.x = place.x - size.x - ui.Px(16);
  if (at.y + size.y > area.y + area.height) at.y = place.y - size.y - ui.Px(14);
  at = {std::round(std::max(at.x, area.x + 2)), std::round(std::max(at.y, area.y + 2))};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, ui.colors().panel, ui.Px(7));
  list.AddRect(at, end, ui.colors().line, ui.Px(7));
  ui.MarkRect("readout", {at.x, at.y, size.x, size.y});
  return at;
}

void DrawReadout(std::span<const std::string> lines, ImVec2 place, const PanelRect& area, const Ui& ui) {
  ImFont* const font = ui.fonts.small;
  const float line_height = std::round(ui.Px(18)), pad = ui.Px(10);
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, TextWidth(font, line));
  width = std::min(width, ui.Px(460));
  const ImVec2 at = DrawReadoutFrame(
      place, {width + 2 * pad, line_height * static_cast<float>(lines.size()) + ui.Px(12)}, area, ui);
  float y = at.y + ui.Px(6);
  for (size_t k = 0; k < lines.size(); ++k) {
    DrawTextShort(*ImGui::GetForegroundDrawList(), font, {at.x + pad, y}, width,
                  k == 0 ? ui.colors().text : ui.colors().text_dim, lines[k]);
    y += line_height;
  }
}

}  // namespace ringscope
