#include "renderer/color/value_scale.h"

#include <algorithm>
#include <cmath>

namespace ringscope {
namespace {

// Linear scales begin at 0 unless the values' range is smaller than this share of the largest.
constexpr double kFarFromZero = 0.25;
// A logarithmic scale reaches down by at most this factor: a few contexts of nearly nothing would use up the
// map.
constexpr double kLogReach = 1e6;
constexpr double kTrimShare = 0.02;
constexpr double kWantedTicks = 5;

// The value below which `share` of the weight lies; `values` sorted.
double Quantile(std::span<const WeightedValue> values, double share) {
  double total = 0;
  for (const WeightedValue& item : values) total += item.weight;
  double below = 0;
  for (const WeightedValue& item : values) {
    below += item.weight;
    if (below > share * total) return item.value;
  }
  return values.back().value;
}

std::vector<double> LinearTicks(const ValueScale& scale, bool binary) {
  const double step = RoundStepUp((scale.high - scale.low) / kWantedTicks, binary);
  std::vector<double> ticks;
  const double first = std::ceil(scale.low / step - 1e-9);
  const double last = std::floor(scale.high / step + 1e-9);
  for (double k = first; k <= last && ticks.size() < 32; ++k) ticks.push_back(k * step + 0.0);  // no -0
  return ticks;
}

std::vector<double> LogTicks(const ValueScale& scale, bool binary) {
  const double base = binary ? 2 : 10;
  const double first = std::log(scale.low) / std::log(base);
  const double last = std::log(scale.high) / std::log(base);
  const double stride = std::max(1.0, std::ceil((last - first) / kWantedTicks));
  std::vector<double> ticks;
  for (double k = std::ceil(first - 1e-9); k <= last + 1e-9 && ticks.size() < 32; k += stride) {
    ticks.push_back(std::pow(base, k));
  }
  return ticks;
}

}  // namespace

double RoundStepUp(double least, bool binary) {
  if (binary && least >= 1) return std::exp2(std::ceil(std::log2(least) - 1e-9));
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  }
  return 10 * decade;
}

double ValueScale::PositionOf(double value) const {
  if (!std::isfinite(value)) return std::nan("");
  if (value <= low) return 0;
  if (value >= high) return 1;
  if (steps == ValueSteps::kLog) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

ValueScale FitScale(std::span<WeightedValue> values, ValueSteps steps, bool trim) {
  auto end = std::remove_if(values.begin(), values.end(),
                            [](const WeightedValue& item) { return !std::isfinite(item.value); });
  const bool has_positive =
      std::any_of(values.begin(), end, [](const WeightedValue& item) { return item.value > 0; });
  ValueScale scale;
  scale.steps = steps == ValueSteps::kLog && has_positive ? ValueSteps::kLog : ValueSteps::kLinear;
  if (scale.steps == ValueSteps::kLog) {
    end = std::remove_if(values.begin(), end, [](const WeightedValue& item) { return item.value <= 0; });
  }
  const std::span<WeightedValue> counted(values.begin(), end);
  if (counted.empty()) return scale;
  std::sort(counted.begin(), counted.end(),
            [](const WeightedValue& x, const WeightedValue& y) { return x.value < y.value; });
  scale.low = trim ? Quantile(counted, kTrimShare) : counted.front().value;
  scale.high = trim ? Quantile(counted, 1 - kTrimShare) : counted.back().value;
  // Nearly all values are equal: the scale shows the others.
  if (scale.low == scale.high) {
    scale.low = counted.front().value;
    scale.high = counted.back().value;
  }
  if (scale.steps == ValueSteps::kLog) {
    scale.low = std::max(scale.low, scale.high / kLogReach);
    // One value only: a decade below it.
    if (!(scale.low < scale.high * 0.999)) scale.low = scale.high / 10;
    // Denormal numbers have no room below them.
    if (!(scale.low > 0)) return {};
    return scale;
  }
  if (scale.low > 0 && scale.high - scale.low >= kFarFromZero * scale.high) scale.low = 0;
  if (scale.high < 0 && scale.high - scale.low >= kFarFromZero * -scale.low) scale.high = 0;
  if (!(scale.low < scale.high)) {
    scale.low = std::min(scale.low, 0.0);
    scale.high = std::max(scale.high, 0.0);
    if (scale.low == scale.high) scale.high = 1;
  }
  // Ends too far apart for their difference to be a number.
  if (!std::isfinite(scale.high - scale.low)) {
    scale.low /= 2;
    scale.high /= 2;
  }
  return scale;
}

std::vector<double> TicksOf(const ValueScale& scale, bool binary) {
  std::vector<double> ticks =
      scale.steps == ValueSteps::kLog ? LogTicks(scale, binary) : LinearTicks(scale, binary);
  std::erase_if(ticks, [&](double tick) { return !std::isfinite(tick); });
  if (ticks.size() < 2 && scale.steps == ValueSteps::kLog) ticks = LinearTicks(scale, binary);
  // Ends closer to each other than round numbers are.
  if (ticks.empty()) ticks = {scale.low, scale.high};
  return ticks;
}

}  // namespace ringscope
