#include "app/views/evolution/evolution_model.h"

#include <string_view>

#include "cct/compare/stored_comparison.h"

namespace ringscope::evolution {
namespace {

constexpr EnumWords<DifferenceKind, 5> kChangeWords{{{"noise", DifferenceKind::kWithinNoise},
                                                     {"less", DifferenceKind::kLess},
                                                     {"more", DifferenceKind::kMore},
                                                     {"gone", DifferenceKind::kGone},
                                                     {"new", DifferenceKind::kNew}}};

// In which sides a context is, whatever is noise.
std::string_view StateOf(const TreeComparison& comparison, ContextId context) {
  const ContextKind kind = FindKind(comparison, context);
  const bool is_wrapper = kind == ContextKind::kNewWrapper || kind == ContextKind::kGoneWrapper;
  return is_wrapper ? "wrapper" : WordOf(kContextKindWords, kind);
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
  json.Key("state").String(StateOf(comparison, box.context));
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
