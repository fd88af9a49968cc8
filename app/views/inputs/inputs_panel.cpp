#include "app/views/inputs/inputs_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <set>
#include <span>

#include "app/charts/plot_pointer.h"
#include "app/view/panes/panes.h"
#include "app/views/inputs/inputs.h"
#include "app/views/inputs/inputs_plot.h"
#include "app/widgets/popup.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope::inputs {
namespace {

constexpr float kWidePane = 760;  // in a pane at least so wide, tables stand beside plots

void ShowPart(const PlotPart& part, size_t number, InputsLook look, const PanelContext& ctx) {
  look.x = part.x;
  look.y[number] = part.y;
  ctx.Emit(LookAt{std::move(look)});
}

const InputPoint* PointAt(const InputsModel& model, const LaidPlot& plot, const PlotSpec& spec, float x_px,
                          float y_px, float reach_px, PlotSpot& spot) {
  const auto nearest = NearestSpot(plot, x_px, y_px, reach_px);
  if (!nearest) return nullptr;
  spot = *nearest;
  const double n = spec.series[spot.series].x[spot.point];
  const std::span<const InputPoint> points =
      IsBefore(spec.series[spot.series]) ? std::span<const InputPoint>(model.before) : model.points;
  const auto point = std::ranges::lower_bound(
      points, n, {}, [](const InputPoint& one) { return static_cast<double>(one.size); });
  return point == points.end() || static_cast<double>(point->size) != n ? nullptr : &*point;
}

void EndDrag(const InputsModel& model, const LaidPlot& plot, const PixelBox& box, const InputsUi& ui,
             const PanelContext& ctx) {
  InputsLook look = ui.look;
  if (ui.drag == InputsUi::Drag::kZoomBox) {
    if (box.right_px - box.left_px < ctx.Px(4) || box.bottom_px - box.top_px < ctx.Px(4)) return;
    look.x = {plot.frame.XAt(static_cast<double>(box.left_px)),
              plot.frame.XAt(static_cast<double>(box.right_px))};
    look.y[ui.plot] = {plot.frame.YAt(static_cast<double>(box.bottom_px)),
                       plot.frame.YAt(static_cast<double>(box.top_px))};
  } else {
    look.sizes.clear();
    for (const PlotSpot& spot : SpotsIn(plot, box)) {
      const double n = model.plots[ui.plot].series[spot.series].x[spot.point];
      if (n >= 0 && n < 1.8e19) look.sizes.push_back(static_cast<uint64_t>(n));
    }
    std::ranges::sort(look.sizes);
    look.sizes.erase(std::unique(look.sizes.begin(), look.sizes.end()), look.sizes.end());
  }
  ctx.Emit(LookAt{std::move(look)});
}

// Handles the pointer over one plot. A drag pans, with Shift it chooses sizes, with Ctrl it zooms to a box.
void HandlePlot(const InputsModel& model, const LaidPlot& plot, size_t number, size_t pane,
                const PanelRect& rect, InputsUi& ui, const PanelContext& ctx) {
  const PixelBox& box = plot.frame.box;
  ClickableArea(ctx, fmt::format("inputs/plot/{}", number), {rect.x + box.left_px, rect.y + box.top_px},
                {std::max(box.right_px - box.left_px, 1.0f), std::max(box.bottom_px - box.top_px, 1.0f)});
  const ImGuiIO& io = ImGui::GetIO();
  const float x = io.MousePos.x - rect.x, y = io.MousePos.y - rect.y;
  const bool is_whole = !model.look.x && (number >= model.look.y.size() || !model.look.y[number]);
  if (const auto part =
          ui.overviews.Draw(model.plots[number], plot.frame, is_whole, number, rect.x, rect.y, ctx))
    ShowPart(*part, number, model.look, ctx);
  if (ui.overviews.has_pointer()) return;
  if (ImGui::IsItemActivated()) {
    ui.drag = io.KeyShift  ? InputsUi::Drag::kChooseBox
              : io.KeyCtrl ? InputsUi::Drag::kZoomBox
                           : InputsUi::Drag::kPan;
    ui.plot = number;
    ui.from_x_px = x;
    ui.from_y_px = y;
    ui.look = model.look;
    ctx.Emit(action::ActivatePane{pane});
  }
  const bool is_dragged = ui.drag != InputsUi::Drag::kNone && ui.plot == number;
  if (is_dragged && ui.drag == InputsUi::Drag::kPan && ImGui::IsItemActive() &&
      (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
    ShowPart(MovedBy(plot.frame, io.MouseDelta.x, io.MouseDelta.y), number, model.look, ctx);
  if (is_dragged && ui.drag != InputsUi::Drag::kPan) {
    const PixelBox dragged{std::min(x, ui.from_x_px), std::min(y, ui.from_y_px), std::max(x, ui.from_x_px),
                           std::max(y, ui.from_y_px)};
    ImGui::GetWindowDrawList()->AddRect({rect.x + dragged.left_px, rect.y + dragged.top_px},
                                        {rect.x + dragged.right_px, rect.y + dragged.bottom_px},
                                        ctx.colors().accent, 0, 0, ctx.Px(1.5f));
    if (ImGui::IsItemDeactivated()) EndDrag(model, plot, dragged, ui, ctx);
  }
  if (is_dragged && ImGui::IsItemDeactivated()) ui.drag = InputsUi::Drag::kNone;
  if (!ImGui::IsItemHovered()) return;
  if (io.MouseWheel != 0) {
    const double factor = std::pow(0.85, static_cast<double>(io.MouseWheel));
    ShowPart(ZoomedAt(plot.frame, x, y, factor), number, model.look, ctx);
  }
  PlotSpot spot;
  const InputPoint* point = PointAt(model, plot, model.plots[number], x, y, ctx.Px(24), spot);
  if (point == nullptr || is_dragged) return;
  ImGui::GetWindowDrawList()->AddCircle({rect.x + spot.x_px, rect.y + spot.y_px}, ctx.Px(6),
                                        ctx.colors().text, 0, ctx.Px(1.5f));
  const std::string_view side = !model.found->is_compared                           ? ""
                                : IsBefore(model.plots[number].series[spot.series]) ? "before: "
                                                                                    : "after: ";
  DrawReadout(PointLines(model, *point, side), {rect.x + spot.x_px, rect.y + spot.y_px}, rect, ctx);
}

// Marks the chosen sizes in each plot; only one of several points in the same place.
void DrawChosen(const InputsModel& model, const std::vector<LaidPlot>& laid, const PanelRect& rect,
                const PanelContext& ctx) {
  const std::vector<uint64_t>& sizes = model.look.sizes;
  if (sizes.empty()) return;
  const auto first = static_cast<double>(sizes.front()), last = static_cast<double>(sizes.back());
  const float place = ctx.Px(8);
  for (size_t k = 0; k < laid.size(); ++k) {
    const PlotFrame& frame = laid[k].frame;
    // A size of 0 has no place on a logarithmic axis.
    const auto x_of = [&frame](double size, float otherwise) {
      const double x = frame.XPx(size);
      return std::isfinite(x) ? static_cast<float>(x) : otherwise;
    };
    const float left = x_of(first, frame.box.left_px), right = x_of(last, frame.box.right_px);
    std::set<std::pair<int, int>> marked;
    for (const PlotSpot& spot :
         SpotsIn(laid[k], {left - 1, frame.box.top_px - 1, right + 1, frame.box.bottom_px + 1})) {
      const double n = model.plots[k].series[spot.series].x[spot.point];
      const auto at =
          std::ranges::lower_bound(sizes, n, {}, [](uint64_t size) { return static_cast<double>(size); });
      if (at == sizes.end() || static_cast<double>(*at) != n) continue;
      if (!marked.emplace(static_cast<int>(spot.x_px / place), static_cast<int>(spot.y_px / place)).second)
        continue;
      ImGui::GetWindowDrawList()->AddCircle({rect.x + spot.x_px, rect.y + spot.y_px}, ctx.Px(5),
                                            ctx.colors().accent, 0, ctx.Px(1.5f));
    }
  }
}

// Groups and windows exclude each other; amortized costs are not smoothed.
bool DrawWidths(InputsPlace& place, const PanelContext& ctx) {
  bool changed = false;
  const auto field = [&](const char* label, const char* mark, const char* tip, int& width, int& other) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine(0, ctx.Px(6));
    const std::optional<int> typed =
        NumberField(ctx, mark, ctx.Px(64), width,
                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ItemTooltip(ctx, tip);
    if (!typed || *typed == width) return;
    width = std::clamp(*typed, 1, kMostWidth);
    if (width > 1) other = 1;
    changed = true;
  };
  field("Group", "inputs/group", "So many sizes become one point: means of costs, sums of calls (Enter)",
        place.group_width, place.smoothing_window);
  ImGui::SameLine(0, ctx.Px(12));
  ImGui::BeginDisabled(!place.all_three && place.chart == CostChart::kAmortized);
  field("Smooth", "inputs/smooth", "The mean of so many points around each, an odd number (Enter)",
        place.smoothing_window, place.group_width);
  ImGui::EndDisabled();
  return changed;
}

bool DrawBound(const InputsModel& model, InputsUi& ui, InputsPlace& place, const PanelContext& ctx) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Divide costs by");
  ImGui::SameLine(0, ctx.Px(6));
  if (!ImGui::IsAnyItemActive()) ui.bound = place.bound;
  const bool changed =
      TextField(ctx, "inputs/bound", "n", -ctx.Px(12), ui.bound, ImGuiInputTextFlags_EnterReturnsTrue);
  ItemTooltip(ctx,
              fmt::format("The divisor in the chart of divided costs, such as n*ln: a formula of {}. Where "
                          "the chart still rises, costs grow faster than the divisor (Enter)",
                          kBoundingValues));
  if (changed) place.bound = ui.bound;
  if (!model.bound_problem.empty()) TextWrapped(ctx.colors().warning, model.bound_problem);
  return changed;
}

}  // namespace

InputsLayout LayOutPane(float width_px, float height_px, float scale, size_t plots, float head_px) {
  InputsLayout layout;
  const float pad = 8 * scale;
  const bool is_wide = width_px >= kWidePane * scale;
  const float plots_width = is_wide ? std::round(width_px * 0.46f) : width_px;
  const float plots_height = is_wide ? height_px : std::round(height_px * 0.6f);
  layout.tables = is_wide ? PanelRect{plots_width, pad, width_px - plots_width, height_px - 2 * pad}
                          : PanelRect{pad, plots_height, width_px - 2 * pad, height_px - plots_height - pad};
  if (plots == 4) {
    const float column = std::round(plots_width / 2), row = std::round((plots_height - head_px) / 2);
    for (const float top : {head_px, head_px + row}) {
      for (const float left : {0.0f, column})
        layout.plots.push_back({left + pad, top + pad, left + column - pad / 2, top + row - pad / 2});
    }
    return layout;
  }
  // The first plot lies above, the others in a row below it.
  const float first = plots > 1 ? std::round(plots_height * 0.58f) : plots_height;
  layout.plots.push_back({pad, pad, plots_width - pad, first});
  for (size_t k = 1; k < plots; ++k) {
    const float column = plots_width / static_cast<float>(plots - 1);
    layout.plots.push_back({pad + column * static_cast<float>(k - 1), first,
                            column * static_cast<float>(k) - pad, plots_height - pad});
  }
  return layout;
}

InputsLayout LayOutPlots(const InputsModel& model, float width_px, float height_px, const PlotLook& look,
                         ShapeBatch& batch, std::vector<LaidPlot>& laid) {
  InputsLayout layout = LayOutPane(width_px, height_px, look.scale, model.plots.size());
  if (model.place.is_grid && !layout.plots.empty()) {
    const PixelBox all{layout.plots.front().left_px, 8 * look.scale, layout.plots.back().right_px, height_px};
    const float head = AddPlotHead(model.title, model.about, all, look, batch, model.color_scale);
    layout = LayOutPane(width_px, height_px, look.scale, model.plots.size(), head);
  }
  // One readable plot is better than several unreadable ones.
  constexpr float kLeastHeight = 140;
  std::span<const PlotSpec> plots = model.plots;
  if (plots.size() > 1 && !model.place.is_grid &&
      layout.plots.front().bottom_px - layout.plots.front().top_px < kLeastHeight * look.scale) {
    layout = LayOutPane(width_px, height_px, look.scale, 1);
    plots = plots.first(1);
  }
  LayOutLevel(plots, layout.plots, look, batch, laid);
  return layout;
}

void DrawInputsPanel(const InputsModel& model, const std::vector<LaidPlot>& laid, size_t pane,
                     const PanelRect& rect, InputsUi& ui, const PanelContext& ctx) {
  if (DrawMissing(ctx, "inputs", pane, rect, model.missing)) return;
  BeginArea(ctx, fmt::format("##inputs{}", pane).c_str(), rect, IM_COL32_BLACK_TRANS, {0, 0});
  for (size_t k = 0; k < laid.size() && k < model.plots.size(); ++k)
    HandlePlot(model, laid[k], k, pane, rect, ui, ctx);
  DrawChosen(model, laid, rect, ctx);
  PanelRect tables = LayOutPane(rect.width, rect.height, ctx.scale, model.plots.size()).tables;
  tables.x += rect.x;
  tables.y += rect.y;
  DrawInputsTables(model, pane, tables, ui, ctx);
  EndArea();
}

void DrawInputsRows(const InputsModel& model, InputsUi& ui, const PanelContext& ctx) {
  if (!model.missing.empty()) return;
  InputsPlace place = model.place;
  bool changed = false;
  ImGui::SetNextItemWidth(-FLT_MIN);
  const std::string shown(place.all_three ? kTitleOfAllThree : TitleOf(place.chart));
  if (ImGui::BeginCombo("##chart", shown.c_str())) {
    for (const auto& one : kCostChartWords) {
      if (!ImGui::Selectable(std::string(TitleOf(one.value)).c_str(),
                             !place.all_three && one.value == place.chart))
        continue;
      place.chart = one.value;
      place.all_three = false;
      changed = true;
    }
    if (ImGui::Selectable(kTitleOfAllThree.data(), place.all_three)) changed = place.all_three = true;
    ImGui::EndCombo();
  }
  ctx.Mark("inputs/chart");
  const auto box = [&](const char* label, const char* mark, const char* tip, bool& value) {
    NextInRow(CheckboxWidth(label), ctx.Px(12));
    changed |= Checkbox(ctx, mark, label, value, tip);
  };
  box("3 plots", "inputs/trio", "Also the number of calls for each size, and costs divided", place.has_trio);
  box("4 plots", "inputs/grid", "The three plots and the amortized cost, two by two", place.is_grid);
  box("Without callees", "inputs/self", "The self cost of a function", place.self);
  box("Log sizes", "inputs/log-x", "Sizes on a logarithmic axis", place.log_x);
  box("Log costs", "inputs/log-y", "Costs on a logarithmic axis", place.log_y);
  if (place.log_x || place.log_y)
    box("Log with 0", "inputs/log-zero", "Logarithmic axes have a place for 0, below the least value",
        place.log_zero);
  changed |= DrawWidths(place, ctx);
  changed |= DrawBound(model, ui, place, ctx);
  if (changed) ctx.Emit(DrawInputs{std::move(place)});
  if (!model.outlook.empty()) TextWrapped(ctx.colors().text_dim, model.outlook);
}

}  // namespace ringscope::inputs
