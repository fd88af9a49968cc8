#include "app/window/window_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/details/details_model.h"
#include "app/files/files_model.h"
#include "app/search/lighting.h"
#include "app/search/search_model.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/steps/pipeline_model.h"
#include "app/widgets/dialog.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "app/window/window_actions.h"

namespace ringscope {
namespace {

void Divider(const PanelRect& rect, const PanelContext& ctx) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = std::round(at.y + ctx.Px(4)) + 0.5f;
  ImGui::GetWindowDrawList()->AddLine({rect.x, y}, {rect.x + rect.width, y}, ctx.colors().line);
  ImGui::Dummy({0, ctx.Px(6)});
}

// `given`: a command gave the keyboard to a part of the window. Returns whether this part has it.
bool DrawSidePanel(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                   bool given, const PanelContext& ctx) {
  const PanelRect& rect = layout.side_panel;
  const float padding = ctx.Px(UiMetrics::kPanelPadding);
  BeginArea(ctx, "##side", rect, ctx.colors().panel, {padding, ctx.Px(6)});
  ImGui::GetWindowDrawList()->AddLine({rect.x + 0.5f, rect.y}, {rect.x + 0.5f, rect.y + rect.height},
                                      ctx.colors().line);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (Splitter(ctx, "splitter", {ctx.Px(6), rect.height}))
    ctx.Emit(action::SetSidePanelWidth{(rect.x + rect.width - ImGui::GetIO().MousePos.x) / ctx.scale});
  ImGui::SetCursorScreenPos(start);
  const bool reached = state.keyboard.is_shown && state.keyboard.area == KeyboardArea::kSide;
  if (reached) DrawFocusRing(rect, ctx);
  const bool has_items = reached && !given && !ui.details.has_keyboard && !DialogOpen(state) && !MenuOpen();
  BeginReach(ctx, has_items ? ReachKeys::kArrowsAndEnter : ReachKeys::kNone);
  DrawSearchPanel(state, BuildSearchModel(state), ui.search, ctx);
  Divider(rect, ctx);
  const DetailsModel details = BuildDetailsModel(state);
  DrawDetailsSubject(state, details, ui.details, ctx);
  const DerivedModel derived = BuildDerivedModel(state);
  DrawDetailsMetrics(details, DerivedRowsHeight(derived, ctx) + ui.kind_rows_px, ctx);
  DrawDerivedRows(state, derived, ctx);
  DrawComparedRuns(state, ctx);
  ui.kind_rows_px = DrawKindRows(state, view.chart(state.active_pane), ui.kind_rows_px, ctx);
  if (EndReach()) {
    ui.details.cursor.reset();  // the same Down leads to the first row of the stack
    ui.details.take_focus = true;
  }
  if (given && state.keyboard.area == KeyboardArea::kSide) {
    ImGui::SetWindowFocus();
    ui.details.take_focus = true;
  }
  DrawDetailsStack(state, details, ui.details, ctx);
  // ImGui focuses the panel when it appears; that alone does not give it the keyboard.
  const bool has_keyboard = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                            (state.keyboard.area == KeyboardArea::kSide || !ImGui::IsWindowFocused() ||
                             ImGui::GetIO().WantTextInput);
  EndArea();
  return has_keyboard;
}

// Over the chart of a view whose answer was stopped: a button that starts its job again.
void DrawStartAgain(const ViewState& view, const PanelRect& chart, const PanelContext& ctx) {
  if (!IsStopped(view)) return;
  // Below the middle, where the reason stands (DrawMissing).
  const float width = std::round(std::min(ctx.Px(120), chart.width)), height = std::round(ctx.Px(32));
  const PanelRect area{std::round(chart.x + (chart.width - width) / 2),
                       std::round(chart.y + chart.height / 2 + ctx.Px(40)), width, height};
  if (!chart.contains(area.x, area.y + height)) return;
  BeginArea(ctx, fmt::format("##start-again{}", view.id).c_str(), area, IM_COL32_BLACK_TRANS, {0, 0});
  if (TextButton(ctx, "view/start-again", "Start again", {width, height})) ctx.Emit(StartAgain{});
  EndArea();
}

void DrawOverCharts(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                    const PanelContext& ctx) {
  for (size_t i = 0; i < std::min(view.charts.size(), layout.charts.size()); ++i) {
    ui.overlay.left_px = layout.charts[i].x - layout.pane_headers[i].x;
    if (view.charts[i] != nullptr) view.charts[i]->DrawOver(state, i, layout.charts[i], ui.overlay, ctx);
    if (const ViewState* shown = ViewOfPane(state, i)) DrawStartAgain(*shown, layout.charts[i], ctx);
  }
}

// The corner of the transforms' menu: below the button that opens it.
ImVec2 TransformMenuCorner(const WindowLayout& layout, const PanelContext& ctx) {
  const PanelRect& row = layout.chips.height > 0 ? layout.chips : layout.top_bar;
  return {row.x + row.width - ctx.Px(8), row.y + row.height - ctx.Px(2)};
}

// Draws a box over a chart for lines of text.
void DrawBox(const ImVec2& at, const ImVec2& size, float rounding, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, ctx.colors().panel, rounding);
  list.AddRect(at, end, ctx.colors().line, rounding);
}

