#include "app/views/evolution/evolution_json.h"

#include <string_view>

namespace ringscope::evolution {
namespace {

constexpr EnumWords<DifferenceKind, 5> kChangeWords{{{"noise", DifferenceKind::kWithinNoise},
                                                     {"less", DifferenceKind::kLess},
                                                     {"more", DifferenceKind::kMore},
                                                     {"gone", DifferenceKind::kGone},
                                                     {"new", DifferenceKind::kNew}}};

// In which sides a context is.
std::string_view StateOf(const Cct& tree, const EvolutionBox& box) {
  if ((tree.FlagsOf(box.context) & kIsWrapper) != 0) return "wrapper";
  if (box.evolution.kind == DifferenceKind::kNew || box.evolution.kind == DifferenceKind::kGone)
    return WordOf(kChangeWords, box.evolution.kind);
  return "common";
}

void WriteBoth(std::string_view name, uint64_t before, uint64_t after, uint64_t scale, JsonWriter& json) {
  json.Key(std::string(name) + "_before").Decimal(before, scale);
  json.Key(std::string(name) + "_after").Decimal(after, scale);
}

void WriteBox(const TreeComparison& comparison, const ComparedMetric& metric, const EvolutionBox& box,
              JsonWriter& json) {
  const ContextEvolution& its = box.evolution;
  const uint64_t scale = metric.metric.scale;
  if (box.rest > 0) {
    json.Key("callees").Number(box.rest);
    WriteBoth("value", its.before, its.after, scale, json);
    json.Key("share_moved").Number(box.rest_height);
    return;
  }
  json.Key("share_before").Number(its.share_before);
  json.Key("share_after").Number(its.share_after);
  WriteBoth("value", its.before, its.after, scale, json);
  const Cct& tree = *comparison.tree;
  WriteBoth("self", tree.Self(box.context, metric.side[0]), tree.Self(box.context, metric.side[1]), scale,
            json);
  if (comparison.calls) {
    const uint64_t calls_scale = comparison.metrics[*comparison.calls].metric.scale;
    WriteBoth("calls", its.calls_before, its.calls_after, calls_scale, json);
  }
  json.Key("state").String(StateOf(tree, box));
  json.Key("change").String(WordOf(kChangeWords, its.kind));
  json.Key("source").String(WordOf(kSourceChangeWords, its.source));
  json.Key("hidden").Number(box.hidden);
}

}  // namespace

DiagramFigures FiguresOf(const TreeComparison& comparison, const ComparedMetric& metric,
                         const EvolutionModel& model) {
  DiagramFigures figures;
  figures.of_all = [&comparison, &metric](JsonWriter& json) {
    json.Key("metric").String(metric.metric.name);
    json.Key("unit").String(metric.metric.unit);
    json.Key("runs").Number(metric.runs);
    WriteBoth("total", comparison.Total(metric, Side::kBefore), comparison.Total(metric, Side::kAfter),
              metric.metric.scale, json);
  };
  figures.of_box = [&comparison, &metric, &model](uint32_t box, JsonWriter& json) {
    WriteBox(comparison, metric, model.boxes[box], json);
  };
  return figures;
}

}  // namespace ringscope::evolution
