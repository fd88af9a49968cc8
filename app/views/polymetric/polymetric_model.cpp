#include "app/views/polymetric/polymetric_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/display_text.h"
#include "app/steps/context_steps.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/query/language/query.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/oklab.h"
#include "renderer/color/palette.h"

namespace ringscope::polymetric {
namespace {

constexpr size_t kMaxNameBytes = 400;

std::string NumberText(const MeasuredItems& measured, double value) {
  if (!std::isfinite(value)) return "unknown";
  const auto size = static_cast<uint64_t>(std::min(std::abs(value), 1.8e19));
  return (value < 0 ? "-" : "") + ValueText(size, measured.unit, measured.scale);
}

double LargestOf(const MeasuredItems& measured) {
  double largest = 0;
  for (const double value : measured.values) {
    if (std::isfinite(value) && std::abs(value) > std::abs(largest)) largest = value;
  }
  return largest;
}

bool HasNegative(const MeasuredItems& measured) {
  return std::any_of(measured.values.begin(), measured.values.end(), [](double value) { return value < 0; });
}

Color UnknownColor(Theme theme) { return ReturnColor(ReturnKind::kUnknown, theme); }
Color UnknownStripes(Theme theme) { return MixColors(UnknownColor(theme), PaletteOf(theme).text, 0.35f); }

// The fill of each item.
std::vector<Color> FillsOf(const PolymetricFound& found, Theme theme) {
  std::vector<Color> fills(found.items.size(), SequentialColor(0.55, theme));
  if (!found.spec.tone) return fills;
  if (found.spec.tone->of == MeasureOf::kReturns) {
    for (uint32_t item = 0; item < fills.size(); ++item) {
      fills[item] = ReturnColor(
          item < found.items.facts.size() ? found.items.facts[item].returns : ReturnKind::kUnknown, theme);
    }
    return fills;
  }
  if (found.tone.values.empty()) {
    std::fill(fills.begin(), fills.end(), UnknownColor(theme));
    return fills;
  }
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

// What lies in the box of a class, or of a package with its classes.
struct InsideOfBox {
  uint64_t classes = 0, methods = 0, self = 0;
};
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
  // They follow it.
  for (uint32_t k = placed.item + 1; k < classes.size() && classes[k].parent == placed.item; ++k) {
    add(classes[k]);
    ++inside.classes;
  }
  return inside;
}

struct Paint {
  const PolymetricFound& found;
  const PolymetricWanted& wanted;
  Theme theme;
  std::optional<Side> side;
  const ChartPalette& palette = PaletteOf(theme);
  std::vector<Color> fills = FillsOf(found, theme);

  [[nodiscard]] Color Soft(float share) const { return MixColors(palette.background, palette.text, share); }

  void Item(const PlacedBox& placed, DiagramBox& box) const {
    const ItemTable& items = found.items;
    box.fill = fills[placed.item];
    // Not only a colour tells what is not known.
    if (found.spec.tone && box.fill == UnknownColor(theme)) box.hatch = UnknownStripes(theme);
    box.border = Soft(0.5f);
    box.key = placed.item;
    if (const auto change = MarkedChange(found, wanted, placed.item)) {
      box.border = DivergingColor(*change < 0 ? -1 : 1, theme);
      box.border_px = 3;
    }
    // Elsewhere there is no room between boxes, or names are chosen by place.
    if (found.spec.arrangement == BoxArrangement::kCalls || found.spec.arrangement == BoxArrangement::kTree)
      box.weight = static_cast<double>(items.inclusive[wanted.metric][placed.item]);
    if (items.kind == ItemKind::kContext) box.context = items.context[placed.item];
    if (items.kind == ItemKind::kFunction)
      box.function = wanted.functions->FunctionOf(items.first_frame[placed.item]);
    if (side) OfSide(placed, box);
    // A label that lies outside has the colours of what is written on the plane.
    const bool is_inside = placed.label_place.x < placed.place.x + placed.size.width &&
                           placed.label_place.y >= placed.place.y &&
                           placed.label_place.y < placed.place.y + placed.size.height;
    box.label_color = is_inside ? TextColorOn(box.fill, theme) : palette.text;
    box.label_px = 11;
  }

