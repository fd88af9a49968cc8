#include "app/views/spread/spread_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/base/text/number_text.h"
#include "cct/statistics/outliers.h"
#include "renderer/color/palette.h"
#include "renderer/plot/series_index.h"

namespace ringscope::spread {
namespace {

// Quantiles of fewer say more than there is to say.
constexpr size_t kFewContexts = 10;

Color Common(Theme theme) { return DivergingColor(-0.55, theme); }
Color Unlike(Theme theme) { return DivergingColor(0.85, theme); }

PlotAxis CostAxis(const SpreadSubject& subject) {
  PlotAxis axis;
  axis.title = fmt::format("{} of a context", MeasureTitle(subject.metric, subject.measure));
  axis.metric = subject.metric;
  axis.scale = AxisScale::kLog;
  // Half a bar of room, so that points do not lie on the axis.
  if (!subject.bars.empty()) {
    const double half = std::sqrt(subject.bars.front().high / subject.bars.front().low);
    axis.window = {{subject.bars.front().low / half, subject.bars.back().high * half}};
  }
  return axis;
}

PlotSpec Histogram(const SpreadSubject& subject, float width_px, float scale, Theme theme) {
  PlotSpec spec;
  spec.title = subject.name;
  spec.about = AboutText(subject);
  spec.x = CostAxis(subject);
  spec.y.title = "contexts";
  PlotSeries bars;
  bars.form = PlotSeries::Form::kBars;
  bars.color = Common(theme);
  bars.bar_width =
      std::clamp(width_px / scale / static_cast<float>(subject.bars.size() + 1) - 1.5f, 1.0f, 48.0f);
  for (const SpreadBar& bar : subject.bars) {
    if (bar.contexts == 0) continue;
    bars.x.push_back(std::sqrt(bar.low) * std::sqrt(bar.high));
    bars.y.push_back(static_cast<double>(bar.contexts));
    bars.colors.push_back(bar.unlike * 2 > bar.contexts ? Unlike(theme) : Common(theme));
  }
  spec.series.push_back(std::move(bars));
  return spec;
}

PlotSpec ByDepth(const SpreadSubject& subject, Theme theme) {
  PlotSpec spec;
  spec.x = CostAxis(subject);
  spec.y.title = "depth of the call stack";
  PlotSeries common, unlike;
  common.color = Common(theme);
  common.name = "like most";
  unlike.color = Unlike(theme);
  unlike.name = "unlike the others";
  for (const SpreadContext& one : subject.spread.contexts) {
    PlotSeries& series = std::abs(one.score) > kOutlierScore ? unlike : common;
    series.x.push_back(one.value);
    series.y.push_back(one.layer);
  }
  spec.series.push_back(std::move(common));
  if (!unlike.x.empty()) spec.series.push_back(std::move(unlike));
  return spec;
}

}  // namespace

std::string CostText(double value, const Metric& metric) {
  // Below a hundred of the smallest unit fractions matter: of a call, not of a sum.
  if (value < 100 && value != std::floor(value))
    return QuantityText(value / static_cast<double>(metric.scale), metric.unit);
  return ValueText(static_cast<uint64_t>(std::llround(std::min(value, 9e18))), metric.unit, metric.scale);
}

std::string MeasureTitle(const Metric& metric, SpreadMeasure measure) {
  if (measure == SpreadMeasure::kPerCall) return metric.name + " a call";
  return fmt::format("{} {}", WordOf(kSpreadMeasureWords, measure), metric.name);
}

std::string AboutText(const SpreadSubject& subject) {
  const ContextSpread& spread = subject.spread;
  const auto text = [&](double value) { return CostText(value, subject.metric); };
  std::string about = CountedText(spread.contexts.size(), "context");
  if (spread.contexts.size() >= kFewContexts) {
    about += fmt::format("; the middle one costs {}, four of five {} to {}", text(spread.median),
                         text(spread.tenth), text(spread.ninetieth));
  } else if (spread.contexts.size() > 1) {
    about += fmt::format("; from {} to {}", text(spread.contexts.front().value),
                         text(spread.contexts.back().value));
  }
  if (spread.unlike > 0)
    about += fmt::format("; {} unlike the others",
                         spread.unlike == 1 ? "1 is" : CountText(spread.unlike) + " are");
  if (spread.without_value > 0)
    about += fmt::format("; {} more without cost", CountText(spread.without_value));
  return about;
}

std::vector<PlotSpec> SpreadPlots(const SpreadSubject& subject, float width_px, float scale, Theme theme) {
  std::vector<PlotSpec> plots{Histogram(subject, width_px, scale, theme), ByDepth(subject, theme)};
  for (PlotSpec& plot : plots) IndexSeries(plot);
  return plots;
}

std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                  const PlotLook& look, ShapeBatch& batch) {
  const float middle = std::round(area.top_px + (area.bottom_px - area.top_px) * 0.55f);
  const PixelBox upper{area.left_px, area.top_px, area.right_px, middle},
      lower{area.left_px, middle, area.right_px, area.bottom_px};
  std::vector<LaidPlot> laid;
  for (const PlotSpec& plot : plots)
    laid.push_back(LayOutPlot(plot, laid.empty() ? upper : lower, look, batch));
  return laid;
}

}  // namespace ringscope::spread
