#include "app/views/polymetric/polymetric_panel.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>

#include "app/charts/diagram/readout_panel.h"
#include "app/views/polymetric/polymetric.h"
#include "app/widgets/text_field.h"
#include "app/widgets/widgets.h"

namespace ringscope::polymetric {
namespace {

constexpr float kNameColumn = 80;  // the width of the name before a choice

// Draws a choice of a word of the table, or of "-" for no value. True if the user chose another one.
template <typename Table, typename T>
bool ChooseWord(const PanelContext& ctx, const std::string& mark, const Table& table, std::optional<T>& value,
                bool may_be_none, const std::function<bool(T)>& is_offered = nullptr) {
  const std::string shown(value ? WordOf(table, *value) : std::string_view("-"));
  bool changed = false;
  if (ImGui::BeginCombo(("##" + mark).c_str(), shown.c_str())) {
    if (may_be_none && ImGui::Selectable("-", !value)) {
      value.reset();
      changed = true;
    }
    for (const auto& row : table) {
      if (is_offered && value != row.value && !is_offered(row.value)) continue;
      if (!ImGui::Selectable(std::string(row.word).c_str(), value == row.value)) continue;
      changed = value != row.value;
      value = row.value;
    }
    ImGui::EndCombo();
  }
  ctx.Mark(mark);
  return changed;
}

// Draws the choices of measure and scale for one side of boxes. True if the user changed one.
bool ChooseMeasure(const ViewState& view, const PanelContext& ctx, std::string_view side,
                   std::optional<BoxMeasure>& measure) {
  const float width = ImGui::GetContentRegionAvail().x, name = std::round(ctx.Px(kNameColumn));
  ImGui::AlignTextToFramePadding();
  Text(side);
  ImGui::SameLine(name);
  ImGui::SetNextItemWidth(std::round((width - name) * 0.55f));
  std::optional<MeasureOf> of = measure ? std::optional(measure->of) : std::nullopt;
  const std::function<bool(MeasureOf)> is_offered = [&](MeasureOf one) {
    return HasMeasure(view, one) && (one != MeasureOf::kReturns || side == "tone");
  };
  bool changed = ChooseWord(ctx, fmt::format("polymetric/{}", side), kMeasureOfWords, of, true, is_offered);
  if (changed) {
    if (of) {
      measure = BoxMeasure{*of, {}, measure ? measure->scale : MeasureScale::kLinear};
      // Frame values have names: the first one, until the user writes another in the text.
      if (*of == MeasureOf::kValue) measure->name = view.tree().frames().facts().values().front().name;
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
    if (text == PresetText(view, k)) chosen = k;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  const size_t clicked = SegmentedControl(ctx, "polymetric/presets", titles, chosen, width);
  if (clicked != chosen && clicked < titles.size()) ctx.Emit(ShowText{PresetText(view, clicked)});
}

void DrawChoices(const ViewState& view, const PanelContext& ctx) {
  Result<PolymetricSpec> spec = ParsePolymetric(TextOf(view));
  if (!spec) return;
  const bool is_plot = spec->arrangement == BoxArrangement::kPlot;
  bool changed = false;
  const float name = std::round(ctx.Px(kNameColumn));
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
    BeginWithDearest(other);
    *spec = std::move(other);
    changed = true;
  }
  if (is_plot) {
    changed |= ChooseMeasure(view, ctx, "x", spec->x);
    changed |= ChooseMeasure(view, ctx, "y", spec->y);
  }
  changed |= ChooseMeasure(view, ctx, "width", spec->width);
  changed |= ChooseMeasure(view, ctx, "height", spec->height);
  changed |= ChooseMeasure(view, ctx, "tone", spec->tone);
  if (spec->arrangement == BoxArrangement::kInheritance && spec->within.empty()) {
    ImGui::AlignTextToFramePadding();
    Text("libraries");
    ImGui::SameLine(name);
    ImGui::SetNextItemWidth(-1);
    std::optional<LibraryClasses> libraries = spec->libraries;
    if (ChooseWord(ctx, "polymetric/libraries", kLibraryClassesWords, libraries, false)) {
      spec->libraries = *libraries;
      changed = true;
    }
  }
  if (MayFold(*spec)) {
    const std::string few = fmt::format("Dearest {}", spec->dearest.value_or(kDearestBoxes));
    const std::array<std::string_view, 2> labels{few, "All"};
    const size_t shown = spec->dearest ? 0 : 1;
    const size_t chosen =
        SegmentedControl(ctx, "polymetric/dearest", labels, shown, ImGui::GetContentRegionAvail().x);
    if (chosen != shown) {
      spec->dearest = chosen == 0 ? std::optional(kDearestBoxes) : std::nullopt;
      changed = true;
    }
  }
  if (changed) ctx.Emit(ShowText{FormatPolymetric(*spec)});
}

// Draws the field with the text of the view, for users who know its language.
void DrawText(const ViewState& view, TextEdit& edit, const PanelContext& ctx) {
  const bool is_open = ImGui::TreeNode("Advanced");
  ctx.Mark("polymetric/advanced");
  if (!is_open) return;
  if (const std::string text = TextOf(view); edit.typed_of != text) edit.typed = edit.typed_of = text;
  if (TextField(ctx, "polymetric/text", "items class | width log calls", -1, edit.typed,
                ImGuiInputTextFlags_EnterReturnsTrue))
    ctx.Emit(ShowText{edit.typed});
  ImGui::TreePop();
}

}  // namespace

void DrawPolymetricRows(const ViewState& view, const std::vector<LegendLine>& legend, TextEdit& edit,
                        const PanelContext& ctx) {
  DrawPresets(view, ctx);
  DrawChoices(view, ctx);
  for (const LegendLine& line : legend) DrawLegendLine(line, ctx);
  DrawText(view, edit, ctx);
}

}  // namespace ringscope::polymetric