// Says over an empty chart why it is empty: no context is left, or none has cost.
void DrawEmptyChartText(const AppState& state, const ViewState& view, const PanelRect& chart,
                        const PanelContext& ctx) {
  const auto words = BuildEmptyChartText(state, view);
  if (!words) return;
  ImFont* font = ctx.fonts.regular;
  const float room = std::max(1.0f, chart.width - ctx.Px(48));
  const std::string title = FitText(font, words->title, room);
  const std::string hint = FitText(font, words->hint, room);
  const float width = std::max(TextWidth(font, title), TextWidth(font, hint)) + ctx.Px(32);
  const float line = font->FontSize + ctx.Px(6);
  const float height = (hint.empty() ? 1 : 2) * line + ctx.Px(20);
  const ImVec2 at{std::round(chart.x + (chart.width - width) / 2),
                  std::round(chart.y + (chart.height - height) / 2)};
  const auto write = [&](const std::string& text, float y, ImU32 color) {
    const ImVec2 begin{std::round(at.x + (width - TextWidth(font, text)) / 2), y};
    DrawTextAt(*ImGui::GetBackgroundDrawList(), font, begin, color, text);
  };
  DrawBox(at, {width, height}, ctx.Px(8), ctx);
  write(title, at.y + ctx.Px(13), ctx.colors().text);
  write(hint, at.y + ctx.Px(13) + line, ctx.colors().text_dim);
  ctx.MarkRect("chart/nothing-left", {at.x, at.y, width, height});
}

// Says on top of a chart that it shows another place than the chart that it follows: both look alike else.
void DrawNotFollowed(const AppState& state, const ViewState& view, const PanelRect& chart,
                     const PanelContext& ctx) {
  if (!state.linked || state.panes.size() < 2 || view.not_followed.empty()) return;
  ImFont* font = ctx.fonts.small;
  const std::string text = FitText(font, view.not_followed, std::max(1.0f, chart.width - ctx.Px(48)));
  const float width = std::ceil(TextWidth(font, text) + ctx.Px(20));
  const float height = std::round(font->FontSize + ctx.Px(10));
  const ImVec2 at{std::round(chart.x + (chart.width - width) / 2), std::round(chart.y + ctx.Px(8))};
  DrawBox(at, {width, height}, ctx.Px(6), ctx);
  DrawTextAt(*ImGui::GetBackgroundDrawList(), font, {at.x + ctx.Px(10), at.y + ctx.Px(5)},
             ctx.colors().warning, text);
  ctx.MarkRect("chart/not-followed", {at.x, at.y, width, height});
}

void DrawNotices(const AppState& state, const WindowLayout& layout, const PanelContext& ctx) {
  for (size_t i = 0; i < std::min(state.panes.size(), layout.charts.size()); ++i) {
    const ViewState* view = FindView(state, state.panes[i].view);
    if (view == nullptr) continue;
    DrawEmptyChartText(state, *view, layout.charts[i], ctx);
    DrawNotFollowed(state, *view, layout.charts[i], ctx);
  }
}

// Draws the side panel, and follows the keyboard between the parts of the window.
void DrawAndFollowSide(const AppState& state, const WindowView& view, const WindowLayout& layout,
                       WindowUi& ui, const PanelContext& ctx) {
  const KeyboardFocus& keyboard = state.keyboard;
  const bool given = std::exchange(ui.keyboard_serial, keyboard.serial) != keyboard.serial;
  if (given && keyboard.area == KeyboardArea::kChart) ImGui::SetWindowFocus(nullptr);
  const bool in_side = DrawSidePanel(state, view, layout, ui, given, ctx);
  if (keyboard.is_shown && keyboard.area == KeyboardArea::kChart &&
      state.active_pane < layout.charts.size()) {
    const PanelRect& chart = layout.charts[state.active_pane];
    ImGui::GetBackgroundDrawList()->AddRect({chart.x + 1, chart.y + 1},
                                            {chart.x + chart.width - 1, chart.y + chart.height - 1},
                                            ctx.colors().accent, ctx.Px(4), 0, ctx.Px(2));
    ctx.MarkRect("keyboard", chart);
  }
  // A part takes the keyboard one frame after a command; a menu or a dialog has it only while it is open.
  if (given || DialogOpen(state) || MenuOpen()) return;
  const KeyboardArea area = in_side                ? KeyboardArea::kSide
                            : ui.dock.has_keyboard ? KeyboardArea::kDock
                                                   : KeyboardArea::kChart;
  if (area != keyboard.area) ctx.Emit(action::KeyboardIsAt{area});
}

