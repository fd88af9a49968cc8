#include "app/colors/legend_model.h"

#include <fmt/format.h>

#include <utility>

#include "app/core/display_text.h"
#include "app/view/colors/derived_model.h"
#include "app/view/difference/angle.h"
#include "cct/base/text/number_text.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr size_t kMaxNameBytes = 80;
constexpr double kLeastShare = 0.0005;  // of the chart's cost, for a row of the legend

// Whether a choice in the list colours by the subject of the spec in use; the options do not matter.
bool SameSubject(const ColorSpec& x, const ColorSpec& y) {
  if (x.mode != y.mode) return false;
  if (x.mode != ColorMode::kMetric) return true;
  return x.derived == y.derived && (!x.derived.empty() || x.metric == y.metric);
}

void AddMetricChoices(const AppState& state, const ViewState& view, ColorModel& model) {
  const auto metrics = view.tree().metrics();
  // Another metric keeps the options of the one before.
  ColorSpec spec = view.color.mode == ColorMode::kMetric ? view.color : ColorSpec{};
  spec.mode = ColorMode::kMetric;
  spec.derived.clear();
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    spec.metric = i;
    const std::string name = DisplayText(metrics[i].name, kMaxNameBytes);
    model.choices.push_back({"Metric: " + name, "how much " + name + ", on a map", spec, false});
  }
  spec.metric = 0;
  spec.basis = ValueBasis::kPerViewMetric;
  const ValueSteps steps = spec.steps;
  const std::vector<DerivedMetric> payoff = PayoffMetrics(view.tree());
  for (const DerivedMetric& derived : DerivedMetricsOf(state.settings, view.tree())) {
    spec.derived = derived.name;
    // The payoff of a function that is called once is a million times that of one called all the time.
    spec.steps = FindDerivedMetric(payoff, derived.name) != nullptr ? ValueSteps::kLog : steps;
    model.choices.push_back({"Metric: " + DisplayText(derived.name, kMaxNameBytes),
                             DisplayText(derived.formula_text, kMaxNameBytes), spec, false});
  }
}

}  // namespace

ColorModel BuildColorModel(const AppState& state) {
  ColorModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  model.spec = view->color;
  const auto add = [&](ColorMode mode, std::string label, std::string description) {
    model.choices.push_back({std::move(label), std::move(description), ColorSpec{.mode = mode}, false});
  };
  add(ColorMode::kFunction, "Function", "hue by module, package or file");
  add(ColorMode::kModule, "Module", "the binary, library or jar");
  add(ColorMode::kPackage, "Package", "the package or namespace of the name");
  add(ColorMode::kFile, "Source file", "the file the function is in");
  add(ColorMode::kKind, "Kind", "user, kernel, inlined, compiled at run time");
  add(ColorMode::kSelfShare, "Self share", "how much of its value a context spends itself");
  if (SidesOf(view->tree().metrics(), view->metric))
    add(ColorMode::kDifference, "Difference", "after against before");
  AddMetricChoices(state, *view, model);
  add(ColorMode::kSearch, "Search only", "only matches have a colour");
  for (ColorChoice& choice : model.choices) {
    choice.active = SameSubject(choice.spec, view->color);
    if (choice.active) model.active_label = choice.label;
  }
  model.is_metric = view->color.mode == ColorMode::kMetric;
  model.has_basis = model.is_metric && view->color.derived.empty() && view->color.metric != view->metric;
  model.view_metric = DisplayText(view->tree().metrics()[view->metric].name, kMaxNameBytes);
  return model;
}

LegendModel BuildLegendModel(const AppState& state, size_t pane, MetricIndex metric_index, uint64_t total,
                             const Legend& legend) {
  LegendModel model;
  if (!state.settings.legend_open || pane >= state.panes.size()) return model;
  const ViewState* view = ViewOfPane(state, pane);
  const CctPtr drawn = view == nullptr ? nullptr : DrawnAngleOf(*view).tree;
  if (drawn == nullptr || metric_index >= drawn->metric_count()) return model;
  const Metric& metric = drawn->metrics()[metric_index];
  model.visible = !legend.entries.empty() || !legend.gradient.empty();
  model.title = DisplayText(legend.title, kMaxNameBytes);
  model.gradient = legend.gradient;
  model.ticks = legend.ticks;
  model.begins_open = view->color.mode == ColorMode::kDifference;
  for (const LegendEntry& entry : legend.entries) {
    // Too small a part of the chart to be found there.
    const bool is_drawn = entry.pieces != 0;
    if (is_drawn && entry.costs_known &&
        static_cast<double>(entry.inclusive) < kLeastShare * static_cast<double>(total))
      continue;
    LegendRow row{entry};
    if (!is_drawn) {
      // The row explains a colour that no segment has.
      row.tooltip = entry.label;
      row.query.clear();
      model.rows.push_back(std::move(row));
      continue;
    }
    const std::string share = entry.costs_known ? ShareText(entry.inclusive, total) : "...";
    // Contexts too small to be drawn may add to the cost.
    row.share = (entry.drawn_only ? "\xE2\x89\xA5 " : "") + share;
    row.lit = !entry.query.empty() && entry.query == view->search;
    row.tooltip =
        entry.costs_known
            ? fmt::format("{}\ninclusive {}, {} of the centre\n(nested contexts count once)\nself {}, {}",
                          entry.label, ValueText(entry.inclusive, metric.unit, metric.scale), share,
                          ValueText(entry.self, metric.unit, metric.scale), ShareText(entry.self, total))
            : entry.label + "\nIts cost is being added up.";
    if (entry.drawn_only) row.tooltip += "\nThis counts drawn contexts only; it may cost more in all";
    if (entry.repeats != 0) row.tooltip += "\nAnother line has the same colour.";
    if (entry.many_colors) row.tooltip += "\nEach function has a colour of its own.";
    if (!entry.query.empty()) row.tooltip += "\nClick: search for it.  Shift+click: keep only its stacks.";
    model.rows.push_back(std::move(row));
  }
  return model;
}

}  // namespace ringscope
