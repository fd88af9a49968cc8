#include <algorithm>
#include <cmath>

#include "app/core/display_text.h"
#include "app/views/polymetric/polymetric_model.h"
#include "renderer/color/color.h"
#include "renderer/color/palette.h"

namespace ringscope::polymetric {
namespace {

// The largest text sizes: of items, of numbers beside axes, and of boxes that hold others and summaries.
constexpr float kNamePx = 12, kTickPx = 12, kFrameNamePx = 15;

// The fill of boxes without a tone: fainter than the marks of changes, and none of the colours of tones.
Color PlainColor(Theme theme) { return SrgbFromOkLch({theme == Theme::kDark ? 0.58 : 0.66, 0.055, 255}); }

// The fill of each item.
std::vector<Color> FillsOf(const PolymetricFound& found, Theme theme) {
  std::vector<Color> fills(found.items.size(), PlainColor(theme));
  if (!found.spec.tone) return fills;
  if (found.spec.tone->of == MeasureOf::kReturns) {
    if (!KnowsReturns(found)) return fills;
    for (uint32_t item = 0; item < fills.size(); ++item) {
      fills[item] = ReturnColor(
          item < found.items.facts.size() ? found.items.facts[item].returns : ReturnKind::kUnknown, theme);
    }
    return fills;
  }
  if (found.tone.values.empty()) return fills;
  const std::vector<double> position = PositionsOf(found.tone, found.spec.tone->scale);
  const bool diverges = HasNegative(found.tone);
  for (uint32_t item = 0; item < fills.size(); ++item) {
    if (!std::isfinite(position[item])) {
      fills[item] = UnknownColor(theme);
    } else {
      fills[item] = diverges ? DivergingColor(position[item], theme) : SequentialColor(position[item], theme);
    }
  }
  return fills;
}

// How an item changed in a comparison; std::nullopt for less than a hundredth of the larger total.
std::optional<DifferenceKind> MarkedChange(const PolymetricFound& found, const PolymetricWanted& wanted,
                                           uint32_t item) {
  constexpr double kLeastShare = 0.01;
  const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
  if (!sides) return std::nullopt;
  const ItemTable& items = found.items;
  const auto before = static_cast<double>(items.inclusive[sides->before][item]);
  const auto after = static_cast<double>(items.inclusive[sides->after][item]);
  const double whole = static_cast<double>(std::max(items.total[sides->before], items.total[sides->after]));
  if (before == after || std::abs(after - before) < kLeastShare * whole) return std::nullopt;
  if (before == 0 || after == 0) return before == 0 ? DifferenceKind::kNew : DifferenceKind::kGone;
  return after > before ? DifferenceKind::kMore : DifferenceKind::kLess;
}

struct Paint {
  const PolymetricFound& found;
  const PolymetricWanted& wanted;
  Theme theme;
  std::optional<Side> side;
  DifferenceColors colors;
  const ChartPalette& palette = PaletteOf(theme);
  std::vector<Color> fills = FillsOf(found, theme);
  // For a picture of one side.
  const bool is_compared = SidesOf(wanted.tree->metrics(), wanted.metric).has_value();
  const MetricIndex metric = MetricOf(wanted, side);
  std::vector<LeftOutClasses> left_out = LeftOutOfSide();
  uint64_t total = side ? found.items.total[metric] : 0;
  double largest_width = side ? LargestOf(found.width) : 0;
  double largest_height = side ? LargestOf(found.height) : 0;

  [[nodiscard]] std::vector<LeftOutClasses> LeftOutOfSide() const {
    if (!side) return {};
    std::vector<LeftOutClasses> classes = found.structure.left_out;
    for (LeftOutClasses& one : classes) one.self = 0;
    const std::vector<uint64_t>& self = found.items.self[metric];
    const std::vector<uint32_t>& of_item = found.structure.left_out_of_item;
    for (uint32_t item = 0; item < of_item.size(); ++item)
      if (of_item[item] < classes.size()) classes[of_item[item]].self += self[item];
    return classes;
  }

  [[nodiscard]] Color Soft(float share) const { return MixColors(palette.background, palette.text, share); }

