#include "renderer/color/color_mode.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr std::string_view kMetricWord = "metric:";
constexpr std::string_view kBlueprint = ",blueprint";

// Takes a suffix like ",log" off the text and applies it; false for a text without a known suffix.
bool TakeSuffix(std::string_view& text, ColorSpec& spec) {
  const auto take = [&text](std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
  };
  if (take(",self")) {
    spec.part = ValuePart::kSelf;
  } else if (take(",absolute")) {
    spec.basis = ValueBasis::kAbsolute;
  } else if (take(",log")) {
    spec.steps = ValueSteps::kLog;
  } else if (take(",view")) {
    spec.extent = ValueExtent::kView;
  } else {
    return false;
  }
  return true;
}

bool FindName(std::string_view name, std::span<const Metric> metrics,
              std::span<const std::string> derived_names, ColorSpec& spec) {
  const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                   [&](const Metric& candidate) { return candidate.name == name; });
  if (metric != metrics.end()) {
    spec.metric = static_cast<MetricIndex>(metric - metrics.begin());
    return true;
  }
  if (std::find(derived_names.begin(), derived_names.end(), name) == derived_names.end()) return false;
  spec.derived = name;
  return true;
}

// The only metric whose name differs in the case of letters alone.
bool FindNameOfAnyCase(std::string_view name, std::span<const Metric> metrics, ColorSpec& spec) {
  const auto is_equal = [&](const Metric& metric) { return EqualsFolded(metric.name, name); };
  const auto found = std::find_if(metrics.begin(), metrics.end(), is_equal);
  if (found == metrics.end() || std::any_of(found + 1, metrics.end(), is_equal)) return false;
  spec.metric = static_cast<MetricIndex>(found - metrics.begin());
  return true;
}

}  // namespace

std::string ColorText(const ColorSpec& spec, std::span<const Metric> metrics) {
  if (spec.mode != ColorMode::kMetric) {
    std::string text(WordOf(kColorWords, spec.mode));
    if (spec.mode == ColorMode::kDifference && spec.differences == DifferenceColors::kBlueprint)
      text += kBlueprint;
    return text;
  }
  std::string text(kMetricWord);
  if (!spec.derived.empty()) {
    text += spec.derived;
  } else if (spec.metric < metrics.size()) {
    text += metrics[spec.metric].name;
  }
  if (spec.part == ValuePart::kSelf) text += ",self";
  if (spec.basis == ValueBasis::kAbsolute) text += ",absolute";
  if (spec.steps == ValueSteps::kLog) text += ",log";
  if (spec.extent == ValueExtent::kView) text += ",view";
  return text;
}

Result<ColorSpec> ParseColorText(std::string_view text, std::span<const Metric> metrics,
                                 std::span<const std::string> derived_names) {
  ColorSpec spec;
  if (const auto mode = ValueOfWord(kColorWords, text)) {
    spec.mode = *mode;
    return spec;
  }
  if (text == std::string(WordOf(kColorWords, ColorMode::kDifference)).append(kBlueprint)) {
    spec.mode = ColorMode::kDifference;
    spec.differences = DifferenceColors::kBlueprint;
    return spec;
  }
  if (!text.starts_with(kMetricWord)) {
    std::string modes;
    for (const EnumWord<ColorMode>& row : kColorWords) modes += fmt::format("{}|", row.word);
    return Fail(ErrorCode::kMalformed, "expected a colour mode {}metric:NAME, found '{}'", modes, text);
  }
  spec.mode = ColorMode::kMetric;
  const std::string_view written = text.substr(kMetricWord.size());
  // A name may end like a suffix: the longest name that exists counts, as the name is written first.
  for (const bool any_case : {false, true}) {
    ColorSpec found = spec;
    std::string_view name = written;
    do {
      if (any_case ? FindNameOfAnyCase(name, metrics, found) : FindName(name, metrics, derived_names, found))
        return found;
    } while (TakeSuffix(name, found));
  }
  std::string names;
  for (const Metric& metric : metrics) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", metric.name);
  for (const std::string& derived : derived_names)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", derived);
  return Fail(ErrorCode::kNotFound, "expected a metric to colour by, one of {}; found '{}'", names, written);
}

}  // namespace ringscope
