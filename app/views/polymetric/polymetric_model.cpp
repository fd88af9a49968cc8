#include "app/views/polymetric/polymetric_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "app/view/steps/context_steps.h"
#include "cct/base/text/number_text.h"
#include "cct/query/language/query.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"

namespace ringscope::polymetric {
namespace {

constexpr size_t kMaxNameBytes = 400;

std::string NumberText(const MeasuredItems& measured, double value) {
  if (!std::isfinite(value)) return "unknown";
  const auto size = static_cast<uint64_t>(std::min(std::abs(value), 1.8e19));
  return WithSign(std::min(value, 0.0), ValueText(size, measured.unit, measured.scale));
}

// Values whose sides a reader can compare with those of boxes.
std::vector<LegendSample> SamplesOf(const MeasuredItems& measured, MeasureScale scale) {
  std::vector<LegendSample> samples;
  const double largest = LargestOf(measured), of_largest = ScaledValue(largest, scale);
  if (!(of_largest > 0) || HasNegative(measured)) return samples;
  const auto unit = static_cast<double>(std::max<uint64_t>(measured.scale, 1));
  for (const double value :
       ReadableValues(largest / unit, scale == MeasureScale::kLog, measured.unit == "bytes")) {
    // Less than one unit of the raw value would read 0.
    if (value * unit < 1) continue;
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

constexpr EnumWords<ReturnKind, 4> kReturnTexts{{{"unknown", ReturnKind::kUnknown},
                                                 {"its own object", ReturnKind::kSelf},
                                                 {"the same per receiver", ReturnKind::kSame},
                                                 {"different values", ReturnKind::kOther}}};

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
  if (const auto calls = CallsBeside(tree, wanted.metric))
    readout.rows.emplace_back("calls", CountText(items.self[*calls][item]));
  if (item < items.facts.size()) {
    const ItemFacts& facts = items.facts[item];
    if (facts.receivers)
      readout.rows.emplace_back(
          "receivers", (facts.receivers->at_least ? "at least " : "") + CountText(facts.receivers->amount));
    if (facts.returns != ReturnKind::kUnknown)
      readout.rows.emplace_back("returns", WordOf(kReturnTexts, facts.returns));
  }
  if (const auto sides = SidesOf(tree.metrics(), wanted.metric)) {
    readout.rows.emplace_back("before",
                              ValueText(items.inclusive[sides->before][item], metric.unit, metric.scale));
    readout.rows.emplace_back("after",
                              ValueText(items.inclusive[sides->after][item], metric.unit, metric.scale));
  }
}

// Adds the number of calls that are drawn only while the pointer is on this box.
void AddGatheredRow(const PolymetricFound& found, uint32_t box, BoxReadout& readout) {
  const auto gathered = std::ranges::count_if(found.layout.edges, [&](const PlacedEdge& edge) {
    return edge.is_gathered && (edge.from == box || edge.to == box);
  });
  if (gathered != 0)
    readout.rows.emplace_back("quiet",
                              CountedText(static_cast<uint64_t>(gathered), "cheap call") + ", lit now");
}

// ", 1,204 of libraries, 12 elsewhere"
std::string LeftOutOf(const ClassStructure& structure) {
  uint64_t of_libraries = 0, elsewhere = 0, cheaper = 0;
  for (const LeftOutClasses& classes : structure.left_out)
    (classes.is_cheaper                  ? cheaper
     : classes.library == Library::kNone ? elsewhere
                                         : of_libraries) += classes.methods;
  return (cheaper != 0 ? ", " + CountText(cheaper) + " cheaper" : "") +
         (of_libraries != 0 ? ", " + CountText(of_libraries) + " of libraries" : "") +
         (elsewhere != 0 ? ", " + CountText(elsewhere) + " elsewhere" : "");
}

}  // namespace

std::optional<MetricIndex> CallsBeside(const Cct& tree, MetricIndex metric) {
  const std::optional<MetricIndex> calls = FindCallsOf(tree);
  const auto sides = calls ? SidesOf(tree.metrics(), *calls) : std::nullopt;
  return sides && tree.metrics()[metric].role == MetricRole::kBefore ? sides->before : calls;
}

MetricIndex MetricOf(const PolymetricWanted& wanted, std::optional<Side> side) {
  const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
  return !sides || !side ? wanted.metric : *side == Side::kBefore ? sides->before : sides->after;
}

double LargestOf(const MeasuredItems& measured) {
  double largest = 0;
  for (const double value : measured.values) {
    if (std::isfinite(value) && std::abs(value) > std::abs(largest)) largest = value;
  }
  return largest;
}

bool HasNegative(const MeasuredItems& measured) {
  return std::ranges::any_of(measured.values, [](double value) { return value < 0; });
}

bool KnowsReturns(const PolymetricFound& found) {
  return std::ranges::any_of(found.items.facts,
                             [](const ItemFacts& facts) { return facts.returns != ReturnKind::kUnknown; });
}

std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                                 DifferenceColors colors) {
  std::vector<LegendLine> lines;
  const PolymetricSpec& spec = found.spec;
  AddMeasureLine("x", spec.x, found.x, lines);
  AddMeasureLine("y", spec.y, found.y, lines);
  AddMeasureLine("width", spec.width, found.width, lines);
  AddMeasureLine("height", spec.height, found.height, lines);
  if (spec.tone && spec.tone->of == MeasureOf::kReturns && !KnowsReturns(found)) {
    lines.push_back({"tone: the same for all, as the profile does not know what functions return", {}, true});
  } else if (spec.tone && spec.tone->of == MeasureOf::kReturns) {
    lines.push_back({"returns its own object", ReturnColor(ReturnKind::kSelf, theme), false});
    lines.push_back(
        {"returns the same per receiver: could be cached", ReturnColor(ReturnKind::kSame, theme), false});
    lines.push_back({"returns different values", ReturnColor(ReturnKind::kOther, theme), false});
    lines.push_back({"unknown what it returns", UnknownColor(theme), false});
    lines.back().stripes = UnknownStripes(theme);
  } else if (spec.tone) {
    AddMeasureLine("tone", spec.tone, found.tone, lines);
    if (found.tone.missing.empty()) {
      lines.back().is_heading = true;
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
    for (const LeftOutClasses& classes : found.structure.left_out)
      lines.push_back({"one box: " + LeftOutText(classes, found.structure.total), {}, false});
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
    if (found.around.left_out != 0)
      lines.push_back({"one box: " + CountedText(found.around.left_out, "more function"), {}, false});
    if (found.around.more_callees != 0)
      lines.push_back({CountedText(found.around.more_callees, "callee") + " not shown", {}, false});
    const auto gathered = static_cast<uint64_t>(
        std::ranges::count_if(found.layout.edges, [](const PlacedEdge& edge) { return edge.is_gathered; }));
    lines.push_back({"lines: thick from the dearest caller, thin from others", {}, false});
    if (gathered != 0) {
      const std::string cheap =
          fmt::format("{} of less than 0.5 % of the dearest: ", CountedText(gathered, "call"));
      LegendLine& line = lines.emplace_back();
      line.text = cheap + "only where pointed at";
      line.picture_text = cheap + "not drawn";
    }
  }
  if (SidesOf(wanted.tree->metrics(), wanted.metric)) {
    const auto add = [&](std::string text, DifferenceKind change) {
      LegendLine& line = lines.emplace_back();
      line.text = std::move(text);
      line.color = PaletteOf(theme).background;
      line.border = ChangeColor(change, colors, theme);
      line.border_px = kChangedBorderPx;
    };
    add("costs more: by 1 % of the whole or more", DifferenceKind::kMore);
    add("costs less", DifferenceKind::kLess);
    add("new: only after", DifferenceKind::kNew);
    add("gone: only before", DifferenceKind::kGone);
  }
  return lines;
}

std::string FactsOf(const PolymetricFound& found, const PolymetricWanted& wanted) {
  const Metric& metric = wanted.tree->metrics()[wanted.metric];
  const auto total = [&](MetricIndex of) {
    const Metric& its = wanted.tree->metrics()[of];
    return ValueText(found.items.total[of], its.unit, its.scale);
  };
  const auto sides = SidesOf(wanted.tree->metrics(), wanted.metric);
  const std::string values =
      sides ? total(sides->before) + " to " + total(sides->after) : total(wanted.metric);
  std::string facts =
      WithSummedRuns(fmt::format("{}: {}", sides ? NameOfCompared(metric) : metric.name, values), wanted.tree,
                     wanted.metric) +
      "  \xC2\xB7  ";
  if (found.spec.arrangement == BoxArrangement::kCalls && !found.around.functions.empty()) {
    const std::string name = FunctionText(found.items.name[found.around.functions.front()], 200);
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
  const Metric& metric = wanted.tree->metrics()[wanted.metric];
  const auto add_self = [&](uint64_t self, uint64_t total) {
    readout.rows.emplace_back(
        "self", fmt::format("{}, {}", ValueText(self, metric.unit, metric.scale), ShareText(self, total)));
  };
  switch (placed.role) {
    case BoxRole::kItem:
      readout.title = FunctionText(found.items.name[placed.item], kMaxNameBytes);
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
      add_self(inside.self, found.items.total[wanted.metric]);
      if (its.parent != kNoItem)
        readout.rows.emplace_back(found.structure.has_class_table ? "below" : "in",
                                  DisplayText(found.structure.classes[its.parent].name, kMaxNameBytes));
      break;
    }
    case BoxRole::kSummary: {
      const auto& left_out = found.structure.left_out;
      readout.title = placed.label;
      if (placed.item < left_out.size()) {
        const LeftOutClasses& classes = left_out[placed.item];
        readout.title = classes.is_cheaper                  ? std::string("cheaper methods")
                        : classes.library == Library::kNone ? std::string("what lies elsewhere")
                                                            : std::string(NameOfLibrary(classes.library));
        readout.rows.emplace_back("classes", CountText(classes.classes));
        readout.rows.emplace_back("methods", CountText(classes.methods));
        add_self(classes.self, found.structure.total);
        readout.rows.emplace_back("a click", "shows its classes");
      } else if (found.around.left_out != 0) {
        if (found.spec.dearest) readout.rows.emplace_back("a click", "shows them all");
      } else {
        readout.rows.emplace_back("self", ValueText(found.items.left_out_cost, metric.unit, metric.scale));
      }
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
  struct Grouped {
    ItemKind items;
    GroupBy by;
  };
  constexpr std::array kGroups{
      Grouped{ItemKind::kClass, GroupBy::kClass}, Grouped{ItemKind::kPackage, GroupBy::kPackage},
      Grouped{ItemKind::kModule, GroupBy::kModule}, Grouped{ItemKind::kFile, GroupBy::kFile},
      Grouped{ItemKind::kThread, GroupBy::kThread}};
  const auto* const group = std::ranges::find(kGroups, found.items.kind, &Grouped::items);
  return group == kGroups.end() ? std::string() : of_frame(placed.item, group->by);
}

std::string OpenedText(const PolymetricFound& found, uint32_t box) {
  if (box >= found.layout.boxes.size()) return {};
  const PlacedBox& placed = found.layout.boxes[box];
  if (placed.role != BoxRole::kSummary) return {};
  PolymetricSpec spec = found.spec;
  const bool is_of_functions = found.around.left_out != 0 && spec.dearest;
  if (placed.item >= found.structure.left_out.size() && !is_of_functions) return {};
  if (is_of_functions || found.structure.left_out[placed.item].is_cheaper) {
    spec.dearest.reset();
  } else if (found.structure.left_out[placed.item].library == Library::kNone) {
    spec.within.clear();
  } else {
    spec.libraries = LibraryClasses::kShown;
  }
  return FormatPolymetric(spec);
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
  const auto box_of = [&](uint32_t item) {
    return item < found.layout.box_of_item.size() ? found.layout.box_of_item[item] : kNoBox;
  };
  const auto add = [&](uint32_t other) {
    if (other != kNoBox && other != box) related.push_back(other);
  };
  for (const CallEdge& edge : found.graph.edges) {
    const uint32_t caller = box_of(edge.caller), callee = box_of(edge.callee);
    if (caller == box) add(callee);
    if (callee == box) add(caller);
  }
  std::ranges::sort(related);
  related.erase(std::unique(related.begin(), related.end()), related.end());
  return related;
}

std::string DrawnTextOf(const PolymetricFound& found) {
  switch (found.spec.arrangement) {
    case BoxArrangement::kInheritance: {
      // Packages, and superclasses without a method of their own, hold classes.
      const auto classes = std::ranges::count_if(found.structure.classes, [](const StructureClass& one) {
        return !one.is_package && one.begin < one.end;
      });
      return CountedText(found.structure.methods.size(), "method") + " in " +
             CountedText(static_cast<uint64_t>(classes), "class", "classes") + LeftOutOf(found.structure);
    }
    case BoxArrangement::kCalls:
      return CountedText(found.around.functions.size(), "function") +
             (found.around.left_out != 0
                  ? fmt::format(" of {}", CountText(found.around.functions.size() + found.around.left_out))
                  : "") +
             ", " + CountedText(found.around.calls.size(), "call");
    default:
      return CountedText(found.items.size(), "box", "boxes");
  }
}

}  // namespace ringscope::polymetric
