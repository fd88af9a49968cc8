#include "cct/base/number_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace ringscope {
namespace {

struct UnitStep {
  double factor;
  std::string_view name;
};

constexpr std::array kTimeSteps{UnitStep{1e9, "s"}, UnitStep{1e6, "ms"}, UnitStep{1e3, "us"},
                                UnitStep{1, "ns"}};
constexpr std::array kByteSteps{UnitStep{1099511627776.0, "TiB"}, UnitStep{1073741824.0, "GiB"},
                                UnitStep{1048576.0, "MiB"}, UnitStep{1024.0, "KiB"}, UnitStep{1, "bytes"}};

// Three significant digits without an exponent for values that people can read so.
std::string ThreeDigits(double value) {
  if (value == 0) return "0";
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  if (value >= 1) return fmt::format("{:.2f}", value);
  if (value >= 1e-4) {
    const int digits = 2 - static_cast<int>(std::floor(std::log10(value)));
    return fmt::format("{:.{}f}", value, digits);
  }
  return fmt::format("{:.1e}", value);
}

template <size_t N>
std::string SteppedText(double value, const std::array<UnitStep, N>& steps) {
  for (const UnitStep& step : steps) {
    if (value >= step.factor) {
      // Below the smallest step values are whole numbers.
      if (step.factor == 1) return fmt::format("{} {}", std::llround(value), step.name);
      return fmt::format("{} {}", ThreeDigits(value / step.factor), step.name);
    }
  }
  return fmt::format("0 {}", steps.back().name);
}

}  // namespace

std::string CountText(uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (size_t position = digits.size(); position > 3;) {
    position -= 3;
    digits.insert(position, 1, ',');
  }
  return digits;
}

std::string CountedText(uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", CountText(count), one)
                      : fmt::format("{} {}", CountText(count), many);
}

std::string ShareText(uint64_t part, uint64_t whole) {
  if (whole == 0 || part == 0) return "0 %";
  if (part == whole) return "100 %";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  // Never round a part up to the whole.
  if (percent > 99.9 && part < whole) return "99.9 %";
  return ThreeDigits(percent) + " %";
}

std::string ValueText(uint64_t raw, std::string_view unit, uint64_t scale) {
  const double value = static_cast<double>(raw) / static_cast<double>(scale);
  if (const double ns = NanosecondsOf(unit); ns > 0) return SteppedText(value * ns, kTimeSteps);
  if (unit == "bytes") return SteppedText(value, kByteSteps);
  const std::string number = scale == 1 ? CountText(raw) : ExactDecimalText(raw, scale);
  if (unit.empty() || unit == "count") return number;
  return fmt::format("{} {}", number, unit);
}

double NanosecondsOf(std::string_view unit) {
  for (const UnitStep& step : kTimeSteps) {
    if (step.name == unit) return step.factor;
  }
  return 0;
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
