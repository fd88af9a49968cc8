#include "app/views/polymetric/polymetric_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

constexpr auto kRoleWords = WordsInOrder<BoxRole, 6>("item, class, package, summary, frame, tick");
constexpr auto kReturnWords = WordsInOrder<ReturnKind, 4>("unknown, other, same, self");

class Figures {
 public:
  // Costs are those of `side` of a comparison, else of the view's metric.
  Figures(const PolymetricFound& found, const PolymetricWanted& wanted, std::optional<Side> side)
      : found_(found), wanted_(wanted), side_(side), metric_(MetricOf(wanted, side)) {}

  void WriteAll(JsonWriter& json) const {
    json.Key("metric").String(metric().name);
    json.Key("unit").String(metric().unit);
    json.Key("total").Decimal(found_.items.total[metric_], metric().scale);
    if (found_.items.kind != ItemKind::kContext)
      json.Key("outside_of_functions").Decimal(CostOutsideItems(), metric().scale);
    json.Key("shows").String(FormatPolymetric(found_.spec));
    json.Key("missing").BeginObject();
    for (const auto& [name, measured] : Measured())
      if (!measured->missing.empty()) json.Key(name).String(measured->missing);
    json.EndObject();
  }

  void WriteBox(const PlacedBox& placed, JsonWriter& json) const {
    json.Key("role").String(WordOf(kRoleWords, placed.role));
    if (placed.role == BoxRole::kItem) WriteItem(placed.item, json);
    if (placed.role == BoxRole::kClass || placed.role == BoxRole::kPackage) WriteGroup(placed, json);
    if (placed.role == BoxRole::kSummary) WriteSummary(placed.item, json);
  }

 private:
  [[nodiscard]] const Metric& metric() const { return wanted_.tree->metrics()[metric_]; }

  [[nodiscard]] std::array<std::pair<std::string_view, const MeasuredItems*>, 5> Measured() const {
    return {{{"x", &found_.x},
             {"y", &found_.y},
             {"width", &found_.width},
             {"height", &found_.height},
             {"tone", &found_.tone}}};
  }

  // The values of a measure; widths and heights differ between the sides of a comparison.
  [[nodiscard]] const std::vector<double>& ValuesOf(std::string_view name,
                                                    const MeasuredItems& measured) const {
    if (!side_) return measured.values;
    const size_t side = IndexOf(*side_);
    const std::vector<double>& of_side = name == "width" ? found_.side_width[side] : found_.side_height[side];
    return (name == "width" || name == "height") && !of_side.empty() ? of_side : measured.values;
  }

  void WriteItem(uint32_t item, JsonWriter& json) const {
    const Cct& tree = *wanted_.tree;
    const ItemTable& items = found_.items;
    json.Key("items").String(WordOf(kItemKindWords, items.kind));
    json.Key("full_name").String(items.name[item]);
    WriteClass(item, json);
    json.Key("incl").Decimal(items.inclusive[metric_][item], metric().scale);
    json.Key("self").Decimal(items.self[metric_][item], metric().scale);
    json.Key("contexts").Number(items.contexts[item]);
    if (const auto calls = CallsBeside(tree, metric_))
      json.Key("calls").Decimal(items.self[*calls][item], tree.metrics()[*calls].scale);
    if (item < items.facts.size()) {
      const ItemFacts& facts = items.facts[item];
      if (facts.receivers) {
        json.Key("receivers").Number(facts.receivers->amount);
        json.Key("receivers_at_least").Bool(facts.receivers->at_least);
      }
      if (facts.returns != ReturnKind::kUnknown)
        json.Key("returns").String(WordOf(kReturnWords, facts.returns));
    }
    if (const auto sides = SidesOf(tree.metrics(), wanted_.metric)) {
      json.Key("incl_before").Decimal(items.inclusive[sides->before][item], metric().scale);
      json.Key("incl_after").Decimal(items.inclusive[sides->after][item], metric().scale);
    }
    WriteMeasured(item, json);
  }

  void WriteClass(uint32_t item, JsonWriter& json) const {
    const ItemTable& items = found_.items;
    const FrameTable& frames = wanted_.tree->frames();
    if (items.kind != ItemKind::kFunction && items.kind != ItemKind::kContext) return;
    if (items.first_frame[item] >= frames.size()) return;
    const ClassOfFrame its = FindClassOf(frames, items.first_frame[item]);
    const std::string name = its.id != kNoClass ? FullNameOf(frames.facts()[its.id]) : std::string(its.name);
    if (!name.empty()) json.Key("class").String(name);
  }

