#include "app/view/view_panels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/view/timeline/timeline.h"
#include "app/widgets/imgui_input.h"
#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

constexpr float kAxisHeight = 15;
constexpr float kHandleReach = 5;  // to either side of a handle
constexpr float kLeastDrag = 3;    // a shorter move of the pointer is a click
constexpr float kLeastTickGap = 90;

// The strip's places in pixels.
struct Strip {
  PanelRect rect;  // of the bars
  [[nodiscard]] float X(double place) const { return rect.x + rect.width * static_cast<float>(place); }
  [[nodiscard]] double PlaceAt(float x) const {
    return std::clamp(static_cast<double>((x - rect.x) / std::max(1.0f, rect.width)), 0.0, 1.0);
  }
};

ImU32 WithAlpha(ImU32 color, float alpha) {
  const auto value = static_cast<ImU32>(std::lround(alpha * 255));
  return (color & ~IM_COL32_A_MASK) | value << IM_COL32_A_SHIFT;
}

// Draws the bars of a density: those in the range in `color`, the others in the colour of hairlines.
void DrawBars(const std::vector<float>& heights, const Strip& strip, const std::optional<StripRange>& range,
              float bar_px, ImU32 color, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = strip.rect.y + strip.rect.height;
  const float gap = bar_px >= 4 ? 1.0f : 0.0f;
  const auto count = static_cast<double>(heights.size());
  for (size_t bar = 0; bar < heights.size(); ++bar) {
    if (heights[bar] <= 0) continue;
    const double begin = static_cast<double>(bar) / count;
    const double end = static_cast<double>(bar + 1) / count;
    const float height = std::max(1.0f, std::round(heights[bar] * strip.rect.height));
    const double middle = (begin + end) / 2;
    const bool inside = !range || (middle >= range->begin && middle <= range->end);
    list.AddRectFilled({std::round(strip.X(begin)), bottom - height},
                       {std::round(strip.X(end)) - gap, bottom}, inside ? color : ctx.colors().line);
  }
}

// The bars of all samples; those of the chosen function stand out from them.
void DrawDensity(const TimelineModel& model, const Strip& strip, const std::optional<StripRange>& range,
                 const PanelContext& ctx) {
  if (model.density == nullptr) return;
  const float width = std::max(1.0f, BarWidth(*model.density, strip.rect.width, ctx.scale));
  const auto count = static_cast<size_t>(std::max(1.0f, std::floor(strip.rect.width / width)));
  const ImU32 accent = ctx.colors().accent;
  const bool has_function = model.of_function != nullptr;
  DrawBars(BarHeights(*model.density, *model.density, count), strip, range, width,
           has_function ? WithAlpha(accent, 0.35f) : accent, ctx);
  if (has_function)
    DrawBars(BarHeights(*model.of_function, *model.density, count), strip, range, width, accent, ctx);
}

void DrawAxis(const TimelineModel& model, const Strip& strip, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = strip.rect.y + strip.rect.height;
  ImFont* const font = ctx.fonts.small;
  for (const TimeTick& tick : TimeTicks(model.span_ns, strip.rect.width, ctx.Px(kLeastTickGap))) {
    const double place = static_cast<double>(tick.at_ns) / static_cast<double>(model.span_ns);
    const float x = std::round(strip.X(place));
    list.AddLine({x + 0.5f, top}, {x + 0.5f, top + ctx.Px(4)}, ctx.colors().line);
    // A text that would reach beyond the strip is left out.
    if (x + ctx.Px(4) + TextWidth(font, tick.text) > strip.rect.x + strip.rect.width) continue;
    DrawTextAt(list, font, {x + ctx.Px(4), top}, ctx.colors().text_dim, tick.text);
  }
}

void DrawRange(const Strip& strip, const StripRange& range, const PanelContext& ctx) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = std::round(strip.X(range.begin)), right = std::round(strip.X(range.end));
  const float top = strip.rect.y, bottom = strip.rect.y + strip.rect.height;
  list.AddRectFilled({left, top}, {right, bottom}, WithAlpha(ctx.colors().accent, 0.14f));
  for (const float x : {left, right}) {
    const float half = std::max(1.0f, std::round(ctx.Px(1)));
    list.AddRectFilled({x - half, top}, {x + half, bottom}, ctx.colors().accent);
    list.AddRectFilled({x - ctx.Px(3), top + ctx.Px(6)}, {x + ctx.Px(3), bottom - ctx.Px(6)},
                       ctx.colors().accent, ctx.Px(2));
  }
}

// The left edge of a range's label: behind the range, else before it, else in it.
float LabelX(const std::string& text, const Strip& strip, const StripRange& range, const PanelContext& ctx) {
  const float width = TextWidth(ctx.fonts.small, text) + ctx.Px(12);
  const float gap = ctx.Px(6);
  const float left = strip.X(range.begin), right = strip.X(range.end);
  if (right + gap + width <= strip.rect.x + strip.rect.width) return right + gap;
  return left - gap - width >= strip.rect.x ? left - gap - width : left + gap;
}

