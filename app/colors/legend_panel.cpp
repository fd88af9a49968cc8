#include "app/colors/colors_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/search/search.h"
#include "app/view/colors/colors.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/widgets/popup.h"
#include "app/widgets/widgets.h"
#include "renderer/color/palette.h"
#include "renderer/legend/caption.h"

namespace ringscope {
namespace {

constexpr const char* kColorPopup = "##color_menu";
void SetSpec(const ColorSpec& spec, const PanelContext& ctx) { ctx.Emit(action::SetColor{spec}); }

// A small button with the chosen one of two choices; a click means the other one.
bool TextToggle(const PanelContext& ctx, std::string_view mark, std::string_view text,
                std::string_view tooltip, float width) {
  const UiColors& colors = ctx.colors();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ctx.Px(24));
  const auto [min, max, clicked, hovered] = ClickableArea(ctx, mark, at, {width, height});
  ItemTooltip(ctx, tooltip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, hovered ? colors.raised_hover : colors.raised, ctx.Px(5));
  const std::string fitted = FitText(ctx.fonts.small, text, width - ctx.Px(8));
  DrawTextAt(list, ctx.fonts.small,
             {std::round(at.x + (width - TextWidth(ctx.fonts.small, fitted)) / 2),
              CentredTop(ctx.fonts.small, at.y, height)},
             colors.text_dim, fitted);
  return clicked;
}

// The options of colouring by a metric: the part, the basis, the steps, and the ends of the map.
void DrawMetricOptions(const ColorModel& model, float width, const PanelContext& ctx) {
  const int count = model.has_basis ? 4 : 3;
  const float gap = ctx.Px(4);
  const float each = std::floor((width - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
  ColorSpec spec = model.spec;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, ImGui::GetStyle().ItemSpacing.y});
  // Shows the chosen one of two values; a click chooses the other one.
  const auto toggle = [&](std::string_view mark, auto& value, auto first, auto second,
                          const std::array<std::string, 2>& labels,
                          const std::array<std::string, 2>& tooltips) {
    const size_t now = value == first ? 0 : 1;
    if (TextToggle(ctx, mark, labels[now], tooltips[now], each)) {
      value = now == 0 ? second : first;
      SetSpec(spec, ctx);
    }
  };
  toggle("color/part", spec.part, ValuePart::kSelf, ValuePart::kInclusive, {"self", "inclusive"},
         {"Of the context itself; click for inclusive values", "With all it calls; click for self values"});
  ImGui::SameLine();
  if (model.has_basis) {
    toggle("color/basis", spec.basis, ValueBasis::kAbsolute, ValueBasis::kPerViewMetric,
           {"absolute", "per " + model.view_metric},
           {fmt::format("The value itself; click for the value per {}", model.view_metric),
            fmt::format("Divided by {}; click for the value itself", model.view_metric)});
    ImGui::SameLine();
  }
  toggle("color/steps", spec.steps, ValueSteps::kLog, ValueSteps::kLinear, {"log", "linear"},
         {"Equal factors are equal steps; click for equal differences",
          "Equal differences are equal steps; click for equal factors"});
  ImGui::SameLine();
  toggle("color/extent", spec.extent, ValueExtent::kView, ValueExtent::kTree, {"this view", "whole tree"},
         {"The map ends at the lowest and highest value shown; click for those of the whole tree",
          "A colour means the same in every view; click to use the whole map for this view"});
  ImGui::PopStyleVar();
}

void DrawColorMenu(const ColorModel& model, ImVec2 corner, const PanelContext& ctx) {
  if (!BeginMenuPopup(kColorPopup, corner, ctx)) return;
  constexpr std::string_view kDerive = "computed from others, as misses / accesses";
  float width = std::max(ctx.Px(420), MenuRowWidth(ctx, "New derived metric ...", kDerive));
  for (const ColorChoice& choice : model.choices)
    width = std::max(width, MenuRowWidth(ctx, choice.label, choice.description));
  for (size_t i = 0; i < model.choices.size(); ++i) {
    const ColorChoice& choice = model.choices[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (MenuRow(ctx, fmt::format("color/{}", i), choice.label, choice.description, width) && !choice.active) {
      SetSpec(choice.spec, ctx);
    }
    if (choice.active) {
      const float middle = (at.y + ImGui::GetItemRectMax().y) / 2;
      ImGui::GetWindowDrawList()->AddRectFilled({at.x - ctx.Px(9), middle - ctx.Px(7)},
                                                {at.x - ctx.Px(6), middle + ctx.Px(7)}, ctx.colors().accent,
                                                ctx.Px(1.5f));
    }
  }
  ImGui::Dummy({0, ctx.Px(4)});
  if (model.is_metric) {
    DrawMetricOptions(model, width, ctx);
    ImGui::Dummy({0, ctx.Px(4)});
  }
  if (MenuRow(ctx, "color/derive", "New derived metric ...", kDerive, width)) {
    ctx.Emit(action::ShowDerivedMetrics{true});
  }
  EndMenuPopup();
}

// Searches for the query of a clicked row; with Shift adds a step that keeps only its stacks.
void SearchOrFilter(const std::string& query, const PanelContext& ctx) {
  if (ImGui::GetIO().KeyShift) {
    auto parsed = ParseQuery(query);
    if (!parsed || parsed->empty()) return;
    ctx.Emit(action::AddTransform{{.kind = TransformKind::kKeep, .query = std::move(*parsed)}});
  } else {
    ctx.Emit(action::SetSearchText{query});
  }
}

// The title. It opens and closes a legend that covers a part of the chart.
void DrawLegendTitle(const LegendModel& model, const LegendSize& size, float width, LegendUi& ui,
                     const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ctx.fonts.small->FontSize;
  if (!size.can_close) {
    DrawTextShort(list, ctx.fonts.small, at, width, colors.text_faint, model.title);
    return;
  }
  const auto area = ClickableArea(ctx, "legend/title", at, {width, line});
  if (area.clicked) ui.open = size.closed;
  ItemTooltip(ctx, size.closed ? "What the colours mean" : "Make room for the chart");
  const ImU32 color = area.hovered ? colors.text : colors.text_dim;
  DrawIcon(list, size.closed ? Icon::kPrevious : Icon::kNext, {at.x + ctx.Px(5), at.y + line / 2}, ctx.Px(10),
           color);
  DrawTextShort(list, ctx.fonts.small, {at.x + ctx.Px(16), at.y}, width - ctx.Px(16), color, model.title);
}

// The left edges of the ticks' numbers below a map from `left` on; std::nullopt for a number without room.
// The numbers at the ends say most: they get room first, and may reach beyond the map.
std::vector<std::optional<float>> PlaceTickTexts(const LegendModel& model, float left, float width,
                                                 const PanelContext& ctx) {
  const float gap = ctx.Px(4), reach = ctx.Px(kLegendPadding - 2);
  std::vector<std::optional<float>> lefts(model.ticks.size());
  if (lefts.empty()) return lefts;
  const auto width_of = [&](size_t i) { return TextWidth(ctx.fonts.small, model.ticks[i].text); };
  const auto left_of = [&](size_t i) {
    const float text = width_of(i), middle = left + width * static_cast<float>(model.ticks[i].position);
    const float most = std::max(left - reach, left + width + reach - text);
    return std::round(std::clamp(middle - text / 2, left - reach, most));
  };
  const size_t last = lefts.size() - 1;
  lefts[0] = left_of(0);
  float free_from = *lefts[0] + width_of(0) + gap;
  float free_to = left + width + reach;
  if (last > 0 && left_of(last) >= free_from) {
    lefts[last] = left_of(last);
    free_to = *lefts[last] - gap;
  }
  for (size_t i = 1; i < last; ++i) {
    if (left_of(i) < free_from || left_of(i) + width_of(i) > free_to) continue;
    lefts[i] = left_of(i);
    free_from = *lefts[i] + width_of(i) + gap;
  }
  return lefts;
}

void DrawGradient(const LegendModel& model, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bottom = at.y + ctx.Px(kLegendGradientHeight);
  const auto steps = static_cast<float>(model.gradient.size() - 1);
  for (size_t i = 0; i + 1 < model.gradient.size(); ++i) {
    const auto left = static_cast<float>(i) / steps, right = static_cast<float>(i + 1) / steps;
    const ImU32 from = Packed(model.gradient[i]), to = Packed(model.gradient[i + 1]);
    list.AddRectFilledMultiColor({at.x + width * left, at.y}, {at.x + width * right, bottom}, from, to, to,
                                 from);
  }
  ImFont* font = ctx.fonts.small;
  const std::vector<std::optional<float>> text_lefts = PlaceTickTexts(model, at.x, width, ctx);
  for (size_t i = 0; i < model.ticks.size(); ++i) {
    const LegendTick& tick = model.ticks[i];
    const float x = std::round(at.x + width * static_cast<float>(tick.position));
    list.AddLine({x + 0.5f, bottom}, {x + 0.5f, bottom + ctx.Px(3)}, colors.text_faint);
    if (!text_lefts[i]) continue;
    const float text_x = *text_lefts[i], text_width = TextWidth(font, tick.text);
    const auto area = ClickableArea(ctx, fmt::format("legend/tick/{}", i), {text_x, bottom + ctx.Px(3)},
                                    {std::max(1.0f, text_width), font->FontSize + ctx.Px(2)});
    const bool hovered = area.hovered && !tick.query.empty();
    if (hovered) ctx.PointAt(tick.query);
    if (!tick.query.empty()) ItemTooltip(ctx, "Click: search for " + tick.query);
    DrawTextAt(list, font, {text_x, bottom + ctx.Px(4)}, hovered ? colors.text : colors.text_dim, tick.text);
    if (area.clicked && !tick.query.empty()) SearchOrFilter(tick.query, ctx);
  }
  ImGui::SetCursorScreenPos({at.x, bottom + font->FontSize + ctx.Px(10)});
}

// The swatch of functions with a colour each: stripes.
void DrawManyColors(ImDrawList& list, ImVec2 at, float side, const PanelContext& ctx) {
  const std::span<const Color> colors = GroupColors(ctx.theme);
  constexpr std::array<size_t, 3> kStripes{0, 3, 5};
  for (size_t i = 0; i < kStripes.size(); ++i) {
    const float left = std::round(side * static_cast<float>(i) / kStripes.size());
    const float right = std::round(side * static_cast<float>(i + 1) / kStripes.size());
    list.AddRectFilled({at.x + left, at.y}, {at.x + right, at.y + side}, Packed(colors[kStripes[i]]));
  }
}

// Marks a colour that earlier rows have, too: a dot for each of these rows, three at most.
void DrawRepeats(ImDrawList& list, ImVec2 at, float side, uint32_t repeats, const PanelContext& ctx) {
  const uint32_t dots = std::min(repeats, 3u);
  for (uint32_t i = 0; i < dots; ++i) {
    const float x = at.x + side * static_cast<float>(i + 1) / static_cast<float>(dots + 1);
    list.AddCircleFilled({x, at.y + side / 2}, side * (dots == 1 ? 0.22f : 0.14f), ctx.colors().background);
  }
}

// The stripes of the row's segments.
void DrawPattern(ImDrawList& list, ImVec2 at, float side, PieceStyle pattern, const PanelContext& ctx) {
  for (const BoxStripe& stripe : BoxStripes(pattern, side))
    list.AddLine({at.x + stripe.x1, at.y + stripe.y1}, {at.x + stripe.x2, at.y + stripe.y2},
                 ctx.colors().background, stripe.width_px);
}

// The shortened labels of the shown rows.
std::vector<std::string> LabelsOf(const LegendModel& model, const LegendSize& size, const PanelContext& ctx) {
  ImFont* font = ctx.fonts.small;
  std::vector<std::string> labels;
  for (size_t i = 0; i < size.rows; ++i) labels.push_back(model.rows[i].label);
  return DistinctNames(labels, size.label_widths, font->FontSize, MeasureWith(font));
}

// Returns the row's rectangle.
PanelRect DrawRow(const LegendRow& row, const std::string& label, size_t index, const LegendSize& size,
                  const PanelRect& legend, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ctx.Px(kLegendRowHeight));
  const float width =
      size.is_free ? size.label_x + size.label_widths[index] : size.width - 2 * ctx.Px(kLegendPadding);
  const auto [min, max, clicked, hovered] =
      ClickableArea(ctx, fmt::format("legend/{}", index), at, {width, height});
  const bool can_search = !row.query.empty();
  if (hovered) ctx.PointAt(row.query);
  ItemTooltipBeside(ctx, row.tooltip, legend);
  if ((hovered && can_search) || row.lit) {
    list.AddRectFilled({min.x - ctx.Px(5), min.y}, {max.x + ctx.Px(5), max.y},
                       row.lit ? colors.accent_soft : colors.raised_hover, ctx.Px(4));
  }
  const float side = std::round(ctx.Px(10));
  const float swatch_y = at.y + std::round((height - side) / 2);
  if (row.many_colors) {
    DrawManyColors(list, {at.x, swatch_y}, side, ctx);
  } else {
    list.AddRectFilled({at.x, swatch_y}, {at.x + side, swatch_y + side}, Packed(row.color), ctx.Px(2));
    DrawRepeats(list, {at.x, swatch_y}, side, row.repeats, ctx);
    list.PushClipRect({at.x, swatch_y}, {at.x + side, swatch_y + side}, true);
    DrawPattern(list, {at.x, swatch_y}, side, row.pattern, ctx);
    list.PopClipRect();
  }
  const float text_y = at.y + std::round((height - ctx.fonts.small->FontSize) / 2);
  if (!row.share.empty()) {
    DrawTextRight(list, ctx.fonts.small, at.x + ctx.Px(kLegendLabelGap) + size.share_width, text_y,
                  colors.text_dim, row.share);
  }
  DrawTextAt(list, ctx.fonts.small, {at.x + size.label_x, text_y}, can_search ? colors.text : colors.text_dim,
             label);
  if (clicked && can_search) {
    // A second click takes the light away.
    SearchOrFilter(row.lit && !ImGui::GetIO().KeyShift ? std::string() : row.query, ctx);
  }
  if (can_search && ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    OpenMenu(ctx, ImGui::GetIO().MousePos,
             {.on = {.group = row.query},
              .name = row.label,
              .row = row.share.empty() ? row.label : row.label + "\t" + row.share});
  }
  return {at.x, at.y, width, height};
}

}  // namespace

