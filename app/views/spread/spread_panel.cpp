#include "app/views/spread/spread_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/spread/spread.h"
#include "app/widgets/number_fit.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/join_texts.h"

namespace ringscope::spread {
namespace {

// In units of the content scale.
constexpr float kWidePane = 760;  // in a pane at least so wide, the table stands beside the plots
constexpr float kRowHeight = 22;
constexpr float kReach = 12;  // the pointer points at the nearest point within this distance

// The context of a spot of the second plot, found by its cost and its layer.
const SpreadContext* ContextOf(const SpreadModel& model, const PlotSpot& spot) {
  const PlotSeries& series = model.plots[1].series[spot.series];
  const double value = series.x[spot.point], layer = series.y[spot.point];
  const auto& all = model.found->spread.contexts;
  auto at = std::ranges::lower_bound(all, value, {}, &SpreadContext::value);
  while (at != all.end() && at->value == value && at->layer != layer) ++at;
  return at != all.end() && at->value == value ? &*at : nullptr;
}

void HandlePlot(const SpreadModel& model, const LaidPlot& plot, size_t number, size_t pane,
                const PanelRect& rect, SeenPlots& seen, const PanelContext& ctx) {
  const PixelBox& box = plot.frame.box;
  const bool clicked =
      ClickableArea(ctx, fmt::format("spread/plot/{}", number), {rect.x + box.left_px, rect.y + box.top_px},
                    {std::max(box.right_px - box.left_px, 1.0f), std::max(box.bottom_px - box.top_px, 1.0f)})
          .clicked;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const float x = pointer.x - rect.x, y = pointer.y - rect.y;
  if (TakePlotPointer(model.plots[number], plot.frame, number, x, y, ctx, seen) || !ImGui::IsItemHovered())
    return;
  if (number == 0) {
    const double value = plot.frame.XAt(static_cast<double>(x));
    for (const SpreadBar& bar : model.found->bars) {
      if (bar.contexts > 0 && bar.low <= value && value < bar.high)
        DrawReadout(BarLines(model, bar), pointer, rect, ctx);
    }
    return;
  }
  const auto spot = NearestSpot(plot, x, y, ctx.Px(kReach));
  if (!spot) return;
  const SpreadContext* const one = ContextOf(model, *spot);
  if (one == nullptr) return;
  ImGui::GetWindowDrawList()->AddCircle({rect.x + spot->x_px, rect.y + spot->y_px}, ctx.Px(6),
                                        ctx.colors().text, 0, ctx.Px(1.5f));
  DrawReadout(ContextLines(model, *one), pointer, rect, ctx);
  if (!clicked) return;
  ctx.Emit(action::ActivatePane{pane});
  ctx.Emit(action::Select{one->context});
}

// Marks the selected context, if it is one of the function.
void DrawSelected(const SpreadModel& model, const LaidPlot& plot, const PanelRect& rect,
                  const PanelContext& ctx) {
  if (!model.selected_at) return;
  const SpreadContext& one = model.found->spread.contexts[*model.selected_at];
  const double x = plot.frame.XPx(one.value), y = plot.frame.YPx(one.layer);
  if (!plot.frame.Holds(x, y)) return;
  ImGui::GetWindowDrawList()->AddCircle({rect.x + static_cast<float>(x), rect.y + static_cast<float>(y)},
                                        ctx.Px(7), ctx.colors().accent, 0, ctx.Px(2));
}

struct Column {
  const char* title;
  float width;  // in units of the content scale; 0: the rest of the width
};
constexpr std::array kColumns{Column{"called by", 0}, Column{"cost", 84}, Column{"of whole", 66},
                              Column{"unlike", 52}, Column{"depth", 48}};
// If callers have less room, the last column is left out.
constexpr float kLeastCallers = 220;
constexpr size_t kMostCallers = 8;  // more have no room in any window

// `most` of a row's named callers, the nearest one and the outermost ones, and how many lie between them.
std::vector<std::string> SomeCallers(const SpreadRow& row, const std::vector<std::string>& all, size_t names,
                                     size_t most) {
  std::vector<std::string> callers;
  size_t number = 0;
  uint32_t left_out = 0;
  for (size_t k = 0; k < all.size(); ++k) {
    const bool is_named = row.left_out[k] == 0;
    if (is_named && (number++ == 0 || number + most > names + 1)) {
      if (left_out > 0) callers.push_back(fmt::format("{} more", left_out));
      left_out = 0;
      callers.push_back(all[k]);
    } else {
      left_out += is_named ? 1 : row.left_out[k];
    }
  }
  if (left_out > 0) callers.push_back(fmt::format("{} more", left_out));
  return callers;
}

// As many callers as have room with their whole names, but two at least. If two are too wide, the long name
// is cut to the room that the short one leaves.
std::string FitCallers(ImFont* font, const SpreadRow& row, float width) {
  const auto names = static_cast<size_t>(std::ranges::count(row.left_out, 0u));
  size_t most = std::min(names, kMostCallers);
  std::vector<std::string> callers = SomeCallers(row, row.callers, names, most);
  while (most > 2 && TextWidth(font, Joined(callers)) > width)
    callers = SomeCallers(row, row.callers, names, --most);
  // Names without classes are better than cut names.
  if (TextWidth(font, Joined(callers)) > width) callers = SomeCallers(row, row.names, names, most);
  float room = width - TextWidth(font, " < ") * static_cast<float>(callers.size() - 1);
  std::vector<std::string*> longest_last;
  for (std::string& caller : callers) longest_last.push_back(&caller);
  std::ranges::sort(longest_last, {}, [font](const std::string* one) { return TextWidth(font, *one); });
  for (size_t k = 0; k < longest_last.size(); ++k) {
    std::string& name = *longest_last[k];
    name = FilledName(font, name, room / static_cast<float>(longest_last.size() - k));
    room -= TextWidth(font, name);
  }
  return FitText(font, Joined(callers), width);
}

void DrawTable(const SpreadModel& model, size_t pane, const PanelRect& rect, const PanelContext& ctx) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::BeginChild("table", {rect.width, rect.height});
  const float width = ImGui::GetContentRegionAvail().x - ctx.Px(12);
  float fixed = 0;
  for (const Column& column : kColumns) fixed += ctx.Px(column.width);
  size_t columns = kColumns.size();
  if (width - fixed < ctx.Px(kLeastCallers)) fixed -= ctx.Px(kColumns[--columns].width);
  const float left = ImGui::GetCursorScreenPos().x, row_height = std::round(ctx.Px(kRowHeight));
  // The largest cost gives all costs below each other their form.
  const std::string largest = CostInTable(model, model.found->spread.contexts.back().value);
  std::array<float, kColumns.size()> right{};
  float x = left;
  for (size_t k = 0; k < columns; ++k) {
    x += kColumns[k].width == 0 ? std::max(width - fixed, ctx.Px(60)) : ctx.Px(kColumns[k].width);
    right[k] = x;
  }
  ImDrawList& head = *ImGui::GetWindowDrawList();
  const float head_y = ImGui::GetCursorScreenPos().y;
  for (size_t k = 0; k < columns; ++k) {
    if (k == 0)
      DrawTextAt(head, ctx.fonts.small, {left + ctx.Px(6), head_y}, ctx.colors().text_dim, kColumns[k].title);
    else
      DrawTextRight(head, ctx.fonts.small, right[k] - ctx.Px(6), head_y, ctx.colors().text_dim,
                    kColumns[k].title);
  }
  ImGui::Dummy({1, row_height});
  ImGui::BeginChild("rows");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  DrawRowsInSight(model.found->spread.contexts.size(), row_height, [&](size_t k) {
    const SpreadRow row = RowOf(model, k);
    const ClickedArea item = ClickableRow(ctx, fmt::format("spread/row/{}", k), {width, row_height},
                                          row.context == model.selected);
    if (item.clicked) {
      ctx.Emit(action::ActivatePane{pane});
      ctx.Emit(action::Select{row.context});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = CentredTop(ctx.fonts.small, item.min.y, row_height);
    const std::string shown = FitCallers(ctx.fonts.small, row, right[0] - item.min.x - ctx.Px(12));
    DrawTextAt(list, ctx.fonts.small, {item.min.x + ctx.Px(6), y}, ctx.colors().text, shown);
    if (shown != Joined(row.callers)) {
      ItemTooltipBeside(ctx, "called by\n" + JoinTexts(row.callers, "\n"), rect);
    }
    const std::array<const std::string*, 4> cells{&row.value, &row.share, &row.score, &row.depth};
    for (size_t c = 0; c + 1 < columns; ++c) {
      const bool is_loud = c == 2 && row.is_unlike;
      const float from = right[c] + ctx.Px(6), to = right[c + 1] - ctx.Px(6);
      const auto measure = [&](std::string_view text) { return TextWidth(ctx.fonts.small, text); };
      const auto number = FitNumber(*cells[c], to - from, measure, c == 0 ? largest : std::string_view());
      DrawTextRight(list, ctx.fonts.small, to, y, is_loud ? ctx.colors().warning : ctx.colors().text_dim,
                    number ? *number : *cells[c]);
    }
  });
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace

SpreadLayout LayOutPane(float width_px, float height_px, float scale) {
  const float pad = 8 * scale;
  const bool is_wide = width_px >= kWidePane * scale;
  const float plots_width = is_wide ? std::round(width_px * 0.45f) : width_px;
  const float plots_height = is_wide ? height_px : std::round(height_px * 0.6f);
  return {{pad, pad, plots_width - pad, plots_height - pad},
          is_wide ? PanelRect{plots_width, pad, width_px - plots_width, height_px - 2 * pad}
                  : PanelRect{pad, plots_height, width_px - 2 * pad, height_px - plots_height - pad}};
}

void DrawSpreadPanel(const SpreadModel& model, const std::vector<LaidPlot>& laid, size_t pane,
                     const PanelRect& rect, SeenPlots& seen, const PanelContext& ctx) {
  if (DrawMissing(ctx, "spread", pane, rect, model.missing)) return;
  BeginArea(ctx, fmt::format("##spread{}", pane).c_str(), rect, IM_COL32_BLACK_TRANS, {0, 0});
  for (size_t k = 0; k < laid.size() && k < model.plots.size(); ++k)
    HandlePlot(model, laid[k], k, pane, rect, seen, ctx);
  if (laid.size() > 1) DrawSelected(model, laid[1], rect, ctx);
  PanelRect table = LayOutPane(rect.width, rect.height, ctx.scale).table;
  table.x += rect.x;
  table.y += rect.y;
  DrawTable(model, pane, table, ctx);
  EndArea();
}

void DrawSpreadRows(const SpreadModel& model, const PanelContext& ctx) {
  SpreadPlace place = model.place;
  const std::array<std::string_view, 3> labels{"Inclusive", "Self", "Per call"};
  const auto shown =
      std::span(labels).first(model.counts_calls || place.measure == SpreadMeasure::kPerCall ? 3 : 2);
  const size_t chosen = SegmentedControl(ctx, "spread/measure", shown, static_cast<size_t>(place.measure),
                                         ImGui::GetContentRegionAvail().x);
  if (chosen != static_cast<size_t>(place.measure)) {
    place.measure = kSpreadMeasureWords[chosen].value;
    ctx.Emit(DrawSpread{place});
  }
  TextWrapped(ctx.colors().text_dim, kPlotPointerHelp);
}

}  // namespace ringscope::spread
