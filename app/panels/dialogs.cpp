#include "app/panels/dialogs.h"

#include <algorithm>
#include <cmath>

#include "app/panels/imgui_input.h"
#include "app/panels/widgets.h"

namespace ringscope {
namespace {

void DrawProblems(const char* id, const char* heading, const std::vector<ReportModel::Row>& rows,
                  const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  const float height = std::min(ctx.Px(240), ctx.Px(34) * static_cast<float>(rows.size() + 1));
  if (rows.empty() || !ImGui::BeginTable(id, 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, {0, height}))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(heading, ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("Records", ImGuiTableColumnFlags_WidthFixed, ctx.Px(90));
  ImGui::TableSetupColumn("First at", ImGuiTableColumnFlags_WidthFixed, ctx.Px(150));
  ImGui::TableHeadersRow();
  for (const ReportModel::Row& row : rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    TextWrapped(colors.text, row.reason);
    ImGui::TableNextColumn();
    TextColored(colors.text, row.count);
    ImGui::TableNextColumn();
    TextColored(colors.text_dim, row.first_offset);
  }
  ImGui::EndTable();
}

}  // namespace

bool AnswerButton(const PanelContext& ctx, std::string_view mark, const char* label) {
  const UiColors& colors = ctx.colors();
  const ImVec2 size{ctx.Px(96), std::round(ctx.Px(32))};
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, room.x - size.x));
  ImGui::PushStyleColor(ImGuiCol_Button, colors.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colors.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, colors.accent);
  ImGui::PushStyleColor(ImGuiCol_Text, colors.on_accent);
  const bool clicked = ImGui::Button(label, size);
  ctx.Mark(mark);
  ImGui::PopStyleColor(4);
  return clicked;
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

void DrawErrorDialog(const AppState& state, const PanelContext& ctx) {
  if (!BeginDialog("##error", !state.errors.empty(), {ctx.Px(520), 0}, ctx)) return;
  const ErrorNotice& notice = state.errors.front();
  DialogTitle(ctx, notice.title, ctx.colors().text);
  TextWrapped(ctx.colors().text_dim, notice.message);
  ImGui::Dummy({0, ctx.Px(10)});
  // Not the Enter that led here.
  const bool entered =
      !ImGui::IsWindowAppearing() && (KeyPressed(Key::kEnter, false) || KeyPressed(Key::kKeypadEnter, false));
  if (AnswerButton(ctx, "error/dismiss", "Close") || entered) ctx.Emit(action::DismissError{});
  EndDialog();
}

void DrawReportDialog(const AppState& state, const PanelContext& ctx) {
  if (!BeginDialog("##report", state.report_open && state.errors.empty(), {ctx.Px(680), 0}, ctx)) return;
  const UiColors& colors = ctx.colors();
  const ReportModel model = BuildReportModel(state);
  DialogTitle(ctx, model.title, colors.text);
  TextColored(colors.text_dim, model.format + ": " + model.accepted);
  if (!model.truncated.empty()) TextWrapped(colors.warning, model.truncated);
  for (const std::string& sentence : model.estimated) TextWrapped(colors.warning, sentence);
  ImGui::Dummy({0, ctx.Px(6)});
  DrawProblems("skipped", "Skipped because", model.skipped, ctx);
  DrawProblems("incomplete", "Kept in part because", model.incomplete, ctx);
  for (const std::string& note : model.notes) TextWrapped(colors.text_dim, note);
  ImGui::Dummy({0, ctx.Px(10)});
  if (AnswerButton(ctx, "report/close", "Close")) ctx.Emit(action::ShowReport{false});
  EndDialog();
}

}  // namespace ringscope
