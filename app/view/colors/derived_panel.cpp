#include "app/view/view_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view/colors/colors.h"
#include "app/view/panel.h"
#include "app/widgets/dialog.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

void FillFromSettings(const AppState& state, DerivedUi& ui) {
  ui.lines.clear();
  for (const DerivedMetric& metric : state.settings.derived_metrics)
    ui.lines.push_back(FormatDerivedMetric(metric));
  ui.lines.emplace_back();
}

void DrawRow(const AppState& state, const DerivedRow& row, size_t index, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(ctx.Px(24));
  const bool usable = row.problem.empty();
  const auto [at, max, clicked, hovered] =
      ClickableRow(ctx, fmt::format("derived/{}", index), {width, height}, row.colours, usable);
  ItemTooltip(ctx, usable ? fmt::format("{} = {}\ninclusive {}, self {}\nClick: colour the chart by it",
                                        row.name, row.formula, row.inclusive, row.self)
                          : fmt::format("{} = {}\n{}", row.name, row.formula, row.problem));
  const float pad = ctx.Px(10);
  const float column = std::round(ctx.Px(84));
  ImFont* font = ctx.fonts.regular;
  const float y = at.y + std::round((height - font->FontSize) / 2);
  const float values = usable ? 2 * column : std::min(width / 2, TextWidth(ctx.fonts.small, row.brief) + pad);
  const float name_width = width - 2 * pad - values;
  DrawTextShort(list, font, {at.x + pad, y}, name_width, usable ? colors.text_dim : colors.text_faint,
                row.name);
  if (usable) {
    DrawTextRight(list, font, max.x - pad - column, y, colors.text, row.inclusive);
    DrawTextRight(list, font, max.x - pad, y, colors.text_dim, row.self);
  } else {
    const float small_y = at.y + std::round((height - ctx.fonts.small->FontSize) / 2);
    DrawTextRight(list, ctx.fonts.small, max.x - pad, small_y, colors.text_faint,
                  FitText(ctx.fonts.small, row.brief, values));
  }
  if (clicked && usable && !row.colours) {
    ctx.Emit(action::SetColor{
        {.mode = ColorMode::kMetric, .derived = state.settings.derived_metrics[index].name}});
  }
}

// One line with its error below. Returns whether Enter was pressed in the line.
bool DrawLine(const Cct* tree, size_t index, float width, DerivedUi& ui, const PanelContext& ctx) {
  const float cross = std::round(ctx.Px(30));
  std::string& line = ui.lines[index];
  ImGui::PushID(static_cast<int>(index));
  if (ui.focus == index) {
    ImGui::SetKeyboardFocusHere();
    ui.focus.reset();
  }
  const bool entered = TextField(ctx, fmt::format("derived/line/{}", index), "miss rate = misses / accesses",
                                 width - cross - ctx.Px(4), line, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine(0, ctx.Px(4));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + std::round((ImGui::GetFrameHeight() - cross) / 2)});
  const bool removed = IconButton(ctx, fmt::format("derived/remove/{}", index), Icon::kClose,
                                  "Remove the line", !line.empty());
  std::string problem = DerivedProblem(ui.lines, index, nullptr);
  ImU32 color = ctx.colors().bad;
  if (problem.empty()) {
    // Another profile may have the metrics.
    problem = DerivedProblem(ui.lines, index, tree);
    color = ctx.colors().warning;
  }
  ImGui::PushFont(ctx.fonts.small);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  DrawTextShort(*ImGui::GetWindowDrawList(), ctx.fonts.small, below, width, color, problem);
  ImGui::Dummy({width, ctx.fonts.small->FontSize});
  if (!problem.empty()) ctx.Mark(fmt::format("derived/problem/{}", index));
  ImGui::PopFont();
  ImGui::PopID();
  if (removed) line.clear();
  return entered;
}

constexpr float kVisibleRows = 4.5f;  // more rows scroll

float HeadingHeight(const PanelContext& ctx) { return ctx.fonts.small->FontSize + ctx.Px(4); }

}  // namespace

