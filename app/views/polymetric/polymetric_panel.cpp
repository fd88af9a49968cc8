#include "app/views/polymetric/polymetric_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/views/polymetric/polymetric_actions.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope::polymetric {
namespace {

ImU32 Packed(Color color) { return IM_COL32(color.r, color.g, color.b, color.a); }

// One of the words of a table, or "-": nothing. Returns whether another one was chosen.
template <typename Table, typename T>
bool ChooseWord(const PanelContext& ctx, const std::string& mark, const Table& table, std::optional<T>& value,
                bool may_be_none) {
  const std::string shown(value ? WordOf(table, *value) : std::string_view("-"));
  bool changed = false;
  if (ImGui::BeginCombo(("##" + mark).c_str(), shown.c_str())) {
    if (may_be_none && ImGui::Selectable("-", !value)) {
      value.reset();
      changed = true;
    }
    for (const auto& row : table) {
      if (!ImGui::Selectable(std::string(row.word).c_str(), value == row.value)) continue;
      changed = value != row.value;
      value = row.value;
    }
    ImGui::EndCombo();
  }
  ctx.Mark(mark);
  return changed;
}

// Measure and scale of one side; says whether they changed.
bool ChooseMeasure(const PanelContext& ctx, std::string_view side, std::optional<BoxMeasure>& measure) {
  const float width = ImGui::GetContentRegionAvail().x, name = std::round(ctx.Px(66));
  ImGui::AlignTextToFramePadding();
  Text(side);
  ImGui::SameLine(name);
  ImGui::SetNextItemWidth(std::round((width - name) * 0.55f));
  std::optional<MeasureOf> of = measure ? std::optional(measure->of) : std::nullopt;
  bool changed = ChooseWord(ctx, fmt::format("polymetric/{}", side), kMeasureOfWords, of, true);
  if (changed) {
    if (of) {
      measure = BoxMeasure{*of, {}, measure ? measure->scale : MeasureScale::kLinear};
      // Frame values have names, which are written.
      if (*of == MeasureOf::kValue) measure->name = "receivers";
    } else {
      measure.reset();
    }
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  std::optional<MeasureScale> scale = measure ? std::optional(measure->scale) : std::nullopt;
  ImGui::BeginDisabled(!measure);
  if (ChooseWord(ctx, fmt::format("polymetric/{}-scale", side), kMeasureScaleWords, scale, false) &&
      measure) {
    measure->scale = *scale;
    changed = true;
  }
  ImGui::EndDisabled();
  return changed;
}

void DrawPresets(const ViewState& view, const PanelContext& ctx) {
  std::array<std::string_view, kPolymetricPresets.size()> titles;
  size_t chosen = titles.size();
  const std::string text = TextOf(view);
  for (size_t k = 0; k < titles.size(); ++k) {
    titles[k] = kPolymetricPresets[k].title;
    if (text == kPolymetricPresets[k].text) chosen = k;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  const size_t clicked = SegmentedControl(ctx, "polymetric/presets", titles, chosen, width);
  if (clicked != chosen && clicked < titles.size())
    ctx.Emit(ShowText{std::string(kPolymetricPresets[clicked].text)});
}

void DrawChoices(const ViewState& view, const PanelContext& ctx) {
  Result<PolymetricSpec> spec = ParsePolymetric(TextOf(view));
  if (!spec) return;
  const bool is_plot = spec->arrangement == BoxArrangement::kPlot;
  bool changed = false;
  const float name = std::round(ctx.Px(66));
  ImGui::AlignTextToFramePadding();
  Text("items");
  ImGui::SameLine(name);
  ImGui::SetNextItemWidth(-1);
  std::optional<ItemKind> items = spec->items;
  if (ChooseWord(ctx, "polymetric/items", kItemKindWords, items, false)) {
    PolymetricSpec other;
    other.items = *items;
    other.arrangement = is_plot                         ? BoxArrangement::kPlot
                        : *items == ItemKind::kClass    ? BoxArrangement::kInheritance
                        : *items == ItemKind::kContext  ? BoxArrangement::kTree
                        : *items == ItemKind::kFunction ? BoxArrangement::kCalls
                                                        : BoxArrangement::kGrid;
    other.x = spec->x;
    other.y = spec->y;
    other.width = spec->width;
    other.height = spec->height;
    other.tone = spec->tone;
    *spec = std::move(other);
    changed = true;
  }
  if (is_plot) {
    changed |= ChooseMeasure(ctx, "x", spec->x);
    changed |= ChooseMeasure(ctx, "y", spec->y);
  }
  changed |= ChooseMeasure(ctx, "width", spec->width);
  changed |= ChooseMeasure(ctx, "height", spec->height);
  changed |= ChooseMeasure(ctx, "tone", spec->tone);
  if (changed) ctx.Emit(ShowText{FormatPolymetric(*spec)});
}

void DrawText(const ViewState& view, TextEdit& edit, const PanelContext& ctx) {
  if (const std::string text = TextOf(view); edit.typed_of != text) edit.typed = edit.typed_of = text;
  ImGui::SetNextItemWidth(-1);
  if (TextField("##polymetric-text", "items class | width log calls", edit.typed,
                ImGuiInputTextFlags_EnterReturnsTrue))
    ctx.Emit(ShowText{edit.typed});
  ctx.Mark("polymetric/text");
}

}  // namespace

void DrawPolymetricRows(const ViewState& view, const std::vector<LegendLine>& legend, TextEdit& edit,
                        const PanelContext& ctx) {
  DrawPresets(view, ctx);
  DrawChoices(view, ctx);
  DrawText(view, edit, ctx);
  const float swatch = std::round(ctx.Px(12));
  for (const LegendLine& line : legend) {
    if (line.color) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float top = at.y + std::round((ImGui::GetTextLineHeight() - swatch) / 2);
      ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + swatch, top + swatch},
                                                Packed(*line.color), ctx.Px(2));
      ImGui::GetWindowDrawList()->AddRect({at.x, top}, {at.x + swatch, top + swatch}, ctx.colors().line,
                                          ctx.Px(2));
      ImGui::Dummy({swatch, ImGui::GetTextLineHeight()});
      ImGui::SameLine();
    }
    TextWrapped(line.is_warning ? ctx.colors().warning : ctx.colors().text_dim, line.text);
  }
}