  // Writes the values of the text's measures, in the units of the legend.
  void WriteMeasured(uint32_t item, JsonWriter& json) const {
    json.Key("measured").BeginObject();
    for (const auto& [name, measured] : Measured()) {
      const std::vector<double>& values = ValuesOf(name, *measured);
      if (item >= values.size() || !std::isfinite(values[item])) continue;
      json.Key(name).Number(values[item] / static_cast<double>(std::max<uint64_t>(measured->scale, 1)));
    }
    json.EndObject();
  }

  void WriteGroup(const PlacedBox& placed, JsonWriter& json) const {
    const StructureClass& its = found_.structure.classes[placed.item];
    const InsideOfBox inside = InsideOf(found_, metric_, placed);
    json.Key("full_name").String(its.name);
    if (its.parent != kNoItem) json.Key("below").String(found_.structure.classes[its.parent].name);
    if (placed.role == BoxRole::kPackage) json.Key("classes").Number(inside.classes);
    json.Key("methods").Number(inside.methods);
    json.Key("self").Decimal(inside.self, metric().scale);
  }

  void WriteSummary(uint32_t number, JsonWriter& json) const {
    const auto& left_out = found_.structure.left_out;
    if (number < left_out.size()) {
      const LeftOutClasses& classes = left_out[number];
      if (classes.library != Library::kNone) json.Key("library").String(NameOfLibrary(classes.library));
      json.Key("classes").Number(uint64_t{classes.classes});
      json.Key("methods").Number(uint64_t{classes.methods});
      json.Key("self").Decimal(SelfOf(found_.structure.left_out_of_item, number), metric().scale);
    } else if (found_.around.left_out != 0) {
      json.Key("functions").Number(uint64_t{found_.around.left_out});
      // Each context has one function, so the sum does not exceed the total.
      uint64_t self = 0;
      for (const uint32_t item : found_.around.left_out_items) self += found_.items.self[metric_][item];
      json.Key("self").Decimal(self, metric().scale);
    } else {
      json.Key("contexts").Number(found_.items.left_out);
      json.Key("self").Decimal(CostOutsideItems(), metric().scale);
    }
  }

  // The part of the total that no item has: the cost of contexts that were left out, or of no function.
  [[nodiscard]] uint64_t CostOutsideItems() const {
    const std::vector<uint64_t>& self = found_.items.self[metric_];
    const uint64_t total = found_.items.total[metric_];
    return total - std::min(total, std::accumulate(self.begin(), self.end(), uint64_t{0}));
  }

  // The self cost of the items that `of_item` assigns to this summary.
  [[nodiscard]] uint64_t SelfOf(const std::vector<uint32_t>& of_item, uint32_t number) const {
    uint64_t sum = 0;
    for (uint32_t item = 0; item < of_item.size(); ++item)
      if (of_item[item] == number) sum += found_.items.self[metric_][item];
    return sum;
  }

  const PolymetricFound& found_;
  const PolymetricWanted& wanted_;
  std::optional<Side> side_;
  MetricIndex metric_;
};

}  // namespace

DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                         std::optional<Side> side) {
  const Figures figures(found, wanted, side);
  return {[figures](JsonWriter& json) { figures.WriteAll(json); },
          [figures, &boxes = found.layout.boxes](uint32_t box, JsonWriter& json) {
            if (box < boxes.size()) figures.WriteBox(boxes[box], json);
          }};
}

DiagramFigures FiguresOfSides(const PolymetricFound& found, const PolymetricWanted& wanted) {
  const Figures before(found, wanted, Side::kBefore), after(found, wanted, Side::kAfter);
  return {FiguresOf(found, wanted, {}).of_all,
          [before, after, &boxes = found.layout.boxes](uint32_t box, JsonWriter& json) {
            // The title of a side follows its boxes.
            const size_t of_side = boxes.size() + 1;
            const Side side = box < of_side ? Side::kBefore : Side::kAfter;
            json.Key("side").String(WordOf(kPolymetricSideWords, side));
            const size_t at = box % of_side;
            if (at < boxes.size()) (side == Side::kBefore ? before : after).WriteBox(boxes[at], json);
          }};
}

}  // namespace ringscope::polymetric
