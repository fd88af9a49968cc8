#include "app/panels/save_dialog.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/model/save_model.h"
#include "app/panels/dialogs.h"
#include "app/panels/text_field.h"
#include "app/panels/widgets.h"

namespace ringscope {
namespace {

void SetPath(const std::string& path, SaveDialogUi& ui) {
  const size_t length = std::min(path.size(), ui.path.size() - 1);
  std::memcpy(ui.path.data(), path.data(), length);
  ui.path[length] = '\0';
}

void DrawChoice(const SaveModel& model, size_t index, bool chosen, SaveDialogUi& ui,
                const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const SaveChoice& choice = model.choices[index];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(30));
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::InvisibleButton("choice", {width, height}))
    SetPath(WithEnding(model, ui.path.data(), index), ui);
  ImGui::PopID();
  ctx.Mark("save" + choice.ending);
  const ImVec2 max{at.x + width, at.y + height};
  if (chosen) {
    list.AddRectFilled(at, max, colors.accent_soft, ctx.Px(5));
  } else if (ImGui::IsItemHovered()) {
    list.AddRectFilled(at, max, colors.raised, ctx.Px(5));
  }
  const float y = std::round(at.y + (height - ctx.fonts.regular->FontSize) / 2);
  const float small_y = std::round(at.y + (height - ctx.fonts.small->FontSize) / 2);
  list.AddText(ctx.fonts.regular, ctx.fonts.regular->FontSize, {at.x + ctx.Px(12), y}, colors.text,
               choice.title.c_str());
  list.AddText(ctx.fonts.small, ctx.fonts.small->FontSize, {at.x + ctx.Px(110), small_y}, colors.accent,
               choice.ending.c_str());
  DrawTextShort(list, ctx.fonts.small, {at.x + ctx.Px(250), small_y}, width - ctx.Px(260), colors.text_dim,
                choice.description);
}

bool AccentButton(const PanelContext& ctx, const char* label, ImVec2 size, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, ctx.colors().accent);
  ImGui::PushStyleColor(ImGuiCol_Text, ctx.colors().on_accent);
  const bool clicked = ImGui::Button(label, size);
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  return clicked && enabled;
}

}  // namespace

void DrawSaveDialog(const AppState& state, SaveDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.save_dialog_open && state.errors.empty();
  if (!state.save_dialog_open) ui.was_open = false;
  // After a message that it could not be saved there, the path is where one goes on.
  if (state.save_dialog_open && !state.errors.empty() && ui.path[0] != '\0') {
    ui.was_open = true;
    ui.focus_path = true;
  }
  if (!BeginDialog("##save", open, {ctx.Px(640), 0}, ctx)) return;
  const SaveModel model = BuildSaveModel(state);
  if (!ui.was_open) {
    ui.was_open = true;
    ui.replacing.clear();
    SetPath(model.suggestion.string(), ui);
    ui.focus_path = true;
  }
  ImGui::PushFont(ctx.fonts.title);
  Text("Save or export");
  ImGui::PopFont();
  ImGui::Dummy({0, ctx.Px(4)});
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (std::exchange(ui.focus_path, false)) ImGui::SetKeyboardFocusHere();
  const bool entered = TextField("##path", "", ui.path, ImGuiInputTextFlags_EnterReturnsTrue);
  TakeKeyboard(state, TextBox::kSave, ctx);
  ctx.Mark("save/path");
  ImGui::Dummy({0, ctx.Px(2)});
  const size_t chosen = ChoiceOf(model, ui.path.data());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (size_t i = 0; i < model.choices.size(); ++i) DrawChoice(model, i, i == chosen, ui, ctx);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ctx.Px(6)});
  if (!ui.replacing.empty() && ui.replacing != ui.path.data()) ui.replacing.clear();
  if (!ui.replacing.empty()) {
    TextWrapped(ctx.colors().warning, "There is a file of this name. Saving once more replaces it.");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const bool can_save = chosen < model.choices.size();
  if (!can_save) {
    TextWrapped(ctx.colors().warning,
                "The name has none of these endings, which say what is saved. A click on one adds it.");
    ctx.Mark("save/why-not");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const ImVec2 size{ctx.Px(96), std::round(ctx.Px(32))};
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - 2 * size.x - ctx.Px(8));
  if (ImGui::Button("Cancel", size)) ctx.Emit(action::ShowSaveDialog{false});
  ctx.Mark("save/cancel");
  ImGui::SameLine();
  const bool clicked = AccentButton(ctx, ui.replacing.empty() ? "Save" : "Replace", size, can_save);
  ctx.Mark("save/save");
  if ((clicked || entered) && can_save) {
    if (ui.replacing.empty() && FileExists(ui.path.data())) {
      ui.replacing = ui.path.data();
      ui.focus_path = true;
    } else {
      ctx.Emit(action::SaveAs{ui.path.data()});
    }
  }
  EndDialog();
}

}  // namespace ringscope