// Draws the tooltip of the pointed context, which covers neither that context nor the centre.
void DrawTooltipOf(const AppState& state, const WindowView& view, size_t pane, const PanelRect& rect,
                   const PanelContext& ctx) {
  const ViewState* shown = ViewOfPane(state, pane);
  const Chart* chart = view.chart(pane);
  if (shown == nullptr || chart == nullptr || !shown->pointed) return;
  const auto is_kept_clear = [&](ImVec2 at) {
    const auto there =
        chart->PointedAt(*shown, {at.x - (rect.x + rect.width / 2), at.y - (rect.y + rect.height / 2)});
    return there && (there->context == shown->pointed->context ||
                     there->context == shown->history.current().root.context);
  };
  DrawChartTooltip(BuildTooltipModel(state, pane), view.pointer, rect, is_kept_clear, ctx);
}

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

// Shows one error at a time, the oldest first. It lies over all dialogs.
void DrawErrorDialog(const AppState& state, const PanelContext& ctx) {
  if (!BeginDialog("##error", !state.errors.empty(), {ctx.Px(520), 0}, ctx)) return;
  const ErrorNotice& notice = state.errors.front();
  DialogTitle(ctx, notice.title);
  TextWrapped(ctx.colors().text_dim, notice.message);
  ImGui::Dummy({0, ctx.Px(10)});
  if (AnswerButton(ctx, "error/dismiss", "Close") || DialogEntered()) ctx.Emit(action::DismissError{});
  EndDialog();
}

void DrawReportDialog(const AppState& state, const PanelContext& ctx) {
  if (!BeginDialog("##report", state.report_open && state.errors.empty(), {ctx.Px(680), 0}, ctx)) return;
  const UiColors& colors = ctx.colors();
  const ReportModel model = BuildReportModel(state);
  DialogTitle(ctx, model.title);
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

std::string LoadingLabel(const AppState& state) {
  for (const JobState& job : state.jobs)
    if (job.kind == JobKind::kLoad) return job.label;
  return {};
}

}  // namespace

void DrawWindowPanels(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                      const PanelContext& window) {
  std::string pointed_query;
  PanelContext ctx = window;
  ctx.pointed_query = &pointed_query;
  ui.overlay.covers.clear();
  DrawTabs(state, ui.tabs, layout.tabs, ctx);
  DrawTopBar(state, BuildBreadcrumbModel(state), layout.top_bar, ctx);
  const Chart* const chart = view.chart(state.active_pane);
  DrawStatusBar(BuildStatusModel(state, chart == nullptr ? std::string() : chart->DrawnText()),
                layout.status_bar, ctx);
  if (ActiveView(state) == nullptr) {
    const PanelRect whole{layout.body.x, layout.body.y, layout.body.width + layout.side_panel.width,
                          layout.body.height};
    DrawStartPage(BuildStartPageModel(state), LoadingLabel(state), whole, ctx);
  } else {
    DrawViewBar(state, view.chart(state.active_pane), layout, ctx);
    DrawRenameBanner(state, layout.banner, ctx);
    DrawPipelineBar(state, BuildPipelineModel(state), ui.pipeline, layout.chips, ctx);
    if (layout.timeline.height > 0)
      DrawTimeline(BuildTimelineModel(state), ui.timeline, layout.timeline, ctx);
    DrawPaneHeaders(state, layout, ctx);
    DrawDock(state, layout, ui.dock, ctx);
    DrawOverCharts(state, view, layout, ui, ctx);
    DrawNotices(state, layout, ctx);
    DrawAndFollowSide(state, view, layout, ui, ctx);
    DrawTransformMenu(state, ui.pipeline, TransformMenuCorner(layout, ctx), ctx);
    if (!DialogOpen(state) && !MenuOpen() && view.pane_with_tooltip &&
        *view.pane_with_tooltip < layout.charts.size()) {
      const size_t pane = *view.pane_with_tooltip;
      DrawTooltipOf(state, view, pane, layout.charts[pane], ctx);
    }
  }
  DrawContextMenu(BuildContextMenuModel(state), state.context_menu.has_value(), ui.context_menu, ctx);
  DrawOpenDialog(state, ui.open_dialog, ctx);
  DrawSaveDialog(state, ui.save_dialog, ctx);
  DrawCompareDialog(state, ui.compare_dialog, ctx);
  DrawRecordDialog(state, ui.record_dialog, ctx);
  DrawDerivedDialog(state, ui.derived, ctx);
  DrawReportDialog(state, ctx);
  DrawCostlyDialog(state, ctx);
  DrawKeyListDialog(state, ui.key_list, ctx);
  DrawSettingsDialog(state, ui.settings, ctx);
  DrawCommandPalette(state, ui.palette, ctx);
  DrawErrorDialog(state, ctx);
  if (const ViewState* active = ActiveView(state);
      active != nullptr && active->slots.Get<LightingState>().pointed_query != pointed_query) {
    ctx.Emit(action::PointAtQuery{std::move(pointed_query)});
  }
}

}  // namespace ringscope
