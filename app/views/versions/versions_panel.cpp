#include "app/views/versions/versions_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/versions/versions.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"

namespace ringscope::versions {
namespace {

// The widths of the columns of a readout.
struct ReadoutColumns {
  float name = 0, value = 0, difference = 0;
};

// The attributes of a version may make lines of any length.
constexpr float kMostReadoutWidth = 380;
constexpr float kMostAboutLines = 3;

void DrawReadout(const PlotModel& model, const PlotHit& hit, const PanelRect& rect, const PanelContext& ctx) {
  const Readout readout = ReadoutOf(model, hit.execution);
  const UiColors& colors = ctx.colors();
  ImFont *const regular = ctx.fonts.regular, *const small = ctx.fonts.small;
  const float pad = ctx.Px(10), gap = ctx.Px(14), dot = ctx.Px(14), line_height = std::round(ctx.Px(19));
  ReadoutColumns columns;
  float widest = std::max(TextWidth(regular, readout.title), TextWidth(small, readout.about));
  for (const Readout::Row& row : readout.rows) {
    columns.name = std::min(std::max(columns.name, TextWidth(small, row.name)), ctx.Px(240));
    columns.value = std::max(columns.value, TextWidth(small, row.value));
    columns.difference = std::max(columns.difference, TextWidth(small, row.difference));
    widest = std::max(widest, dot + TextWidth(small, row.step));
  }
  const float table = dot + columns.name + gap + columns.value + gap + columns.difference;
  const float inner =
      std::min(std::max(table, std::min(widest, ctx.Px(kMostReadoutWidth))), rect.width - 2 * pad);
  // Lines end between words, which leaves some of their width free.
  const std::string about = FitText(small, readout.about, (kMostAboutLines - 0.5f) * std::max(inner, 1.0f));
  const char *const about_begin = about.data(), *const about_end = about_begin + about.size();
  const float about_height =
      about.empty()
          ? 0
          : std::round(small->CalcTextSizeA(small->FontSize, 3.0e38f, inner, about_begin, about_end).y +
                       ctx.Px(5));
  float height = ctx.Px(8) + line_height + about_height;
  for (const Readout::Row& row : readout.rows) height += row.step.empty() ? line_height : 2 * line_height;
  height += ctx.Px(6);

  const ImVec2 at =
      DrawReadoutFrame({rect.x + hit.x_px, rect.y + hit.y_px}, {inner + 2 * pad, height}, rect, ctx);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float left = at.x + pad;
  float y = at.y + ctx.Px(8);
  DrawTextShort(list, regular, {left, y}, inner, colors.text, readout.title);
  y += line_height;
  list.AddText(small, small->FontSize, {left, y}, colors.text_dim, about_begin, about_end, inner);
  y += about_height;
  for (const Readout::Row& row : readout.rows) {
    const bool is_meant = hit.line == row.line;
    const ImU32 text = is_meant || !hit.line ? colors.text : colors.text_faint;
    list.AddCircleFilled({left + ctx.Px(4), y + small->FontSize / 2 + 1}, ctx.Px(3.5f),
                         Packed(LineColor(model, row.line, ctx.theme)));
    DrawTextAt(list, small, {left + dot, y}, text, ShortName(small, row.name, columns.name));
    DrawTextRight(list, small, left + dot + columns.name + gap + columns.value, y, text, row.value);
    DrawTextAt(list, small, {left + dot + columns.name + 2 * gap + columns.value, y}, text, row.difference);
    y += line_height;
    if (row.step.empty()) continue;
    DrawTextShort(list, small, {left + dot, y}, inner - dot, colors.warning, row.step);
    y += line_height;
  }
}

void DrawHit(const PlotModel& model, const Plot& plot, const PlotHit& hit, const PanelRect& rect,
             const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PixelBox& own = plot.frames[hit.frame];
  const float share = (hit.x_px - own.left_px) / (own.right_px - own.left_px);
  for (const PixelBox& frame : plot.frames) {
    const float x = std::floor(rect.x + frame.left_px + share * (frame.right_px - frame.left_px)) + 0.5f;
    list.AddLine({x, rect.y + frame.top_px}, {x, rect.y + frame.bottom_px}, ctx.colors().text_faint);
  }
  if (!hit.line) return;
  const ImVec2 at{rect.x + hit.x_px, rect.y + hit.y_px};
  list.AddCircleFilled(at, ctx.Px(5.5f), Packed(LineColor(model, *hit.line, ctx.theme)));
  list.AddCircle(at, ctx.Px(5.5f), ctx.colors().text, 0, ctx.Px(1.5f));
}

void Choose(const PlotModel& model, size_t execution, size_t pane, const PanelContext& ctx) {
  ctx.Emit(action::ActivatePane{pane});
  const bool compares = ImGui::GetIO().KeyCtrl && model.chosen && model.chosen != execution;
  ctx.Emit(ChooseExecution{execution});
  if (compares) ctx.Emit(CompareChosen{});
}

void DrawNames(const PlotModel& model, const Plot& plot, size_t pane, const PanelRect& rect,
               const PanelContext& ctx) {
  for (const LineName& name : plot.names) {
    const PlotLine& line = model.lines[name.line];
    const auto area = ClickableArea(ctx, fmt::format("versions/name/{}", name.line),
                                    {rect.x + name.box.left_px, rect.y + name.box.top_px},
                                    {std::max(name.box.right_px - name.box.left_px, 1.0f),
                                     std::max(name.box.bottom_px - name.box.top_px, 1.0f)});
    if (area.clicked && line.function) {
      ctx.Emit(action::ActivatePane{pane});
      ctx.Emit(action::ChooseFunction{*line.function});
    }
    if (line.function && area.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ItemTooltip(ctx, line.name);
  }
}

}  // namespace

void DrawPlotInput(const PlotModel& model, const Plot& plot, size_t pane, const PanelRect& rect,
                   VersionsUi& ui, const PanelContext& ctx) {
  if (DrawMissing(ctx, "versions", pane, rect, model.missing)) return;
  BeginArea(ctx, fmt::format("##versions{}", pane).c_str(), rect, IM_COL32_BLACK_TRANS, {0, 0});
  DrawNames(model, plot, pane, rect, ctx);
  // A name has priority over the plot below it.
  const auto area = ClickableArea(ctx, "versions/plot", {rect.x, rect.y},
                                  {std::max(rect.width, 1.0f), std::max(rect.height, 1.0f)});
  if (ctx.marks != nullptr) {
    for (const PlotPoint& point : plot.points) {
      ctx.MarkRect(fmt::format("versions/point/{}/{}", point.line, point.execution),
                   {rect.x + point.x_px - 2, rect.y + point.y_px - 2, 4, 4});
    }
  }
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  bool is_drag = false;
  for (size_t k = 0; k < plot.axes.size(); ++k) {
    const float x = pointer.x - rect.x, y = pointer.y - rect.y;
    const bool is_pressed = ImGui::IsItemActive() && !ImGui::IsItemActivated() && ui.seen.pressed == k;
    if (plot.axes[k].Holds(static_cast<double>(x), static_cast<double>(y)) || is_pressed)
      is_drag |= TakePlotPointer(plot.specs[k], plot.axes[k], k, x, y, ctx, ui.seen);
    else
      (void)ui.seen.overviews.Draw(plot.specs[k], plot.axes[k], !ui.seen.x, k, rect.x, rect.y, ctx);
  }
  std::optional<PlotHit> hit;
  if (area.hovered && !is_drag) hit = HitAt(plot, pointer.x - rect.x, pointer.y - rect.y, ctx.scale);
  const std::optional<size_t> pointed = hit ? std::optional(hit->execution) : std::nullopt;
  if (std::exchange(ui.pointed, pointed) != pointed) ctx.Emit(PointAtExecution{pane, pointed});
  if (area.clicked && hit) Choose(model, hit->execution, pane, ctx);
  if (hit && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !ImGui::GetIO().KeyCtrl) {
    ctx.Emit(action::ActivatePane{pane});
    ctx.Emit(ShowRings{hit->execution});
  }
  if (hit) {
    DrawHit(model, plot, *hit, rect, ctx);
    DrawReadout(model, *hit, rect, ctx);
  }
  EndArea();
}

void DrawPlotRows(const AppState& state, const PlotModel& model, const PanelContext& ctx) {
  if (model.versions.empty()) return;
  PlotPlace place = model.place;
  bool changed = Checkbox(ctx, "versions/from-zero", "From 0", place.from_zero,
                          "Values from 0 on, or from the least to the largest");
  NextInRow(CheckboxWidth("Shares"), ctx.Px(16));
  changed |= Checkbox(ctx, "versions/shares", "Shares", place.by_share,
                      "Shares of the totals instead of values: right for runs of different lengths");
  changed |= Checkbox(ctx, "versions/apart", "Apart", place.is_apart,
                      "A small plot for each benchmark, or each line; from 0 all have one scale");
  if (changed) ctx.Emit(DrawPlot{place});
  const ComparedVersions compared = ComparedOf(model);
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string text = compared.possible ? compared.before + " with " + compared.after
                           : compared.after.empty()
                               ? std::string("Click two points to compare them")
                               : compared.after + " is chosen; click another one to compare it";
  if (TextButton(ctx, "versions/compare", "Compare", {std::round(ctx.Px(92)), 0},
                 WithKey(state, "What changed between the two, as a comparison", "versions.compare"),
                 compared.possible))
    ctx.Emit(CompareChosen{});
  ImGui::SameLine();
  if (TextButton(
          ctx, "versions/rings", "Rings", {std::round(ctx.Px(64)), 0},
          "The rings of the chosen version beside (double click); they follow the pointer over the versions",
          model.chosen.has_value()))
    ctx.Emit(ShowRings{*model.chosen});
  ShortText(ctx, text, width, compared.possible ? ctx.colors().text : ctx.colors().text_dim);
  TextWrapped(ctx.colors().text_dim, kPlotPointerHelp);
}

}  // namespace ringscope::versions
