#include "app/files/files_panels.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/files/files_model.h"
#include "app/files/files_on_disk.h"
#include "app/files/saving/saving.h"
#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

float ChoiceHeight(const PanelContext& ctx) { return std::round(ctx.Px(30)); }

// The left edges of the parts of a choice, from the left end of its row.
struct ChoiceColumns {
  float title = 0, ending = 0, description = 0;
};

ChoiceColumns ColumnsOf(const SaveModel& model, const PanelContext& ctx) {
  float title = 0, ending = 0;
  for (const SaveChoice& choice : model.choices) {
    title = std::max(title, TextWidth(ctx.fonts.regular, choice.title));
    ending = std::max(ending, TextWidth(ctx.fonts.small, choice.ending));
  }
  ChoiceColumns columns;
  columns.title = ctx.Px(12);
  columns.ending = std::round(columns.title + title + ctx.Px(18));
  columns.description = std::round(columns.ending + ending + ctx.Px(18));
  return columns;
}

void DrawChoice(const SaveModel& model, size_t index, const ChoiceColumns& columns, bool chosen,
                SaveDialogUi& ui, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const SaveChoice& choice = model.choices[index];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ChoiceHeight(ctx);
  const ClickedArea row = ClickableRow(ctx, "save" + choice.ending, {width, height}, chosen);
  const ImVec2 at = row.min;
  if (row.clicked) ui.path = WithEnding(model, ui.path, index);
  if (chosen && ui.chosen != index) ImGui::SetScrollHereY();
  const float y = CentredTop(ctx.fonts.regular, at.y, height);
  const float small_y = CentredTop(ctx.fonts.small, at.y, height);
  DrawTextAt(list, ctx.fonts.regular, {at.x + columns.title, y}, colors.text, choice.title);
  DrawTextAt(list, ctx.fonts.small, {at.x + columns.ending, small_y}, colors.accent, choice.ending);
  const float room = width - columns.description - ctx.Px(6);
  DrawTextShort(list, ctx.fonts.small, {at.x + columns.description, small_y}, room, colors.text_dim,
                choice.description);
  if (TextWidth(ctx.fonts.small, choice.description) > room) ItemTooltip(ctx, choice.description);
}

// The list is as high as its choices. In a low window it scrolls, so that the rest of the dialog is in sight.
void DrawChoices(const SaveModel& model, size_t chosen, SaveDialogUi& ui, const PanelContext& ctx) {
  const float whole = ChoiceHeight(ctx) * static_cast<float>(model.choices.size());
  const float room = std::floor(MostDialogHeight(ctx) - ui.around_px);
  const float height = std::clamp(room, std::min(whole, 2 * ChoiceHeight(ctx)), whole);
  const ChoiceColumns columns = ColumnsOf(model, ctx);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("choices", {0, height});
  ctx.MarkRect("save/choices", {ImGui::GetWindowPos().x, ImGui::GetWindowPos().y, ImGui::GetWindowWidth(),
                                ImGui::GetWindowHeight()});
  for (size_t i = 0; i < model.choices.size(); ++i) DrawChoice(model, i, columns, i == chosen, ui, ctx);
  ui.chosen = chosen;
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ui.choices_px = height;
}

}  // namespace

void DrawSaveDialog(const AppState& state, SaveDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.save_dialog_open && state.errors.empty();
  if (!state.save_dialog_open) ui.was_open = false;
  // After a message that saving failed, the keyboard goes to the path.
  if (state.save_dialog_open && !state.errors.empty() && !ui.path.empty()) {
    ui.was_open = true;
    ui.focus_path = true;
  }
  if (!BeginDialog("##save", open, {ctx.Px(640), 0}, ctx)) return;
  const SaveModel model = BuildSaveModel(state);
  if (!ui.was_open) {
    ui.was_open = true;
    ui.replaced = false;
    ui.path = model.suggestion.string();
    ui.focus_path = true;
  }
  ImGui::PushFont(ctx.fonts.title);
  Text("Save or export");
  ImGui::PopFont();
  ImGui::Dummy({0, ctx.Px(4)});
  if (std::exchange(ui.focus_path, false)) ImGui::SetKeyboardFocusHere();
  const bool entered = TextField(ctx, "save/path", "", 0, ui.path, ImGuiInputTextFlags_EnterReturnsTrue);
  TakeKeyboard(state, TextBox::kSave, ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  const size_t chosen = ChoiceOf(model, ui.path);
  DrawChoices(model, chosen, ui, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  if (chosen < model.choices.size()) {
    TextWrapped(ctx.colors().text_dim, SaveDetail(state, ui.path, ui.has_caption, ctx.scale));
    ctx.Mark("save/detail");
    if (IsPictureName(ui.path)) Checkbox(ctx, "save/caption", "Title, metric and legend", ui.has_caption);
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const SaveTarget* target = state.slots.Get<FilesState>().save_target.answer();
  const bool replaces = target != nullptr && target->exists &&
                        state.slots.Get<FilesState>().save_target.answered->path == ui.path;
  ui.focus_path |= replaces && !ui.replaced;
  ui.replaced = replaces;
  if (replaces) {
    TextWrapped(ctx.colors().warning, "A file of this name exists. Save again to replace it.");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const bool can_save = chosen < model.choices.size();
  if (!can_save) {
    TextWrapped(ctx.colors().warning, "The ending of the name says what is saved: click one to add it.");
    ctx.Mark("save/why-not");
    ImGui::Dummy({0, ctx.Px(6)});
  }
  const DialogAnswer answer = DialogButtons(ctx, "save", "save", replaces ? "Replace" : "Save", can_save);
  if (answer.cancelled) ctx.Emit(action::ShowSaveDialog{false});
  if ((answer.confirmed || entered) && can_save) ctx.Emit(action::SaveAs{ui.path, ui.has_caption, !replaces});
  const float scroll = ImGui::GetScrollY(), padding = ImGui::GetCursorStartPos().y + scroll;
  const float bottom = ImGui::GetItemRectMax().y - ImGui::GetWindowPos().y + scroll;
  ui.around_px = std::ceil(bottom + padding - ui.choices_px);
  EndDialog();
}

}  // namespace ringscope