  void PaintItem(const PlacedBox& placed, DiagramBox& box) const {
    const ItemTable& items = found.items;
    box.fill = fills[placed.item];
    // Stripes mark unknown values besides the fill.
    if (found.spec.tone && box.fill == UnknownColor(theme)) box.hatch = UnknownStripes(theme);
    box.border = Soft(0.5f);
    box.key = placed.item;
    if (const auto change = MarkedChange(found, wanted, placed.item)) {
      box.border = ChangeColor(*change, colors, theme);
      box.border_px = kChangedBorderPx;
    }
    box.weight = placed.weight.value_or(static_cast<double>(items.inclusive[wanted.metric][placed.item]));
    if (items.kind == ItemKind::kContext) box.context = items.context[placed.item];
    if (items.kind == ItemKind::kFunction)
      box.function = wanted.functions->FunctionOf(items.first_frame[placed.item]);
    // A label outside its box has the colour of text on the plane.
    const bool is_inside = placed.label_place.x < placed.place.x + placed.size.width &&
                           placed.label_place.y >= placed.place.y &&
                           placed.label_place.y < placed.place.y + placed.size.height;
    if (side) FitToSide(placed, box);
    if (side && is_inside) {
      box.label_place = {2, 0};
      box.label_size = {std::max(box.size.width - 4, 1.0), box.size.height};
    }
    box.label_color = is_inside ? TextColorOn(box.fill, theme) : palette.text;
    box.label_px = kNamePx;
    box.is_plain = items.kind != ItemKind::kFunction && items.kind != ItemKind::kContext &&
                   items.kind != ItemKind::kClass;
    box.is_beside = found.spec.arrangement == BoxArrangement::kPlot;
  }

  // Gives a box the size that its item has on this side, on the scale of both sides, inside the larger box.
  void FitToSide(const PlacedBox& placed, DiagramBox& box) const {
    const auto side_of = [&](const std::vector<double>& values, double of_largest,
                             const std::optional<BoxMeasure>& measure, double of_both) {
      if (!measure || placed.item >= values.size()) return of_both;
      const double largest = ScaledValue(of_largest, measure->scale);
      const double part = largest > 0 ? ScaledValue(values[placed.item], measure->scale) / largest : 0;
      return std::isfinite(part) ? SideOf(std::abs(part)) : kLeastSide;
    };
    const size_t k = IndexOf(*side);
    const double width = side_of(found.side_width[k], largest_width, found.spec.width, box.size.width);
    const double height = side_of(found.side_height[k], largest_height, found.spec.height, box.size.height);
    // Boxes of a grid stand on the bottom of their row, others hang below their callers.
    const bool stands = found.spec.arrangement == BoxArrangement::kInheritance ||
                        found.spec.arrangement == BoxArrangement::kGrid;
    const double right = (box.size.width - width) / 2, down = stands ? box.size.height - height : 0;
    box.place = {box.place.x + right, box.place.y + down};
    box.label_place = {box.label_place.x - right, box.label_place.y - down};
    if (box.edges_by) box.edges_by = PlanePoint{box.edges_by->x - right, box.edges_by->y - down};
    box.size = {width, height};
    if (is_compared && found.items.inclusive[metric][placed.item] == 0) {
      // The item did not run on this side.
      box.fill = Soft(0.04f);
      box.hatch.a = 0;
    }
  }

  [[nodiscard]] DiagramBox Painted(const PlacedBox& placed) const {
    DiagramBox box;
    box.place = placed.place;
    box.size = placed.size;
    box.label = placed.label;
    box.label_place = {placed.label_place.x - placed.place.x, placed.label_place.y - placed.place.y};
    box.label_size = placed.label_size;
    if (!box.label.empty() && placed.label_place.y + placed.label_size.height <= placed.place.y + 1)
      box.edges_above = placed.place.y - placed.label_place.y;
    if (placed.edges_by)
      box.edges_by = PlanePoint{placed.edges_by->x - placed.place.x, placed.edges_by->y - placed.place.y};
    box.label_align = placed.label_align;
    box.label_color = palette.text;
    if (placed.label_size.width <= 0) box.label.clear();
    box.within = placed.within;
    // The role keeps the keys of different roles apart.
    const uint64_t role = static_cast<uint64_t>(placed.role) << 40;
    switch (placed.role) {
      case BoxRole::kItem:
        PaintItem(placed, box);
        return box;
      case BoxRole::kClass:
      case BoxRole::kPackage:
        box.fill = Soft(placed.role == BoxRole::kClass ? 0.09f : 0.035f);
        box.border = Soft(placed.role == BoxRole::kClass ? 0.34f : 0.2f);
        box.weight = static_cast<double>(InsideOf(found, wanted.metric, placed).self);
        box.is_frame = true;
        break;
      case BoxRole::kSummary:
        box.fill = palette.rest;
        box.border = palette.rest_hatch;
        box.is_plain = true;
        if (side && placed.item < left_out.size()) box.label = LeftOutText(left_out[placed.item], total);
        break;
      case BoxRole::kFrame:
        box.is_frame = true;
        box.fill = Soft(0.03f);
        box.border = Soft(0.25f);
        break;
      case BoxRole::kTick:
        box.fill = box.border = Soft(0.4f);
        // A tick without a size is text alone.
        if (placed.size.width + placed.size.height == 0) box.fill.a = box.border.a = 0;
        box.is_plain = true;
        box.label_color = Soft(0.75f);
        break;
    }
    box.key = role | placed.item;
    box.label_px = placed.role == BoxRole::kTick ? kTickPx : kFrameNamePx;
    return box;
  }

