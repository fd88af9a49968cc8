#include "app/view/panel.h"
#include "app/window/window_panels.h"

#include <algorithm>

#include "app/widgets/dialog.h"
#include "app/widgets/widgets.h"
#include "app/window/window_actions.h"

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

void DrawErrorDialog(const AppState& state, const PanelContext& ctx) {
  if (!BeginDialog("##error", !state.errors.empty(), {ctx.Px(520), 0}, ctx)) return;
  const ErrorNotice& notice = state.errors.front();
  DialogTitle(ctx, notice.title, ctx.colors().text);
  TextWrapped(ctx.colors().text_dim, notice.message);
  ImGui::Dummy({0, ctx.Px(10)});
  if (AnswerButton(ctx, "error/dismiss", "Close") || DialogEntered()) ctx.Emit(action::DismissError{});
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
  DrawProblems("incomplete", "Read in part because", model.incomplete, ctx);
  for (const std::string& note : model.notes) TextWrapped(colors.text_dim, note);
  ImGui::Dummy({0, ctx.Px(10)});
  if (AnswerButton(ctx, "report/close", "Close") || DialogEntered()) ctx.Emit(action::ShowReport{false});
  EndDialog();
}

}  // namespace ringscope