// A label with a background over the bars.
void DrawLabel(const std::string& text, const Strip& strip, float x, const PanelContext& ctx) {
  ImFont* const font = ctx.fonts.small;
  const float width = TextWidth(font, text) + ctx.Px(12);
  const float height = font->FontSize + ctx.Px(4);
  const float most = strip.rect.x + strip.rect.width - width;
  const ImVec2 at{std::round(std::clamp(x, strip.rect.x, std::max(strip.rect.x, most))), strip.rect.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, WithAlpha(ctx.colors().panel, 0.88f), ctx.Px(4));
  DrawTextAt(list, font, {at.x + ctx.Px(6), at.y + ctx.Px(2)}, ctx.colors().text, text);
}

// Begins a drag at the pointer: of an end of the chosen range, or of a new range.
TimelineUi::Drag BeginDrag(const Strip& strip, const std::optional<StripRange>& chosen, float x,
                           float reach) {
  const double place = strip.PlaceAt(x);
  if (chosen) {
    if (std::abs(strip.X(chosen->begin) - x) <= reach) return {chosen->end, place, false};
    if (std::abs(strip.X(chosen->end) - x) <= reach) return {chosen->begin, place, false};
  }
  return {place, place, false};
}

bool OnHandle(const Strip& strip, const std::optional<StripRange>& chosen, float x, float reach) {
  return chosen &&
         (std::abs(strip.X(chosen->begin) - x) <= reach || std::abs(strip.X(chosen->end) - x) <= reach);
}

}  // namespace

void DrawTimeline(const TimelineModel& model, TimelineUi& ui, const PanelRect& rect,
                  const PanelContext& ctx) {
  if (rect.height <= 0) return;
  BeginArea(ctx, "##timeline", rect, ctx.colors().panel, {0, 0});
  const float margin = ctx.Px(12);
  const Strip strip{{rect.x + margin, rect.y + ctx.Px(4), std::max(1.0f, rect.width - 2 * margin),
                     std::max(1.0f, rect.height - ctx.Px(kAxisHeight) - ctx.Px(5))}};
  const bool hovered =
      ClickableArea(ctx, "timeline", {rect.x, rect.y}, {std::max(1.0f, rect.width), rect.height}).hovered;
  const float x = ImGui::GetIO().MousePos.x;
  const float reach = ctx.Px(kHandleReach);
  std::optional<StripRange> chosen;
  if (model.chosen) chosen = PlaceOf(*model.chosen, model.span_ns);

  if (ui.drag || (hovered && model.chosen)) ClaimEscape();
  const bool escape = EscapePressed();
  if (ImGui::IsItemActivated()) ui.drag = BeginDrag(strip, chosen, x, reach);
  if (hovered && (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) || (escape && !ui.drag)) &&
      model.chosen) {
    ui.drag.reset();
    ctx.Emit(action::SetTimeRange{});
  }
  if (escape) ui.drag.reset();
  std::optional<TimeRange> drawn;
  if (ui.drag) {
    ui.drag->moving = strip.PlaceAt(x);
    ui.drag->moved |= std::abs(ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).x) >= ctx.Px(kLeastDrag);
    if (ui.drag->moved)
      drawn = RangeBetween(model.span_ns, ui.drag->fixed, ui.drag->moving, strip.rect.width)
                  .value_or(TimeRange{});
    if (!ImGui::IsItemActive()) {
      if (drawn && drawn != model.chosen) {
        const bool is_all = *drawn == TimeRange{};
        ctx.Emit(action::SetTimeRange{is_all ? std::nullopt : drawn});
      }
      ui.drag.reset();
    }
  }
  if ((ui.drag && ui.drag->moved) || (hovered && OnHandle(strip, chosen, x, reach)))
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

  const std::optional<TimeRange> shown = drawn ? drawn : model.chosen;
  std::optional<StripRange> place;
  if (shown) place = PlaceOf(*shown, model.span_ns);
  DrawDensity(model, strip, place, ctx);
  DrawAxis(model, strip, ctx);
  if (place) DrawRange(strip, *place, ctx);
  if (shown) {
    const std::string text = RangeText(model, *shown);
    DrawLabel(text, strip, LabelX(text, strip, *place, ctx), ctx);
  } else if (hovered) {
    const double time_ns = strip.PlaceAt(x) * static_cast<double>(model.span_ns);
    DrawLabel(HoverText(model, static_cast<uint64_t>(time_ns)), strip, x + ctx.Px(8), ctx);
  }
  DrawBottomLine(rect, ctx);
  EndArea();
}

}  // namespace ringscope