  [[nodiscard]] DiagramEdge Painted(const PlacedEdge& placed) const {
    if (placed.is_inheritance) return {placed.from, placed.to, Soft(0.4f), 1.2f};
    // Calls beside the tree are quiet: there may be many more of them than boxes.
    const bool is_quiet = placed.role == EdgeRole::kOther || placed.role == EdgeRole::kBack;
    const auto weight = static_cast<float>(std::sqrt(placed.share));
    const float width = placed.role == EdgeRole::kTree ? 1 + 2.5f * weight : 1;
    // Edges of dear calls stand out.
    return {placed.from, placed.to, Soft(is_quiet ? 0.13f : 0.24f + 0.4f * weight), width,
            placed.is_gathered};
  }
};

}  // namespace

Color UnknownColor(Theme theme) { return ReturnColor(ReturnKind::kUnknown, theme); }
Color UnknownStripes(Theme theme) { return MixColors(UnknownColor(theme), PaletteOf(theme).text, 0.25f); }

InsideOfBox InsideOf(const PolymetricFound& found, MetricIndex metric, const PlacedBox& placed) {
  const auto& classes = found.structure.classes;
  InsideOfBox inside;
  const auto add = [&](const StructureClass& its) {
    inside.methods += its.end - its.begin;
    for (uint32_t k = its.begin; k < its.end; ++k)
      inside.self += found.items.self[metric][found.structure.methods[k]];
  };
  add(classes[placed.item]);
  if (placed.role != BoxRole::kPackage) return inside;
  // The classes of a package follow it.
  for (uint32_t k = placed.item + 1; k < classes.size() && classes[k].parent == placed.item; ++k) {
    add(classes[k]);
    ++inside.classes;
  }
  return inside;
}

Color ReturnColor(ReturnKind kind, Theme theme) {
  const bool is_dark = theme == Theme::kDark;
  switch (kind) {
    case ReturnKind::kSelf:
      return SrgbFromOkLch({is_dark ? 0.56 : 0.62, 0.01, 260});
    case ReturnKind::kSame:
      return SrgbFromOkLch({0.84, 0.16, 95});
    case ReturnKind::kOther:
      return SrgbFromOkLch({is_dark ? 0.94 : 0.995, 0.003, 260});
    case ReturnKind::kUnknown:
      break;
  }
  return SrgbFromOkLch({is_dark ? 0.36 : 0.87, 0.045, 255});
}

Color ChangeColor(DifferenceKind change, DifferenceColors colors, Theme theme) {
  return DifferenceColor({change, change == DifferenceKind::kLess ? -1.0 : 1.0}, SourceChange::kUnknown,
                         colors, theme);
}

Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                     std::optional<Side> side, DifferenceColors colors) {
  const Paint paint{found, wanted, theme, side, colors};
  Diagram diagram;
  for (const PlacedBox& box : found.layout.boxes)
    diagram.room.Add({box.place.x, box.place.y, box.place.x + box.size.width, box.place.y + box.size.height});
  diagram.boxes.reserve(found.layout.boxes.size());
  for (const PlacedBox& box : found.layout.boxes) diagram.boxes.push_back(paint.Painted(box));
  for (const PlacedEdge& edge : found.layout.edges) diagram.edges.push_back(paint.Painted(edge));
  return diagram;
}

Diagram PaintSides(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme) {
  constexpr double kBetween = 60, kTitle = 34;
  constexpr float kTitlePx = 16;
  Diagram both;
  double left = 0;
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    Diagram one = PaintDiagram(found, wanted, theme, side);
    const auto first = static_cast<uint32_t>(both.boxes.size());
    const double right = left - one.room.left;
    for (DiagramBox& box : one.boxes) {
      box.place.x += right;
      box.key = box.key * 2 + IndexOf(side);
      if (box.within != kNoBox) box.within += first;
      both.boxes.push_back(std::move(box));
    }
    for (DiagramEdge edge : one.edges) {
      edge.from += first;
      edge.to += first;
      both.edges.push_back(edge);
    }
    const double width = one.room.right - one.room.left;
    DiagramBox title;
    title.key = (uint64_t{1} << 60) + IndexOf(side);
    title.place = {left, one.room.top - kTitle};
    title.fill = title.border = PaletteOf(theme).background;
    title.size = {width, 1};
    title.label = SideText(wanted, side);
    // A label without a size has the same text size at any scale.
    title.label_place = {0, -kTitle / 3};
    title.label_align = TextAlign::kLeft;
    title.label_color = PaletteOf(theme).text;
    title.label_px = kTitlePx;
    both.boxes.push_back(std::move(title));
    left += width + kBetween;
  }
  return both;
}

std::string SideText(const PolymetricWanted& wanted, Side side) {
  const auto& executions = wanted.tree->report().executions;
  std::string text = side == Side::kBefore ? "before" : "after";
  const auto found = std::ranges::find(executions, side, &Execution::side);
  if (found != executions.end() && !found->name.empty()) text += ": " + DisplayText(found->name, 100);
  return text;
}

}  // namespace ringscope::polymetric