  // As large as its side has it, on the scale of both, in the room of the larger one.
  void OfSide(const PlacedBox& placed, DiagramBox& box) const {
    const auto side_of = [&](const std::vector<double>& values, const MeasuredItems& both,
                             const std::optional<BoxMeasure>& measure, double of_both) {
      if (!measure || placed.item >= values.size()) return of_both;
      const double largest = ScaledValue(LargestOf(both), measure->scale);
      const double part = largest > 0 ? ScaledValue(values[placed.item], measure->scale) / largest : 0;
      return std::isfinite(part) ? SideOf(std::abs(part)) : kLeastSide;
    };
    const size_t k = IndexOf(*side);
    const double width = side_of(found.side_width[k], found.width, found.spec.width, box.size.width);
    const double height = side_of(found.side_height[k], found.height, found.spec.height, box.size.height);
    // Boxes of a grid stand on the bottom of their row, others hang below their callers.
    const bool stands = found.spec.arrangement == BoxArrangement::kInheritance ||
                        found.spec.arrangement == BoxArrangement::kGrid;
    const double right = (box.size.width - width) / 2, down = stands ? box.size.height - height : 0;
    box.place = {box.place.x + right, box.place.y + down};
    box.label_place = {box.label_place.x - right, box.label_place.y - down};
    if (box.edges_by) box.edges_by = PlanePoint{box.edges_by->x - right, box.edges_by->y - down};
    box.size = {width, height};
    const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
    if (sides &&
        found.items.inclusive[*side == Side::kBefore ? sides->before : sides->after][placed.item] == 0) {
      // It did not run.
      box.fill = Soft(0.04f);
      box.hatch.a = 0;
    }
  }

  [[nodiscard]] DiagramBox Of(const PlacedBox& placed) const {
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
    // Keys of one role beside those of the others.
    const uint64_t role = static_cast<uint64_t>(placed.role) << 40;
    switch (placed.role) {
      case BoxRole::kItem:
        Item(placed, box);
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
        break;
      case BoxRole::kFrame:
        box.fill = Soft(0.03f);
        box.border = Soft(0.25f);
        break;
      case BoxRole::kTick:
        box.fill = box.border = Soft(0.4f);
        box.label_color = Soft(0.75f);
        break;
    }
    box.key = role | placed.item;
    box.label_px = 12;
    return box;
  }

