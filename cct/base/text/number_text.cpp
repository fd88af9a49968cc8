#include "cct/base/text/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cct/base/text/unit_names.h"

namespace ringscope {
namespace {

struct UnitStep {
  double factor;
  std::string_view name;
};

constexpr std::array kTimeSteps{UnitStep{1e9, "s"}, UnitStep{1e6, "ms"}, UnitStep{1e3, "\xC2\xB5s"},
                                UnitStep{1, "ns"}};
constexpr std::array kByteSteps{UnitStep{1099511627776.0, "TiB"}, UnitStep{1073741824.0, "GiB"},
                                UnitStep{1048576.0, "MiB"}, UnitStep{1024.0, "KiB"}, UnitStep{1, "bytes"}};

// "1234.5" -> "1,234.5".
std::string Grouped(std::string digits) {
  size_t position = std::min(digits.find('.'), digits.size());
  while (position > 3) {
    position -= 3;
    digits.insert(position, 1, ',');
  }
  return digits;
}

// Three significant digits, without an exponent from 0.0001 on.
std::string ThreeDigits(double value) {
  if (value == 0) return "0";
  if (value >= 100) return Grouped(fmt::format("{:.0f}", value));
  if (value >= 10) return fmt::format("{:.1f}", value);
  if (value >= 1) return fmt::format("{:.2f}", value);
  if (value >= 1e-4) {
    const int digits = 2 - static_cast<int>(std::floor(std::log10(value)));
    return fmt::format("{:.{}f}", value, digits);
  }
  return fmt::format("{:.1e}", value);
}

// The readable steps of a known unit, and the factor from the unit to the smallest step. No steps for other
// units.
struct SteppedUnit {
  std::span<const UnitStep> steps;
  double factor = 1;

