#include "renderer/plot/value_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "cct/base/text/number_text.h"
#include "renderer/color/value_scale.h"

namespace ringscope {
namespace {

// The unit of ticks' texts: values divided by `raw`, followed by the suffix.
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
  const bool is_smallest =
      metric.unit != kUnitOfShares && ReadableUnitOf(0, metric.unit, metric.scale).raw == shown.raw;
  if (shown.is_stepped) return {shown.raw, fmt::format(" {}", shown.name), {}, is_smallest};
  struct Thousands {
    double factor;
    std::string_view suffix;
  };
  constexpr std::array kThousands{Thousands{1e18, "E"}, Thousands{1e15, "P"}, Thousands{1e12, "T"},
                                  Thousands{1e9, "G"},  Thousands{1e6, "M"},  Thousands{1e4, "k"},
                                  Thousands{0, ""}};
  const double value = largest / shown.raw;
  const auto found = std::find_if(kThousands.begin(), kThousands.end(),
                                  [&](const Thousands& one) { return value >= one.factor; });
  const std::string_view suffix = found == kThousands.end() ? std::string_view{} : found->suffix;
  const double factor = suffix.empty() ? 1 : suffix == "k" ? 1e3 : found->factor;
  const std::string unit = metric.unit == "count" ? std::string() : metric.unit;
  return {factor * shown.raw, std::string(suffix), unit, factor == 1 && metric.scale == 1};
}

// The number in three digits; whole numbers up to 10,000 in all digits.
std::string ShortDigits(double value) {
  return value == std::floor(value) && std::abs(value) < 1e4 ? fmt::format("{:.0f}", value)
                                                             : fmt::format("{:.3g}", value);
}

// One value by itself, in three digits.
std::string TickText(double value, const Metric& metric) {
  if (value == 0) return "0";
  const TickUnit unit = TickUnitOf(std::abs(value), metric, false);
  return fmt::format("{}{}", ShortDigits(value / unit.raw), unit.suffix);
}

// Keeps every second tick, every third and so on, with zero among them, until they are few enough.
void ThinOut(std::vector<double>& values, size_t most) {
  if (values.size() <= most) return;
  const auto zero = std::find(values.begin(), values.end(), 0.0);
  const size_t anchor = zero == values.end() ? 0 : static_cast<size_t>(zero - values.begin());
  for (size_t every = 2;; ++every) {
    std::vector<double> kept;
    for (size_t k = anchor % every; k < values.size(); k += every) kept.push_back(values[k]);
    if (kept.size() > most) continue;
    values = std::move(kept);
    return;
  }
}

// Powers of ten from `low` to `high`, both above 0; with 2 and 5 times these if all of them fit.
std::vector<double> PowersOfTen(double low, double high, size_t most) {
  std::vector<double> powers, finer;
  for (double k = std::floor(std::log10(low)); k <= std::ceil(std::log10(high)); ++k) {
    for (const double times : {1.0, 2.0, 5.0}) {
      const double value = times * std::pow(10, k);
      if (value < low * (1 - 1e-12) || value > high * (1 + 1e-12)) continue;
      finer.push_back(value);
      if (times == 1) powers.push_back(value);
    }
  }
  return finer.size() <= most ? finer : powers;
}

void AddLinearTicks(const AxisRange& range, size_t most_ticks, const Metric& metric, bool by_share,
                    ValueAxis& axis) {
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const TickUnit unit = TickUnitOf(largest, metric, by_share);
  const double low = range.low / unit.raw, high = range.high / unit.raw;
  double step = RoundStepUp((high - low) / static_cast<double>(most_ticks - 1), false);
  if (unit.whole_only && largest >= 1) step = std::max(step, 1.0);
  axis.unit = unit.unit;
  // Doubles of this size cannot count in such steps.
  if (!(step > 1e-12 * largest / unit.raw) || !std::isfinite(step)) return;
  const auto ticks_of = [&](double of) {
    return std::floor(high / of + 1e-9) - std::ceil(low / of - 1e-9) + 1;
  };
  // A single tick would not tell a scale.
  const double least = unit.whole_only && largest >= 1 ? 1 : 1e-9 * largest / unit.raw;
  while (ticks_of(step) < 2 && RoundStepUp(step / 3, false) >= least) step = RoundStepUp(step / 3, false);
  while (ticks_of(step) > static_cast<double>(most_ticks) && ticks_of(2 * step) >= 2) step *= 2;
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const std::string zero = unit.suffix.starts_with(' ') ? "0" + unit.suffix : "0";
  for (double at = std::ceil(low / step - 1e-9); at <= high / step + 1e-9 && axis.ticks.size() < most_ticks;
       ++at) {
    std::string text = decimals > 9 ? fmt::format("{:.12g}{}", at * step, unit.suffix)
                                    : fmt::format("{:.{}f}{}", at * step, decimals, unit.suffix);
    axis.ticks.push_back({at * step * unit.raw, at == 0 ? zero : std::move(text)});
  }
}

double SymmetricLog(double value, double linear_until) {
  return std::copysign(std::log10(1 + std::abs(value) / linear_until), value);
}

}  // namespace

double AxisRange::ShareOf(double value) const {
  const auto place = [this](double v) {
    if (scale == AxisScale::kLinear) return v;
    if (scale == AxisScale::kLog) return v > 0 ? std::log10(v) : std::numeric_limits<double>::quiet_NaN();
    return SymmetricLog(v, linear_until);
  };
  const double first = place(low);
  return (place(value) - first) / (place(high) - first);
}

double AxisRange::ValueAt(double share) const {
  if (scale == AxisScale::kLinear) return low + share * (high - low);
  if (scale == AxisScale::kLog) return low * std::pow(high / low, share);
  const double first = SymmetricLog(low, linear_until), last = SymmetricLog(high, linear_until);
  const double at = first + share * (last - first);
  return std::copysign((std::pow(10, std::abs(at)) - 1) * linear_until, at);
}

ValueAxis AxisWithin(const AxisRange& range, size_t most_ticks, const Metric& metric, bool by_share) {
  most_ticks = std::max<size_t>(most_ticks, 2);
  ValueAxis axis;
  std::vector<double> values;
  if (range.scale == AxisScale::kLog) values = PowersOfTen(range.low, range.high, most_ticks);
  if (range.scale == AxisScale::kSymmetricLog) {
    const auto side = [&](double from, double to) {
      return to > range.linear_until ? PowersOfTen(std::max(from, range.linear_until), to, 0)
                                     : std::vector<double>();
    };
    for (const double value : side(-range.high, -range.low)) values.insert(values.begin(), -value);
    if (range.low <= 0 && range.high >= 0) values.push_back(0);
    for (const double value : side(range.low, range.high)) values.push_back(value);
  }
  ThinOut(values, most_ticks);
  if (values.size() < 2) {
    AddLinearTicks(range, most_ticks, metric, by_share, axis);
    return axis;
  }
  for (const double value : values) axis.ticks.push_back({value, TickText(value, metric)});
  axis.unit = TickUnitOf(range.high, metric, false).unit;
  return axis;
}

}  // namespace ringscope