  [[nodiscard]] DiagramEdge Of(const PlacedEdge& placed) const {
    if (placed.is_inheritance) return {placed.from, placed.to, Soft(0.4f), 1.2f};
    // Calls beside the tree are quiet: there may be many more of them than boxes.
    const bool is_quiet = placed.role == EdgeRole::kOther || placed.role == EdgeRole::kBack;
    const auto weight = static_cast<float>(std::sqrt(placed.share));
    const float width = placed.role == EdgeRole::kTree ? 1 + 2.5f * weight : 1;
    // The way to what is dear stands out.
    return {placed.from, placed.to, Soft(is_quiet ? 0.13f : 0.24f + 0.4f * weight), width,
            placed.is_gathered};
  }
};

// Values whose sides a reader can compare with those of boxes.
std::vector<LegendSample> SamplesOf(const MeasuredItems& measured, MeasureScale scale) {
  std::vector<LegendSample> samples;
  const double largest = LargestOf(measured), of_largest = ScaledValue(largest, scale);
  if (!(of_largest > 0) || HasNegative(measured)) return samples;
  const auto unit = static_cast<double>(std::max<uint64_t>(measured.scale, 1));
  for (const double value :
       ReadableValues(largest / unit, scale == MeasureScale::kLog, measured.unit == "bytes")) {
    samples.push_back(
        {SideOf(ScaledValue(value * unit, scale) / of_largest), NumberText(measured, value * unit)});
  }
  return samples;
}

void AddMeasureLine(std::string_view what, const std::optional<BoxMeasure>& measure,
                    const MeasuredItems& measured, std::vector<LegendLine>& lines) {
  if (!measure || measure->of == MeasureOf::kReturns) return;
  if (!measured.missing.empty()) {
    lines.push_back(
        {fmt::format("{}: the same for all, as {}", what, DisplayText(measured.missing)), {}, true});
    return;
  }
  const std::string scale = measure->scale == MeasureScale::kLinear
                                ? ""
                                : ", " + std::string(WordOf(kMeasureScaleWords, measure->scale));
  LegendLine line{fmt::format("{}: {}{}, up to {}", what, DisplayText(measured.title), scale,
                              NumberText(measured, LargestOf(measured)))};
  line.is_height = what == "height";
  if (line.is_height || what == "width") line.samples = SamplesOf(measured, measure->scale);
  lines.push_back(std::move(line));
}

std::string ReturnText(ReturnKind kind) {
  switch (kind) {
    case ReturnKind::kSelf:
      return "its own object";
    case ReturnKind::kSame:
      return "the same per receiver";
    case ReturnKind::kOther:
      return "different values";
    case ReturnKind::kUnknown:
      break;
  }
  return "unknown";
}

void AddItemRows(const PolymetricFound& found, const PolymetricWanted& wanted, uint32_t item,
                 BoxReadout& readout) {
  const Cct& tree = *wanted.tree;
  const ItemTable& items = found.items;
  const Metric& metric = tree.metrics()[wanted.metric];
  const FrameId frame = items.first_frame[item];
  const bool is_function = items.kind == ItemKind::kFunction || items.kind == ItemKind::kContext;
  if (is_function && frame < tree.frames().size()) {
    const ClassOfFrame its = FindClassOf(tree.frames(), frame);
    const std::string name =
        its.id != kNoClass ? FullNameOf(tree.frames().facts()[its.id]) : std::string(its.name);
    if (!name.empty()) readout.rows.emplace_back("class", DisplayText(name, kMaxNameBytes));
  }
  const uint64_t inclusive = items.inclusive[wanted.metric][item], self = items.self[wanted.metric][item];
  const auto cost = [&](uint64_t value) {
    return fmt::format("{}, {}", ValueText(value, metric.unit, metric.scale),
                       ShareText(value, items.total[wanted.metric]));
  };
  readout.rows.emplace_back("inclusive", cost(inclusive));
  readout.rows.emplace_back("self", cost(self));
  if (const auto calls = FindCallsOf(tree))
    readout.rows.emplace_back("calls", CountText(items.self[*calls][item]));
  if (item < items.facts.size()) {
    const ItemFacts& facts = items.facts[item];
    if (facts.receivers)
      readout.rows.emplace_back(
          "receivers", (facts.receivers->at_least ? "at least " : "") + CountText(facts.receivers->amount));
    if (facts.returns != ReturnKind::kUnknown)
      readout.rows.emplace_back("returns", ReturnText(facts.returns));
  }
  if (const auto sides = SidesOf(tree.metrics(), wanted.metric)) {
    readout.rows.emplace_back("before",
                              ValueText(items.inclusive[sides->before][item], metric.unit, metric.scale));
    readout.rows.emplace_back("after",
                              ValueText(items.inclusive[sides->after][item], metric.unit, metric.scale));
  }
}

// Calls that are too cheap to be drawn where nobody points.
void AddGatheredRow(const PolymetricFound& found, uint32_t box, BoxReadout& readout) {
  uint64_t gathered = 0;
  for (const PlacedEdge& edge : found.layout.edges)
    gathered += edge.is_gathered && (edge.from == box || edge.to == box) ? 1 : 0;
  if (gathered != 0) readout.rows.emplace_back("quiet", CountedText(gathered, "cheap call") + ", lit now");
}

}  // namespace

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

std::optional<double> MarkedChange(const PolymetricFound& found, const PolymetricWanted& wanted,
                                   uint32_t item) {
  constexpr double kLeastShare = 0.01;
  const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
  if (!sides) return std::nullopt;
  const ItemTable& items = found.items;
  const auto before = static_cast<double>(items.inclusive[sides->before][item]);
  const auto after = static_cast<double>(items.inclusive[sides->after][item]);
  const double whole = static_cast<double>(std::max(items.total[sides->before], items.total[sides->after]));
  if (before == after || std::abs(after - before) < kLeastShare * whole) return std::nullopt;
  return after - before;
}

Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                     std::optional<Side> side) {
  const Paint paint{found, wanted, theme, side};
  Diagram diagram;
  for (const PlacedBox& box : found.layout.boxes)
    diagram.room.Add({box.place.x, box.place.y, box.place.x + box.size.width, box.place.y + box.size.height});
  diagram.boxes.reserve(found.layout.boxes.size());
  for (const PlacedBox& box : found.layout.boxes) diagram.boxes.push_back(paint.Of(box));
  for (const PlacedEdge& edge : found.layout.edges) diagram.edges.push_back(paint.Of(edge));
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
    // Without room of its own it is as large at any scale.
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
  const auto found = std::find_if(executions.begin(), executions.end(),
                                  [&](const Execution& one) { return one.side == side; });
  if (found != executions.end() && !found->name.empty()) text += ": " + DisplayText(found->name, 100);
  return text;
}

