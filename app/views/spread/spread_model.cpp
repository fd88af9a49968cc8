#include "app/views/spread/spread_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/statistics/outliers.h"

namespace ringscope::spread {
namespace {

constexpr size_t kCallersShown = 3;

// Of what the function costs; nothing where that cannot be said.
std::string ShareOfWhole(double value, double whole) {
  if (whole <= 0) return "";
  const double percent = 100 * value / whole;
  return percent > 0 && percent < 0.01 ? "<0.01 %" : fmt::format("{:.3g} %", percent);
}

std::string WithoutPackage(std::string name) {
  const size_t package = PackageOfName(name).size();
  if (package == 0 || name.compare(0, package, PackageOfName(name)) != 0) return name;
  const size_t begin = name.find_first_not_of(".:/", package);
  return begin == std::string::npos ? name : name.substr(begin);
}

std::string ScoreText(double score) { return fmt::format("{:+.1f}", score); }

}  // namespace

std::string CallersText(const Cct& tree, ContextId context, CallerNames names) {
  std::string text;
  ContextId caller = tree.ParentOf(context);
  for (size_t k = 0; k < kCallersShown && caller != kNoContext && caller != kRootContext; ++k) {
    std::string name = ContextName(tree, caller, 200);
    if (names == CallerNames::kWithoutPackages) name = WithoutPackage(std::move(name));
    text += (text.empty() ? "" : " < ") + name;
    caller = tree.ParentOf(caller);
  }
  return text.empty() ? "all" : text;
}

SpreadModel BuildSpreadModel(const AppState& state, const ViewState& view, float width_px, float scale) {
  SpreadModel model;
  model.tree = view.shown.tree;
  model.metric = view.tree().metrics()[view.metric];
  model.place = PlaceOf(view);
  model.counts_calls = FindCallsMetric(view.tree()).has_value();
  const auto* answer = AnswerOf(state, view);
  if (model.place.measure == SpreadMeasure::kPerCall && !model.counts_calls) {
    model.missing = "This profile counts no calls: take inclusive or self cost.";
  } else if (answer == nullptr || (answer->found == nullptr && answer->problem.empty())) {
    model.missing = "Comparing the contexts of the function ...";
  } else if (answer->found == nullptr) {
    model.missing = (answer->is_stopped ? "" : "The contexts cannot be compared: ") + answer->problem;
  } else if (answer->found->function == kNoFunction) {
    model.missing = fmt::format("Nothing costs anything in {}.", DisplayText(model.metric.name));
  }
  if (!model.missing.empty()) return model;
  model.found = answer->found;
  ShowSelected(view.selected, model);
  const FrameId frame = view.functions().FirstFrame(model.found->function);
  model.name = DisplayText(view.tree().frames().name(frame));
  if (model.found->spread.contexts.empty()) {
    model.missing = fmt::format("No context of {} has a cost in {}.", DisplayText(model.name, 100),
                                MeasureTitle(model.metric, model.place.measure));
    return model;
  }
  const SpreadSubject subject{model.name, model.found->spread, model.found->bars, model.metric,
                              model.place.measure};
  model.about = AboutText(subject);
  model.plots = SpreadPlots(subject, width_px, scale, state.settings.theme);
  return model;
}

void ShowSelected(ContextId selected, SpreadModel& model) {
  model.selected = selected;
  model.selected_at.reset();
  if (model.found == nullptr) return;
  const auto& all = model.found->spread.contexts;
  const auto at = std::find_if(all.begin(), all.end(),
                               [selected](const SpreadContext& one) { return one.context == selected; });
  if (at != all.end()) model.selected_at = static_cast<size_t>(at - all.begin());
}

SpreadRow RowOf(const SpreadModel& model, size_t k) {
  const SpreadContext& one = model.found->spread.contexts[model.found->order[k]];
  return {one.context,
          CallersText(*model.tree, one.context, CallerNames::kWithoutPackages),
          CostText(one.value, model.metric),
          ShareOfWhole(one.value, model.found->spread.whole),
          CountText(one.layer),
          ScoreText(one.score),
          std::abs(one.score) > kOutlierScore};
}

std::vector<std::string> ContextLines(const SpreadModel& model, const SpreadContext& one) {
  std::vector<std::string> lines{"called by " + CallersText(*model.tree, one.context, CallerNames::kWhole),
                                 fmt::format("{}: {}", MeasureTitle(model.metric, model.place.measure),
                                             CostText(one.value, model.metric))};
  if (model.found->spread.median > 0)
    lines.push_back(fmt::format("{:.3g} times the middle one", one.value / model.found->spread.median));
  lines.push_back(fmt::format("depth {}", CountText(one.layer)));
  return lines;
}

std::vector<std::string> BarLines(const SpreadModel& model, const SpreadBar& bar) {
  std::vector<std::string> lines{
      CountedText(bar.contexts, "context"),
      fmt::format("from {} to {}", CostText(bar.low, model.metric), CostText(bar.high, model.metric))};
  const ContextSpread& spread = model.found->spread;
  if (spread.whole > 0 && !spread.nested)
    lines.push_back(ShareOfWhole(bar.sum, spread.whole) + " of what the function costs");
  if (bar.unlike > 0) lines.push_back(CountText(bar.unlike) + " of them unlike the others");
  return lines;
}

}  // namespace ringscope::spread
