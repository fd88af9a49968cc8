#include "app/views/polymetric/polymetric_json.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/views/polymetric/polymetric_model.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

constexpr EnumWords<BoxRole, 6> kRoleWords{{{"item", BoxRole::kItem},
                                            {"class", BoxRole::kClass},
                                            {"package", BoxRole::kPackage},
                                            {"summary", BoxRole::kSummary},
                                            {"frame", BoxRole::kFrame},
                                            {"tick", BoxRole::kTick}}};
constexpr EnumWords<ReturnKind, 4> kReturnWords{{{"unknown", ReturnKind::kUnknown},
                                                 {"other", ReturnKind::kOther},
                                                 {"same", ReturnKind::kSame},
                                                 {"self", ReturnKind::kSelf}}};

class Figures {
 public:
  Figures(const PolymetricFound& found, const PolymetricWanted& wanted) : found_(found), wanted_(wanted) {}

  void WriteAll(JsonWriter& json) const {
    json.Key("metric").String(metric().name);
    json.Key("unit").String(metric().unit);
    json.Key("total").Decimal(found_.items.total[wanted_.metric], metric().scale);
    json.Key("shows").String(FormatPolymetric(found_.spec));
  }

  void WriteBox(const PlacedBox& placed, JsonWriter& json) const {
    json.Key("role").String(WordOf(kRoleWords, placed.role));
    switch (placed.role) {
      case BoxRole::kItem:
        return WriteItem(placed.item, json);
      case BoxRole::kClass:
      case BoxRole::kPackage:
        return WriteGroup(placed, json);
      case BoxRole::kSummary:
        return WriteSummary(placed.item, json);
      case BoxRole::kFrame:
      case BoxRole::kTick:
        return;
    }
  }

 private:
  [[nodiscard]] const Metric& metric() const { return wanted_.tree->metrics()[wanted_.metric]; }

  void WriteItem(uint32_t item, JsonWriter& json) const {
    const Cct& tree = *wanted_.tree;
    const ItemTable& items = found_.items;
    json.Key("items").String(WordOf(kItemKindWords, items.kind));
    json.Key("full_name").String(items.name[item]);
    WriteClass(item, json);
    json.Key("incl").Decimal(items.inclusive[wanted_.metric][item], metric().scale);
    json.Key("self").Decimal(items.self[wanted_.metric][item], metric().scale);
    json.Key("contexts").Number(items.contexts[item]);
    if (const auto calls = FindCallsOf(tree))
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

  // What the text makes of it: the value of each side, in the unit that the legend has it in.
  void WriteMeasured(uint32_t item, JsonWriter& json) const {
    json.Key("measured").BeginObject();
    for (const auto& [name, measured] :
         {std::pair<std::string_view, const MeasuredItems&>("x", found_.x),
          std::pair<std::string_view, const MeasuredItems&>("y", found_.y),
          std::pair<std::string_view, const MeasuredItems&>("width", found_.width),
          std::pair<std::string_view, const MeasuredItems&>("height", found_.height),
          std::pair<std::string_view, const MeasuredItems&>("tone", found_.tone)}) {
      if (item >= measured.values.size() || !std::isfinite(measured.values[item])) continue;
      json.Key(name).Number(measured.values[item] /
                            static_cast<double>(std::max<uint64_t>(measured.scale, 1)));
    }
    json.EndObject();
  }

  void WriteGroup(const PlacedBox& placed, JsonWriter& json) const {
    const StructureClass& its = found_.structure.classes[placed.item];
    const InsideOfBox inside = InsideOf(found_, wanted_.metric, placed);
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
      json.Key("self").Decimal(classes.self, metric().scale);
    } else if (found_.around.left_out != 0) {
      json.Key("functions").Number(uint64_t{found_.around.left_out});
      // No context is of two functions, so that the sum is no more than the total.
      uint64_t self = 0;
      for (const uint32_t item : found_.around.left_out_items)
        self += found_.items.self[wanted_.metric][item];
      json.Key("self").Decimal(self, metric().scale);
    } else {
      json.Key("contexts").Number(found_.items.left_out);
      json.Key("self").Decimal(found_.items.left_out_cost, metric().scale);
    }
  }

  const PolymetricFound& found_;
  const PolymetricWanted& wanted_;
};

}  // namespace

DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted, bool beside) {
  DiagramFigures result;
  const Figures figures(found, wanted);
  result.of_all = [figures](JsonWriter& json) { figures.WriteAll(json); };
  result.of_box = [figures, &found, beside](uint32_t box, JsonWriter& json) {
    const auto& boxes = found.layout.boxes;
    // Behind the boxes of each side stands its title.
    const size_t of_side = boxes.size() + 1;
    if (beside)
      json.Key("side").String(WordOf(kPolymetricSideWords, box < of_side ? Side::kBefore : Side::kAfter));
    const size_t at = beside ? box % of_side : box;
    if (at < boxes.size()) figures.WriteBox(boxes[at], json);
  };
  return result;
}

}  // namespace ringscope::polymetric
