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

// Sizes in the strip, in units of the content scale.
constexpr float kStripGap = 12, kNumberWidth = 46, kStepWidth = 42, kColorWidth = 180, kSliderWidth = 96;

constexpr std::array<std::string_view, 3> kModes{"Equal", "Length", "Area"};
// In the order of ChartForm, then rings beside an icicle.
constexpr std::array<std::string_view, 4> kForms{"Rings", "Icicle", "Treemap", "Both"};
constexpr size_t kBoth = 3;

void DrawMode(const ViewState& view, float width, const PanelContext& ctx) {
  const auto mode = static_cast<size_t>(RingsOf(view).mode);
  const size_t chosen = SegmentedControl(ctx, "mode", kModes, mode, width, 1);
  if (chosen != mode) ctx.Emit(action::SetMode{static_cast<RingMode>(chosen)});
}

// Draws the choice of rings, icicle, treemap, or rings beside an icicle.
void DrawForm(const AppState& state, const ViewState& view, float width, const PanelContext& ctx) {
  const bool other_view =
      std::ranges::any_of(state.panes, [&](const PaneState& pane) { return pane.view != view.id; });
  // Beside another view both forms have no room.
  const std::span<const std::string_view> choices = std::span(kForms).first(other_view ? kBoth : kBoth + 1);
  const bool both = state.panes.size() > 1 && !other_view;
  const size_t now = both ? kBoth : static_cast<size_t>(RingsOf(*ActivePane(state)).form);
  const size_t chosen = SegmentedControl(ctx, "form", choices, now, width, 1);
  if (chosen == now) return;
  if (both) ctx.Emit(action::ClosePane{PaneBeside(state)});
  if (chosen < kBoth) {
    ctx.Emit(action::SetForm{static_cast<ChartForm>(chosen)});
  } else {
    ctx.Emit(action::ShowOtherForm{});
  }
}

// The controls that have room in a strip; the menu of options has the others.
StripRoom RoomOf(const PanelContext& ctx, float room_px, float forms_px, float modes_px) {
  StripRoom room;
  float used = forms_px + ctx.Px(kStripGap) + modes_px;
  room.has_mode = used <= room_px;
  used += ctx.Px(2 * kStripGap + kNumberWidth + kStepWidth);
  room.has_depth = used <= room_px;
  used += ctx.Px(kStripGap + kColorWidth);
  room.has_color = room.has_depth && used <= room_px;
  used += ctx.Px(kSliderWidth);
  room.has_slider = room.has_color && used <= room_px;
  return room;
}

// Draws a field for the number, a slider if it has room, and the button for all layers.
void DrawDepth(const ViewState& view, const PaneState& pane, float slider_width, const PanelContext& ctx) {
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
  ImGui::BeginDisabled(layers <= least);
  if (slider_width > 0) {
    int depth = shown;
    ImGui::SetNextItemWidth(slider_width);
    // A slider of many layers must be finer at the shallow end.
    const ImGuiSliderFlags flags =
        layers > 40 ? ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput : ImGuiSliderFlags_NoInput;
    if (ImGui::SliderInt("##depth_slider", &depth, least, std::max(layers, least + 1), "", flags) &&
        depth != shown) {
      set(depth);
    }
    ctx.Mark("depth/slider");
    ItemTooltip(ctx, fmt::format("Layers shown: {} of {} (wheel)", shown, layers));
    ImGui::SameLine(0, ctx.Px(4));
  }
  const std::optional<int> typed =
      NumberField(ctx, "depth/number", std::round(ctx.Px(kNumberWidth)), shown,
                  ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (typed && *typed != shown) set(*typed);
  ItemTooltip(ctx,
              fmt::format("Layers shown, of {}{}", layers, uncounted > 0 ? "" : ", the centre included"));
  ImGui::EndDisabled();
  ImGui::SameLine(0, ctx.Px(4));
  if (TextButton(ctx, "depth/all", "All", {std::round(ctx.Px(kStepWidth - 4)), 0},
                 fmt::format("Show every one of the {} layers that has a pixel to draw", layers),
                 shown < layers && depth_limit != kAllLayers))
    ctx.Emit(action::SetDepth{kAllLayers});
}

void DrawChains(const AppState& state, const ViewState& view, const PanelContext& ctx) {
  bool compress = RingsOf(view).compress_chains;
  if (Checkbox(ctx, "chains", "Compress chains", compress,
               WithKey(state, "One ring for a path of single callees without self cost; a click opens it",
                       "chart.chains")))
    ctx.Emit(action::CompressChains{compress});
}

void DrawSizing(const AppState& state, const ViewState& view, const PanelContext& ctx) {
  if (RingsOf(*ActivePane(state)).form != ChartForm::kRings) return;
  bool readable = RingsOf(view).sizing == RingSizing::kReadable;
  constexpr const char* kLabel = "Readable rings";
  NextInRow(CheckboxWidth(kLabel), ctx.Px(16));
  if (Checkbox(ctx, "sizing", kLabel, readable,
               WithKey(state, "Room for text in the centre and the first rings; off: all as thick",
                       "chart.rings")))
    ctx.Emit(action::SizeRings{readable ? RingSizing::kReadable : RingSizing::kPlain});
}

}  // namespace

