#include "app/views/versions/value_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "cct/base/number_text.h"

namespace ringscope::versions {
namespace {

// What ticks are told in: values divided by `raw`, with the suffix behind them.
struct TickUnit {
  double raw = 1;
  std::string suffix;
  std::string unit;
  bool whole_only = false;  // its parts mean nothing
};

TickUnit TickUnitOf(double largest, const Metric& metric, bool by_share) {
  if (by_share) return {0.01, " %", {}};
  const auto whole = static_cast<uint64_t>(std::llround(std::clamp(largest, 0.0, 9e18)));
  const ReadableUnit shown = ReadableUnitOf(whole, metric.unit, metric.scale);
  const bool is_smallest = ReadableUnitOf(0, metric.unit, metric.scale).raw == shown.raw;
  if (shown.is_stepped) return {shown.raw, fmt::format(" {}", shown.name), {}, is_smallest};
  struct Thousands {
    double factor;
    std::string_view suffix;
  };
  constexpr std::array kThousands{Thousands{1e12, "T"}, Thousands{1e9, "G"}, Thousands{1e6, "M"},
                                  Thousands{1e4, "k"}, Thousands{0, ""}};
  const double value = largest / shown.raw;
  const auto found =
      std::find_if(kThousands.begin(), kThousands.end(), [&](const Thousands& one) { return value >= one.factor; });
  const std::string_view suffix = found == kThousands.end() ? std::string_view{} : found->suffix;
  const double factor = suffix.empty() ? 1 : suffix == "k" ? 1e3 : found->factor;
  const std::string unit = metric.unit == "count" ? std::string() : metric.unit;
  return {factor * shown.raw, std::string(suffix), unit, factor == 1 && metric.scale == 1};
}

// The least of 1, 2 and 5 times a power of ten that is not less.
double NiceStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= least * (1 - 1e-9)) return times * power;
  }
  return 10 * power;
}

}  // namespace

ValueAxis AxisFor(double least, double most, bool from_zero, size_t most_ticks, const Metric& metric,
                  bool by_share) {
  if (from_zero) least = std::min(least, 0.0);
  const TickUnit unit = TickUnitOf(std::max(std::abs(least), std::abs(most)), metric, by_share);
  double low = least / unit.raw, high = most / unit.raw;
  // Equal values lie in the middle.
  if (!(high > low)) {
    const double room = low == 0 ? 1 : std::abs(low) / 2;
    high += room;
    if (!from_zero || low != 0) low -= room;
  }
  double step = NiceStep((high - low) / static_cast<double>(std::max<size_t>(most_ticks, 2) - 1));
  if (unit.whole_only) step = std::max(step, 1.0);
  ValueAxis axis;
  axis.unit = unit.unit;
  const double first = from_zero ? 0 : std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  axis.low = first * step * unit.raw;
  axis.high = std::max(last, first + 1) * step * unit.raw;
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  // Nothing has no thousands.
  const std::string zero = unit.suffix.starts_with(' ') ? "0" + unit.suffix : "0";
  for (double at = first; at <= std::max(last, first + 1); ++at) {
    axis.ticks.push_back({at * step * unit.raw,
                          at == 0 ? zero : fmt::format("{:.{}f}{}", at * step, decimals, unit.suffix)});
  }
  return axis;
}

}  // namespace ringscope::versions