std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme) {
  std::vector<LegendLine> lines;
  const PolymetricSpec& spec = found.spec;
  AddMeasureLine("x", spec.x, found.x, lines);
  AddMeasureLine("y", spec.y, found.y, lines);
  AddMeasureLine("width", spec.width, found.width, lines);
  AddMeasureLine("height", spec.height, found.height, lines);
  if (spec.tone && spec.tone->of == MeasureOf::kReturns) {
    lines.push_back({"returns its own object", ReturnColor(ReturnKind::kSelf, theme), false});
    lines.push_back(
        {"returns the same per receiver: could be cached", ReturnColor(ReturnKind::kSame, theme), false});
    lines.push_back({"returns different values", ReturnColor(ReturnKind::kOther, theme), false});
    lines.push_back({"unknown what it returns", UnknownColor(theme), false});
    lines.back().stripes = UnknownStripes(theme);
  } else if (spec.tone) {
    AddMeasureLine("tone", spec.tone, found.tone, lines);
    if (found.tone.missing.empty()) {
      lines.push_back({"none", SequentialColor(0, theme), false});
      lines.push_back({"most", SequentialColor(1, theme), false});
      lines.push_back({"unknown", UnknownColor(theme), false});
      lines.back().stripes = UnknownStripes(theme);
    }
  }
  if (spec.arrangement == BoxArrangement::kInheritance) {
    if (!found.structure.has_class_table)
      lines.push_back(
          {"classes and packages are those of names: the profile knows no inheritance", {}, true});
    if (found.structure.unknown_methods != 0)
      lines.push_back({CountedText(found.structure.unknown_methods, "method") +
                           " of classes that the profile does not know",
                       {},
                       true});
    if (found.structure.circles != 0)
      lines.push_back(
          {CountedText(found.structure.circles, "circle") + " of superclasses cut: the file is damaged",
           {},
           true});
  }
  if (spec.arrangement == BoxArrangement::kCalls) {
    if (found.around.more_callers != 0)
      lines.push_back({CountedText(found.around.more_callers, "caller") + " not shown", {}, false});
    if (found.around.more_callees != 0)
      lines.push_back({CountedText(found.around.more_callees, "callee") + " not shown", {}, false});
    const auto gathered =
        static_cast<uint64_t>(std::count_if(found.layout.edges.begin(), found.layout.edges.end(),
                                            [](const PlacedEdge& edge) { return edge.is_gathered; }));
    lines.push_back({"lines: thick from the dearest caller, thin from others", {}, false});
    if (gathered != 0)
      lines.push_back({fmt::format("{} of less than 0.5 % of the dearest: only where pointed at",
                                   CountedText(gathered, "call")),
                       {},
                       false});
  }
  if (SidesOf(wanted.tree->metrics(), wanted.metric)) {
    lines.push_back({"costs more: by 1 % of the whole or more", DivergingColor(1, theme), false});
    lines.push_back({"costs less", DivergingColor(-1, theme), false});
  }
  return lines;
}

std::string FactsOf(const PolymetricFound& found, const PolymetricWanted& wanted) {
  const Metric& metric = wanted.tree->metrics()[wanted.metric];
  const auto total = [&](MetricIndex of) {
    return ValueText(found.items.total[of], metric.unit, metric.scale);
  };
  const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
  const std::string values =
      sides ? total(sides->before) + " to " + total(sides->after) : total(wanted.metric);
  std::string facts = fmt::format("{}: {}  \xC2\xB7  ", sides ? NameOfCompared(metric) : metric.name, values);
  if (found.spec.arrangement == BoxArrangement::kCalls && !found.around.functions.empty()) {
    const std::string name = DisplayText(ShownName(found.items.name[found.around.functions.front()]), 200);
    const bool is_all = !found.spec.down && found.spec.up == 0;
    return facts + (is_all ? "what " + name + " reaches" : "around " + name) + "  \xC2\xB7  " +
           DrawnTextOf(found);
  }
  return facts + DrawnTextOf(found);
}