float DerivedRowsHeight(const DerivedModel& model, const PanelContext& ctx) {
  if (model.rows.empty()) return 0;
  const float rows = std::min(static_cast<float>(model.rows.size()), kVisibleRows);
  return ctx.Px(4) + HeadingHeight(ctx) + std::round(ctx.Px(24)) * rows;
}

void DrawDerivedRows(const AppState& state, const DerivedModel& model, const PanelContext& ctx) {
  if (model.rows.empty()) return;
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::Dummy({0, ctx.Px(4)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float pad = ctx.Px(10), column = std::round(ctx.Px(84));
  ImFont* font = ctx.fonts.small;
  DrawTextShort(list, font, {at.x + pad, at.y}, width - 2 * column - 2 * pad, colors.text_faint, "derived");
  DrawTextRight(list, font, at.x + width - pad - column, at.y, colors.text_faint, "inclusive");
  DrawTextRight(list, font, at.x + width - pad, at.y, colors.text_faint, "self");
  ImGui::Dummy({width, HeadingHeight(ctx)});
  const bool scrolls = static_cast<float>(model.rows.size()) > kVisibleRows;
  if (scrolls) ImGui::BeginChild("derived", {0, std::round(ctx.Px(24)) * kVisibleRows});
  for (size_t i = 0; i < model.rows.size(); ++i) DrawRow(state, model.rows[i], i, ctx);
  if (scrolls) ImGui::EndChild();
  ImGui::PopStyleVar();
}

void DrawDerivedDialog(const AppState& state, DerivedUi& ui, const PanelContext& ctx) {
  const bool open = state.derived_dialog_open && state.errors.empty();
  if (open && !ui.was_open) {
    FillFromSettings(state, ui);
    ui.focus = ui.lines.size() - 1;
  }
  ui.was_open = open;
  if (!BeginDialog("##derived", open, {ctx.Px(640), 0}, ctx)) return;
  const UiColors& colors = ctx.colors();
  ImGui::PushFont(ctx.fonts.title);
  TextWrapped(colors.text, "Derived metrics");
  ImGui::PopFont();
  TextWrapped(
      colors.text_dim,
      "Computed from others, one a line: name = formula, with + - * / and parentheses. self(x), incl(x) "
      "and total(x) say which value of x is meant; names with blanks stand in single quotes.");
  const ViewState* view = ActiveView(state);
  const Cct* tree = view == nullptr ? nullptr : &view->tree();
  if (tree != nullptr) {
    std::string names;
    for (const Metric& metric : tree->metrics())
      names += (names.empty() ? "Metrics here: " : ", ") + metric.name;
    ImGui::PushFont(ctx.fonts.small);
    TextWrapped(colors.text_faint, names);
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ctx.Px(6)});
  const float width = ImGui::GetContentRegionAvail().x;
  const float each =
      ImGui::GetFrameHeightWithSpacing() + ctx.fonts.small->FontSize + ImGui::GetStyle().ItemSpacing.y;
  const float most = ctx.Px(320);
  const bool scrolls = each * static_cast<float>(ui.lines.size()) > most;
  if (scrolls) ImGui::BeginChild("lines", {0, most});
  const float line_width = scrolls ? ImGui::GetContentRegionAvail().x : width;
  std::optional<size_t> entered;
  for (size_t i = 0; i < ui.lines.size(); ++i)
    if (DrawLine(tree, i, line_width, ui, ctx)) entered = i;
  if (scrolls) ImGui::EndChild();
  // The last line stays empty, to write in.
  if (!ui.lines.back().empty() && ui.lines.size() < kMaxDerivedMetrics) ui.lines.emplace_back();

  const auto metrics = DerivedMetricsFrom(ui.lines);
  ImGui::Dummy({0, ctx.Px(6)});
  const DialogAnswer answer = DialogButtons(ctx, "derived", "save", "Save", metrics.has_value());
  if (answer.cancelled) ctx.Emit(action::ShowDerivedMetrics{false});
  if (metrics && (answer.confirmed || entered)) {
    ctx.Emit(action::SetDerivedMetrics{*metrics});
  } else if (entered) {
    ui.focus = entered;  // Enter took the keyboard away
  }
  EndDialog();
}

}  // namespace ringscope