void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx) {
  const UiColors& colors = ctx.colors();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr std::string_view kLabel = "Colour";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::round(ctx.Px(30));
  const float label_width = std::ceil(TextWidth(ctx.fonts.regular, kLabel)) + ctx.Px(12);
  const float icon = std::round(ctx.Px(30));
  const float field = width - label_width - icon - ctx.Px(4);
  const float text_y = at.y + std::round((height - ctx.fonts.regular->FontSize) / 2);
  DrawTextShort(list, ctx.fonts.regular, {at.x, text_y}, label_width, colors.text_dim, kLabel);
  const auto [min, max, clicked, hovered] =
      ClickableArea(ctx, "color", {at.x + label_width, at.y}, {field, height});
  if (clicked) ImGui::OpenPopup(kColorPopup);
  ItemTooltip(ctx, "The meaning of the chart's colours");
  list.AddRectFilled(min, max, hovered ? colors.raised_hover : colors.raised, ctx.Px(6));
  DrawTextShort(list, ctx.fonts.regular, {min.x + ctx.Px(10), text_y}, field - ctx.Px(34), colors.text,
                model.active_label);
  DrawIcon(list, Icon::kMore, {max.x - ctx.Px(15), (min.y + max.y) / 2}, ctx.Px(12), colors.text_dim);
  ImGui::SetCursorScreenPos({at.x + width - icon, at.y});
  const bool open = state.settings.legend_open;
  ActionButton(ctx, "color/legend", Icon::kLegend, open ? "Hide the legend" : "Show the legend",
               action::ShowLegend{!open}, true, open);
  DrawColorMenu(model, {min.x, max.y + ctx.Px(4)}, ctx);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
}

