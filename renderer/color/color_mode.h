#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The meaning of a drawn context's colour.
enum class ColorMode : uint8_t {
  kFunction,    // hue by module, package, file or class, lightness by function
  kModule,      // the module
  kPackage,     // the package or namespace of the name
  kFile,        // the source file
  kKind,        // user, kernel, inlined, jit, interpreted, synthetic, thread
  kMetric,      // how much of another metric, on a sequential map
  kSelfShare,   // how much of the inclusive value is the context's own, on a sequential map
  kSearch,      // nothing but the search
  kDifference,  // of a comparison: how much more or less it is after than before, on a diverging map
};
// kMetric is written as "metric:NAME".
inline constexpr EnumWords<ColorMode, 8> kColorWords{{{"function", ColorMode::kFunction},
                                                      {"module", ColorMode::kModule},
                                                      {"package", ColorMode::kPackage},
                                                      {"file", ColorMode::kFile},
                                                      {"kind", ColorMode::kKind},
                                                      {"self-share", ColorMode::kSelfShare},
                                                      {"search", ColorMode::kSearch},
                                                      {"difference", ColorMode::kDifference}}};
[[nodiscard]] constexpr bool IsSequential(ColorMode mode) {
  return mode == ColorMode::kMetric || mode == ColorMode::kSelfShare;
}

// How the number of kMetric is made and put on the map.
enum class ValuePart : uint8_t { kInclusive, kSelf };
enum class ValueBasis : uint8_t {
  kPerViewMetric,  // per unit of the same part of the view's metric: "misses per cycle"
  kAbsolute,
};
enum class ValueSteps : uint8_t { kLinear, kLog };
// The source of the map's ends: the whole tree, so that a context keeps its colour wherever the view goes, or
// the view, so that the map's whole length is used.
enum class ValueExtent : uint8_t { kTree, kView };
// The colours of differences: a diverging map, or the few of the performance evolution blueprint.
enum class DifferenceColors : uint8_t { kMap, kBlueprint };
inline constexpr auto kDifferenceColorsWords = WordsInOrder<DifferenceColors, 2>("ours, papers");

// How a chart is coloured: plain data.
struct ColorSpec {
  ColorMode mode = ColorMode::kFunction;
  // The members from here to `extent` are for kMetric.
  MetricIndex metric = 0;
  std::string derived;  // the name of a metric computed from others, instead of `metric`; empty: none
  ValuePart part = ValuePart::kInclusive;
  ValueBasis basis = ValueBasis::kPerViewMetric;
  ValueSteps steps = ValueSteps::kLinear;
  ValueExtent extent = ValueExtent::kTree;
  DifferenceColors differences = DifferenceColors::kMap;  // of kDifference

  friend bool operator==(const ColorSpec&, const ColorSpec&) = default;
};

// The basis of kMetric's number while the view shows this metric: a metric per unit of itself would be 1
// everywhere, and a derived metric is as its formula says.
[[nodiscard]] inline ValueBasis BasisFor(const ColorSpec& spec, MetricIndex view_metric) {
  return !spec.derived.empty() || spec.metric == view_metric ? ValueBasis::kAbsolute : spec.basis;
}

// A spec as one word for command lines and saved views: "function", "module", "package", "file", "kind",
// "self-share", "search", "difference", "difference,blueprint", "metric:NAME", and behind that any of ",self"
// ",absolute" ",log" ",view".
[[nodiscard]] std::string ColorText(const ColorSpec& spec, std::span<const Metric> metrics);
// NAME is one of `metrics`, else one of `derived_names`, else the only one of `metrics` that differs in the
// case of letters A to Z alone. Errors: kMalformed, naming the modes; kNotFound, naming the metrics.
[[nodiscard]] Result<ColorSpec> ParseColorText(std::string_view text, std::span<const Metric> metrics,
                                               std::span<const std::string> derived_names = {});

}  // namespace ringscope