StripRoom DrawRingsStrip(const AppState& state, float room_px, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return {};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x;
  const auto next = [&](float width) {
    x += std::round(width + ctx.Px(kStripGap));
    ImGui::SetCursorScreenPos({x, at.y});
  };
  ImGui::PushFont(ctx.fonts.small);
  const float forms = SegmentsWidth(ctx, kForms), modes = SegmentsWidth(ctx, kModes);
  DrawForm(state, *view, std::min(forms, room_px), ctx);
  next(forms);
  const StripRoom room = RoomOf(ctx, room_px, forms, modes);
  if (room.has_mode) {
    DrawMode(*view, modes, ctx);
    next(modes);
  }
  ImGui::PopFont();
  if (room.has_depth) {
    ImGui::SetCursorScreenPos({x, at.y + std::round((ctx.Px(30) - ImGui::GetFrameHeight()) / 2)});
    const float slider = room.has_slider ? std::round(ctx.Px(kSliderWidth)) : 0;
    DrawDepth(*view, *ActivePane(state), slider, ctx);
    next(ctx.Px(kNumberWidth + kStepWidth + (room.has_slider ? kSliderWidth + 4 : 0)));
  }
  if (room.has_color)
    DrawColorControl(state, BuildColorModel(state), std::min(ctx.Px(260), at.x + room_px - x), ctx);
  return room;
}

void DrawRingsRows(const AppState& state, const StripRoom& strip, const PanelContext& ctx) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const float width = ImGui::GetContentRegionAvail().x;
  if (!strip.has_mode) DrawMode(*view, width, ctx);
  if (!strip.has_depth) DrawDepth(*view, *ActivePane(state), width - ctx.Px(kNumberWidth + kStepWidth), ctx);
  if (!strip.has_color) DrawColorControl(state, BuildColorModel(state), width, ctx);
  DrawChains(state, *view, ctx);
  DrawSizing(state, *view, ctx);
}

void DrawRingsLegend(const AppState& state, size_t pane, const ArcBatch& batch, const Legend& legend,
                     const PanelRect& chart, ChartOverlay& overlay, const PanelContext& ctx) {
  const LegendModel model = BuildLegendModel(state, pane, batch.spec.metric, batch.total, legend);
  const LegendPlace place{std::round(LegendStrips(state, pane).below * ctx.scale), overlay.left_px,
                          [&](float height_px) { return FreeWidth(batch, height_px); }};
  for (const PanelRect& rect : DrawLegend(model, pane, place, chart, overlay.legend, ctx))
    overlay.covers.push_back(rect);
}

std::string DrawnText(const ArcBatch& batch, DetailPlace wanted) {
  const bool lacks_detail = wanted != DetailPlace::kNone && batch.parts.empty();
  return fmt::format("{}, {} rest{}", CountedText(batch.context_piece_count, "segment"),
                     CountText(batch.rest_piece_count),
                     !lacks_detail                          ? ""
                     : batch.spec.form == ChartForm::kRings ? ", no room for the detail"
                                                            : ", the detail is in rings alone");
}

}  // namespace ringscope