std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const LegendPlace& place,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx) {
  const float margin = std::round(ctx.Px(kLegendMargin));
  if (!model.visible) return {};
  const LegendSize size = LegendSizeOf(model, place, chart, ui, ctx);
  const bool is_below = size.rows_per_column > 0;
  // A chart that is too small has no legend.
  const bool is_too_wide = place.left_px == 0 && size.width + 2 * margin > chart.width;
  if (!is_below && (is_too_wide || size.height + 2 * margin > chart.height)) return {};
  const UiColors& colors = ctx.colors();
  const PanelRect rect =
      is_below ? PanelRect{chart.x, chart.y + chart.height, size.width, size.height}
               : PanelRect{chart.x - place.left_px + margin, chart.y + chart.height - margin - size.height,
                           size.width, size.height};
  const float padding = ctx.Px(kLegendPadding);
  const float padding_y = size.closed || is_below ? ctx.Px(6) : padding;
  // A strip at the left is cleared here: the chart does not draw there.
  if (place.left_px > 0)
    ImGui::GetBackgroundDrawList()->AddRectFilled({chart.x - place.left_px, chart.y},
                                                  {chart.x, chart.y + chart.height}, colors.background);
  const ImU32 alpha = is_below ? 255 : size.is_free ? 0 : 225;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ctx.Px(8));
  BeginArea(ctx, fmt::format("##legend_{}", pane).c_str(), rect,
            (colors.background & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT), {padding, padding_y});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // A legend beside the chart covers only its lines: the corner of its box may lie over a ring.
  std::vector<PanelRect> covers;
  if (!size.is_free || !model.gradient.empty()) covers.push_back(rect);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float inner = size.width - 2 * padding;
  DrawLegendTitle(model, size, inner, ui, ctx);
  if (size.closed) {
    ImGui::PopStyleVar();
    EndArea();
    return covers;
  }
  ImGui::SetCursorScreenPos({start.x, start.y + ctx.fonts.small->FontSize + ctx.Px(4)});
  if (!model.gradient.empty()) DrawGradient(model, size.map_width, ctx);
  const std::vector<std::string> labels = LabelsOf(model, size, ctx);
  const float rows_y = start.y + ctx.fonts.small->FontSize + ctx.Px(4);
  const auto begin_row = [&](size_t i) {
    if (!is_below) return;
    const auto column = static_cast<float>(i / size.rows_per_column);
    const auto row = static_cast<float>(i % size.rows_per_column);
    ImGui::SetCursorScreenPos({std::round(start.x + size.first_column_x + column * size.column_width),
                               rows_y + row * std::round(ctx.Px(kLegendRowHeight))});
  };
  for (size_t i = 0; i < size.rows; ++i) {
    begin_row(i);
    covers.push_back(DrawRow(model.rows[i], labels[i], i, size, rect, ctx));
  }
  if (size.has_more) {
    begin_row(size.rows);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string& text = size.more_text;
    const float width = ctx.Px(kLegendLabelGap) + TextWidth(ctx.fonts.small, text);
    const float height = std::round(ctx.Px(kLegendRowHeight));
    const auto area = ClickableArea(ctx, "legend/more", at, {width, height});
    if (area.clicked) ui.all_rows = !ui.all_rows;
    covers.push_back({at.x, at.y, width, height});
    DrawTextAt(*ImGui::GetWindowDrawList(), ctx.fonts.small,
               {at.x + ctx.Px(kLegendLabelGap), at.y + std::round((height - ctx.fonts.small->FontSize) / 2)},
               area.hovered ? colors.text : colors.text_faint, text);
  }
  ImGui::PopStyleVar();
  EndArea();
  return covers;
}

}  // namespace ringscope