BoxReadout ReadoutOf(const PolymetricFound& found, const PolymetricWanted& wanted, uint32_t box) {
  BoxReadout readout;
  if (box >= found.layout.boxes.size()) return readout;
  const PlacedBox& placed = found.layout.boxes[box];
  switch (placed.role) {
    case BoxRole::kItem:
      readout.title = DisplayText(ShownName(found.items.name[placed.item]), kMaxNameBytes);
      AddItemRows(found, wanted, placed.item, readout);
      AddGatheredRow(found, box, readout);
      break;
    case BoxRole::kClass:
    case BoxRole::kPackage: {
      const StructureClass& its = found.structure.classes[placed.item];
      readout.title = DisplayText(its.name, kMaxNameBytes);
      const InsideOfBox inside = InsideOf(found, wanted.metric, placed);
      if (placed.role == BoxRole::kPackage) readout.rows.emplace_back("classes", CountText(inside.classes));
      readout.rows.emplace_back("methods", CountText(inside.methods));
      const uint64_t self = inside.self;
      const Metric& metric = wanted.tree->metrics()[wanted.metric];
      readout.rows.emplace_back("self", fmt::format("{}, {}", ValueText(self, metric.unit, metric.scale),
                                                    ShareText(self, found.items.total[wanted.metric])));
      if (its.parent != kNoItem)
        readout.rows.emplace_back(found.structure.has_class_table ? "below" : "in",
                                  DisplayText(found.structure.classes[its.parent].name, kMaxNameBytes));
      break;
    }
    case BoxRole::kSummary: {
      readout.title = placed.label;
      const uint64_t self = found.structure.left_out_self + found.items.left_out_cost;
      const Metric& metric = wanted.tree->metrics()[wanted.metric];
      if (found.around.left_out == 0)
        readout.rows.emplace_back("self", ValueText(self, metric.unit, metric.scale));
      break;
    }
    case BoxRole::kFrame:
    case BoxRole::kTick:
      break;
  }
  return readout;
}

std::string GroupOfBox(const PolymetricFound& found, const Cct& tree, uint32_t box) {
  if (box >= found.layout.boxes.size()) return {};
  const PlacedBox& placed = found.layout.boxes[box];
  const auto of_frame = [&](uint32_t item, GroupBy by) {
    return QueryOfGroup(tree.frames()[found.items.first_frame[item]], by);
  };
  if (placed.role == BoxRole::kClass || placed.role == BoxRole::kPackage) {
    const StructureClass& its = found.structure.classes[placed.item];
    if (its.is_package) return ExactQueryText(QueryField::kPackage, its.name);
    return its.begin == its.end ? std::string()
                                : of_frame(found.structure.methods[its.begin], GroupBy::kClass);
  }
  if (placed.role != BoxRole::kItem) return {};
  switch (found.items.kind) {
    case ItemKind::kClass:
      return of_frame(placed.item, GroupBy::kClass);
    case ItemKind::kPackage:
      return of_frame(placed.item, GroupBy::kPackage);
    case ItemKind::kModule:
      return of_frame(placed.item, GroupBy::kModule);
    case ItemKind::kFile:
      return of_frame(placed.item, GroupBy::kFile);
    case ItemKind::kThread:
      return of_frame(placed.item, GroupBy::kThread);
    case ItemKind::kFunction:
    case ItemKind::kContext:
      break;
  }
  return {};
}

std::string SumText(const PolymetricFound& found, const PolymetricWanted& wanted,
                    std::span<const uint32_t> boxes) {
  uint64_t self = 0;
  bool has_item = false;
  for (const uint32_t box : boxes) {
    if (box >= found.layout.boxes.size() || found.layout.boxes[box].role != BoxRole::kItem) continue;
    has_item = true;
    self += found.items.self[wanted.metric][found.layout.boxes[box].item];
  }
  if (!has_item) return {};
  const Metric& metric = wanted.tree->metrics()[wanted.metric];
  return fmt::format("{} self, {}", ValueText(self, metric.unit, metric.scale),
                     ShareText(self, found.items.total[wanted.metric]));
}

std::vector<uint32_t> RelatedBoxes(const PolymetricFound& found, uint32_t box) {
  std::vector<uint32_t> related;
  if (box >= found.layout.boxes.size() || found.layout.boxes[box].role != BoxRole::kItem) return related;
  const uint32_t item = found.layout.boxes[box].item;
  if (size_t{item} + 1 >= found.graph.first.size()) return related;
  const auto add = [&](uint32_t other) {
    const uint32_t its = other < found.layout.box_of_item.size() ? found.layout.box_of_item[other] : kNoBox;
    if (other != item && its != kNoBox) related.push_back(its);
  };
  for (const CallEdge& edge : found.graph.edges) {
    if (edge.caller == item) add(edge.callee);
    if (edge.callee == item) add(edge.caller);
  }
  std::sort(related.begin(), related.end());
  related.erase(std::unique(related.begin(), related.end()), related.end());
  return related;
}

std::string DrawnTextOf(const PolymetricFound& found) {
  switch (found.spec.arrangement) {
    case BoxArrangement::kInheritance:
      return CountedText(found.structure.methods.size(), "method") + " in " +
             CountedText(found.structure.classes.size(), "class", "classes");
    case BoxArrangement::kCalls:
      return CountedText(found.around.functions.size(), "function") + ", " +
             CountedText(found.around.calls.size(), "call");
    default:
      return CountedText(found.items.size(), "box", "boxes");
  }
}

}  // namespace ringscope::polymetric
