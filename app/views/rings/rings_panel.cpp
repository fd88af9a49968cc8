#include "app/views/rings/rings_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "app/colors/colors_panels.h"
#include "app/colors/legend_model.h"
#include "app/view/command.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

void DrawMode(const ViewState& view, float width, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 3> kModes{"Equal", "Length", "Area"};
  const auto mode = static_cast<size_t>(RingsOf(view).mode);
  const size_t chosen = SegmentedControl(ctx, "mode", kModes, mode, width);
  if (chosen != mode) ctx.Emit(action::SetMode{static_cast<RingMode>(chosen)});
}

// Rings, rows, or one beside the other.
void DrawForm(const AppState& state, const ViewState& view, float width, const PanelContext& ctx) {
  constexpr std::array<std::string_view, 3> kForms{"Rings", "Icicle", "Both"};
  const bool other_view = std::any_of(state.panes.begin(), state.panes.end(),
                                      [&](const PaneState& pane) { return pane.view != view.id; });
  // Beside another profile there is no room for both.
  const std::span<const std::string_view> choices = std::span(kForms).first(other_view ? 2 : 3);
  const bool both = state.panes.size() > 1 && !other_view;
  const size_t now = both ? 2 : static_cast<size_t>(RingsOf(*ActivePane(state)).form);
  const size_t chosen = SegmentedControl(ctx, "form", choices, now, width);
  if (chosen == now) return;
  if (both) ctx.Emit(action::ClosePane{PaneBeside(state)});
  if (chosen < 2) {
    ctx.Emit(action::SetForm{static_cast<ChartForm>(chosen)});
  } else {
    ctx.Emit(action::ShowOtherForm{});
  }
}

// A slider, a number to type, and the way to all of them.
void DrawDepth(const ViewState& view, const PaneState& pane, float width, const PanelContext& ctx) {
  const uint32_t depth_limit = RingsOf(view).depth_limit;
  const uint32_t counted = std::min<uint32_t>(LayersOf(view, pane), 1u << 30);
  const auto uncounted = static_cast<int>(UncountedLayers(view.history.current().root));
  const int least = 1 - uncounted;
  const int layers = static_cast<int>(counted) - uncounted;
  const int shown =
      static_cast<int>(ShownDepth(counted, depth_limit, DrawnIn(view, pane).layers)) - uncounted;
  const auto set = [&](int depth) {
    ctx.Emit(action::SetDepth{static_cast<uint32_t>(std::max(depth, least) + uncounted)});
  };
  const float number_width = std::round(ctx.Px(64));
  const float all_width = std::round(ctx.Px(46));
  const float gap = ctx.Px(8);
  constexpr std::string_view kLabel = "Layers";
  const float label_width = std::ceil(TextWidth(ctx.fonts.regular, kLabel)) + ctx.Px(4);
  const float slider_width = width - label_width - number_width - all_width - 3 * gap;

  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, ImGui::GetStyle().ItemSpacing.y});
  ImGui::AlignTextToFramePadding();
  TextColored(ctx.colors().text_dim, kLabel);
  ImGui::SameLine(
      0, width - slider_width - number_width - all_width - 2 * gap - TextWidth(ctx.fonts.regular, kLabel));
  int depth = shown;
  ImGui::SetNextItemWidth(slider_width);
  ImGui::BeginDisabled(layers <= least);
  // Few layers and many both need a fine hand at the shallow end.
  const ImGuiSliderFlags flags =
      layers > 40 ? ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput : ImGuiSliderFlags_NoInput;
  if (ImGui::SliderInt("##depth_slider", &depth, least, std::max(layers, least + 1), "", flags) &&
      depth != shown) {
    set(depth);
  }
  ctx.Mark("depth/slider");
  ItemTooltip(ctx, fmt::format("Layers shown: {} of {} (wheel)", shown, layers));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(number_width);
  const std::optional<int> typed = NumberField(
      "##depth_number", shown, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ctx.Mark("depth/number");
  if (typed && *typed != shown) set(*typed);
  ItemTooltip(ctx, uncounted > 0 ? "Layers shown" : "Layers shown, the centre included");
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(shown >= layers || depth_limit == kAllLayers);
  if (ImGui::Button("All", {all_width, 0})) ctx.Emit(action::SetDepth{kAllLayers});
  ctx.Mark("depth/all");
  ImGui::EndDisabled();
  ItemTooltip(ctx, fmt::format("Show every one of the {} layers that has a pixel to draw", layers));
  ImGui::PopStyleVar();
}

void DrawChains(const AppState& state, const ViewState& view, const PanelContext& ctx) {
  bool compress = RingsOf(view).compress_chains;
  if (ImGui::Checkbox("Compress chains", &compress)) ctx.Emit(action::CompressChains{compress});
  ctx.Mark("chains");
  ItemTooltip(ctx, WithKey(state, "One ring for a path of single callees without self cost; a click opens it",
                           "chart.chains"));
}

void DrawSizing(const AppState& state, const ViewState& view, const PanelContext& ctx) {
  if (RingsOf(*ActivePane(state)).form != ChartForm::kRings) return;
  bool readable = RingsOf(view).sizing == RingSizing::kReadable;
  constexpr const char* kLabel = "Readable rings";
  NextInRow(CheckboxWidth(kLabel), ctx.Px(16));
  if (ImGui::Checkbox(kLabel, &readable))
    ctx.Emit(action::SizeRings{readable ? RingSizing::kReadable : RingSizing::kPlain});
  ctx.Mark("sizing");
  ItemTooltip(ctx, WithKey(state, "Room for text in the centre and the first rings; off: all as thick", "chart.rings"));
}

}  // namespace

void DrawRingsRows(const AppState& state, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const float width = ImGui::GetContentRegionAvail().x;
  DrawForm(state, *view, width, ctx);
  DrawMode(*view, width, ctx);
  DrawDepth(*view, *ActivePane(state), width, ctx);
  DrawChains(state, *view, ctx);
  DrawSizing(state, *view, ctx);
  DrawColorControl(state, BuildColorModel(state), width, ctx);
}

void DrawRingsLegend(const AppState& state, size_t pane, const ArcBatch& batch, const Legend& legend,
                     const PanelRect& chart, ChartOverlay& overlay, const PanelContext& ctx) {
  const LegendModel model = BuildLegendModel(state, pane, batch.spec.metric, batch.total, legend);
  const LegendPlace place{std::round(LegendStripHeight(state, pane) * ctx.scale),
                          [&](float height_px) { return FreeWidth(batch, height_px); }};
  for (const PanelRect& rect : DrawLegend(model, pane, place, chart, overlay.legend, ctx))
    overlay.covers.push_back(rect);
}

std::string DrawnText(const ArcBatch& batch) {
  return fmt::format("{}, {} rest", CountedText(batch.context_piece_count, "segment"),
                     CountText(batch.rest_piece_count));
}

}  // namespace ringscope