void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx) {
  if (readout.title.empty()) return;
  ImFont *const regular = ctx.fonts.regular, *const small = ctx.fonts.small;
  const float pad = ctx.Px(10), gap = ctx.Px(14), line_height = std::round(ctx.Px(18));
  float name = 0, value = 0;
  for (const auto& row : readout.rows) {
    name = std::max(name, TextWidth(small, row.first));
    value = std::max(value, TextWidth(small, row.second));
  }
  const float most = std::max(chart.width - 4 * pad, ctx.Px(40));
  const float inner =
      std::min(std::max(TextWidth(regular, readout.title), name + gap + value), std::min(most, ctx.Px(520)));
  const float height = ctx.Px(14) + line_height * static_cast<float>(1 + readout.rows.size());
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  ImVec2 at{pointer.x + ctx.Px(16), pointer.y + ctx.Px(14)};
  if (at.x + inner + 2 * pad > chart.x + chart.width) at.x = pointer.x - inner - 2 * pad - ctx.Px(12);
  if (at.y + height > chart.y + chart.height) at.y = pointer.y - height - ctx.Px(12);
  at = {std::round(std::max(at.x, chart.x + 2)), std::round(std::max(at.y, chart.y + 2))};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 end{at.x + inner + 2 * pad, at.y + height};
  list.AddRectFilled(at, end, ctx.colors().panel, ctx.Px(7));
  list.AddRect(at, end, ctx.colors().line, ctx.Px(7));
  float y = at.y + ctx.Px(7);
  DrawTextAt(list, regular, {at.x + pad, y}, ctx.colors().text, ShortName(regular, readout.title, inner));
  for (const auto& row : readout.rows) {
    y += line_height;
    DrawTextAt(list, small, {at.x + pad, y}, ctx.colors().text_dim, row.first);
    DrawTextShort(list, small, {at.x + pad + name + gap, y}, inner - name - gap, ctx.colors().text,
                  row.second);
  }
}

}  // namespace ringscope::polymetric