  // The largest step that is at most the value, else the smallest step.
  [[nodiscard]] const UnitStep& StepFor(double value) const {
    const auto fits = [&](const UnitStep& step) { return value >= step.factor; };
    const auto step = std::find_if(steps.begin(), steps.end(), fits);
    return step == steps.end() ? steps.back() : *step;
  }
};

SteppedUnit SteppedUnitOf(std::string_view unit) {
  const Unit known = UnitOfMetric(unit);
  if (known.dimension == Dimension::kTime) return {kTimeSteps, known.factor};
  if (known.dimension == Dimension::kBytes) return {kByteSteps, known.factor};
  return {};
}

// "object" of "objects", "miss" of "misses"; abbreviations and words that are no plural stay.
std::string_view Singular(std::string_view unit) {
  if (unit.size() < 4 || !unit.ends_with('s') || unit.ends_with("ss")) return unit;
  const bool has_vowel = unit.ends_with("sses") || unit.ends_with("ches") || unit.ends_with("shes");
  return unit.substr(0, unit.size() - (has_vowel ? 2 : 1));
}

std::string WithUnit(const std::string& number, std::string_view unit) {
  if (unit.empty() || unit == "count") return number;
  return fmt::format("{} {}", number, number == "1" ? Singular(unit) : unit);
}

}  // namespace

std::string CountText(uint64_t count) { return Grouped(fmt::format("{}", count)); }

std::string CountedText(uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", CountText(count), one)
                      : fmt::format("{} {}", CountText(count), many);
}

std::string ShareText(uint64_t part, uint64_t whole) {
  if (whole == 0 || part == 0) return "0 %";
  if (part == whole) return "100 %";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (percent < 0.005) return "<0.01 %";
  if (percent < 9.995) return fmt::format("{:.2f} %", percent);
  // A part is never rounded up to the whole.
  if (part < whole) return fmt::format("{:.1f} %", std::min(percent, 99.9));
  return ThreeDigits(percent) + " %";
}

std::string ProgressText(double part) { return fmt::format("{:.0f} %", part * 100); }

std::string ValueText(uint64_t raw, std::string_view unit, uint64_t scale) {
  const SteppedUnit stepped = SteppedUnitOf(unit);
  if (unit == kUnitOfShares)
    return ThreeDigits(100 * static_cast<double>(raw) / static_cast<double>(scale)) + " %";
  if (stepped.steps.empty()) return WithUnit(Grouped(ExactDecimalText(raw, scale)), unit);
  const double value = static_cast<double>(raw) / static_cast<double>(scale) * stepped.factor;
  const UnitStep& step = stepped.StepFor(value);
  if (raw != 0 && value < 1) return fmt::format("<1 {}", step.name);
  // Below the smallest step values are whole numbers.
  if (step.factor == 1) return fmt::format("{:.0f} {}", value, step.name);
  return fmt::format("{} {}", ThreeDigits(value / step.factor), step.name);
}

std::string ExactValueText(uint64_t raw, std::string_view unit, uint64_t scale) {
  return WithUnit(Grouped(ExactDecimalText(raw, scale)), unit == "us" ? kTimeSteps[2].name : unit);
}

ReadableUnit ReadableUnitOf(uint64_t largest, std::string_view unit, uint64_t scale) {
  const SteppedUnit stepped = SteppedUnitOf(unit);
  if (unit == kUnitOfShares) return {"%", static_cast<double>(scale) / 100, true};
  if (stepped.steps.empty()) return {unit, static_cast<double>(scale), false};
  const double value = static_cast<double>(largest) / static_cast<double>(scale) * stepped.factor;
  const UnitStep& step = stepped.StepFor(value);
  return {step.name, step.factor * static_cast<double>(scale) / stepped.factor, true};
}

ValueColumn::ValueColumn(uint64_t largest, std::string_view unit, uint64_t scale)
    : unit_(unit), scale_(scale) {
  const ReadableUnit shown = ReadableUnitOf(largest, unit, scale);
  if (!shown.is_stepped) return;
  unit_ = shown.name;
  divisor_ = shown.raw;
  // As precise as shares: a hundredth of a percent of the largest. Values in the smallest unit are whole
  // numbers.
  const bool is_smallest = ReadableUnitOf(0, unit, scale).raw == shown.raw;
  if (!is_smallest || unit == kUnitOfShares) decimals_ = static_cast<double>(largest) / divisor_ < 10 ? 3 : 2;
}

std::string ValueColumn::Text(uint64_t raw) const {
  if (divisor_ == 0) return WithUnit(Grouped(ExactDecimalText(raw, scale_)), unit_);
  if (raw == 0) return fmt::format("0 {}", unit_);
  const double value = static_cast<double>(raw) / divisor_;
  const double finest = std::pow(10, -decimals_);
  if (value < finest / 2) return fmt::format("<{:.{}f} {}", finest, decimals_, unit_);
  return fmt::format("{} {}", Grouped(fmt::format("{:.{}f}", value, decimals_)), unit_);
}

std::string QuantityText(double value, std::string_view unit) {
  if (!std::isfinite(value)) return "-";
  if (unit == "%" || unit == kUnitOfShares)
    return fmt::format("{:.3g} %", unit == kUnitOfShares ? 100 * value : value);
  // Such values fit the integers of ValueText, including thousandths.
  constexpr double kMost = 9e15;
  if (const double ns = value * NanosecondsOf(unit); ns >= 1 && ns < kMost)
    return ValueText(static_cast<uint64_t>(std::llround(ns * 1000)), "ns", 1000);
  const Unit known = UnitOfMetric(unit);
  if (const double bytes = value * known.factor;
      known.dimension == Dimension::kBytes && bytes >= 1 && bytes < kMost)
    return ValueText(static_cast<uint64_t>(std::llround(bytes)), "bytes", 1);
  const double size = std::fabs(value);
  constexpr std::array<UnitStep, 4> kSteps{UnitStep{1e12, "T"}, UnitStep{1e9, "G"}, UnitStep{1e6, "M"},
                                           UnitStep{1e3, "k"}};
  for (const UnitStep& step : kSteps) {
    if (size >= step.factor && size < 1e15) return fmt::format("{:.3g}{}", value / step.factor, step.name);
  }
  return fmt::format("{:.3g}", value);
}

double NanosecondsOf(std::string_view unit) {
  const Unit known = UnitOfMetric(unit);
  return known.dimension == Dimension::kTime ? known.factor : 0;
}

std::string ExactDecimalText(uint64_t raw, uint64_t scale) {
  if (scale <= 1) return fmt::format("{}", raw);
  const int digits = static_cast<int>(std::lround(std::log10(static_cast<double>(scale))));
  std::string text = fmt::format("{}.{:0{}}", raw / scale, raw % scale, digits);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace ringscope
