#include "app/files/files_panels.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "app/files/recording/recording.h"
#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

void DrawCommandField(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx) {
  if (std::exchange(ui.focus_command, false)) ImGui::SetKeyboardFocusHere();
  ImGui::PushFont(ctx.fonts.mono);
  TextField(ctx, "record/command", "./program --its-options", 0, ui.command);
  ImGui::PopFont();
  TakeKeyboard(state, TextBox::kRecord, ctx);
}

void DrawMeasures(RecordDialogUi& ui, const PanelContext& ctx) {
  std::array<std::string_view, kMeasureChoices.size()> labels;
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = kMeasureChoices[i].label;
  ui.measure = SegmentedControl(ctx, "record/measure", labels, ui.measure, ImGui::GetContentRegionAvail().x);
  TextColored(ctx.colors().text_dim, fmt::format("Measures {}", kMeasureChoices[ui.measure].what));
}

void DrawLastCommands(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx) {
  if (state.settings.recorded_commands.empty()) return;
  ImGui::Dummy({0, ctx.Px(6)});
  SectionHeading(ctx, "RECORDED LAST");
  const float height = std::round(ctx.Px(26));
  const float width = ImGui::GetContentRegionAvail().x;
  for (size_t i = 0; i < state.settings.recorded_commands.size(); ++i) {
    const std::string& command = state.settings.recorded_commands[i];
    const ClickedArea row =
        ClickableRow(ctx, fmt::format("record/last/{}", i), {width, height}, command == ui.command);
    DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.mono,
                  {row.min.x + ctx.Px(8), CentredTop(ctx.fonts.mono, row.min.y, height)}, width - ctx.Px(16),
                  ctx.colors().text, command);
    if (row.clicked) {
      ui.command = command;
      ui.focus_command = true;
    }
  }
}

void DrawMoveDialog(const AppState& state, const DocumentState& document, RecordDialogUi& ui,
                    const PanelContext& ctx) {
  if (!std::exchange(ui.was_open, true)) {
    ui.place = document.path.string();
    ui.focus_command = true;
  }
  DialogTitle(ctx, "Move " + document.title);
  TextWrapped(ctx.colors().text_dim, "A new place for the file: a folder, or a path with a new name.");
  if (std::exchange(ui.focus_command, false)) ImGui::SetKeyboardFocusHere();
  TextField(ctx, "move/place", "", 0, ui.place);
  TakeKeyboard(state, TextBox::kRecord, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  const DialogAnswer answer =
      DialogButtons(ctx, "move", "move", "Move", !ui.place.empty() && ui.place != document.path.string());
  if (answer.cancelled) ctx.Emit(action::ShowRecordDialog{false});
  if (answer.confirmed) ctx.Emit(action::MoveRecording{document.id, ui.place});
}

}  // namespace

void DrawRecordDialog(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx) {
  const bool open = state.record_dialog_open && state.errors.empty();
  if (!state.record_dialog_open) ui.was_open = false;
  if (!BeginDialog("##record", open, {ctx.Px(640), 0}, ctx)) return;
  if (const auto* moved = FindDocument(state, state.slots.Get<MoveQuestion>().document); moved != nullptr) {
    DrawMoveDialog(state, *moved, ui, ctx);
    EndDialog();
    return;
  }
  if (!ui.was_open) {
    ui.was_open = ui.focus_command = true;
    if (ui.command.empty() && !state.settings.recorded_commands.empty())
      ui.command = state.settings.recorded_commands.front();
  }
  DialogTitle(ctx, "Record a program");
  TextWrapped(ctx.colors().text_dim,
              "Runs a command with the best installed recorder. The tree grows while the command runs; "
              "cancelling in the status bar stops the command and keeps the recording so far.");
  ImGui::Dummy({0, ctx.Px(4)});
  DrawCommandField(state, ui, ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  DrawMeasures(ui, ctx);
  ImGui::Dummy({0, ctx.Px(2)});
  ImGui::AlignTextToFramePadding();
  TextColored(ctx.colors().text_dim, "In the folder");
  ImGui::SameLine();
  TextField(ctx, "record/folder", "where this program was started", 0, ui.folder);
  ItemTooltip(ctx, "The command runs there, and the result lies there");
  DrawLastCommands(state, ui, ctx);
  ImGui::Dummy({0, ctx.Px(6)});
  const bool can_start = !CommandWords(ui.command).empty();
  const DialogAnswer answer = DialogButtons(ctx, "record", "start", "Record", can_start);
  if (answer.cancelled) ctx.Emit(action::ShowRecordDialog{false});
  if (answer.confirmed) {
    ctx.Emit(action::RecordProgram{ui.command, std::string(kMeasureChoices[ui.measure].word), ui.folder});
  }
  EndDialog();
}

}  // namespace ringscope
