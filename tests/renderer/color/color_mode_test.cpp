#include "renderer/color/color_mode.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ringscope::chart_test::color_mode_test {
namespace {

const std::vector<Metric> kMetrics{
    {"cycles", "count", 1}, {"cache misses", "count", 1}, {"odd,log", "count", 1}};
const std::vector<std::string> kDerived{"misses per call"};

TEST(ColorTextTest, EverySpecComesBack) {
  for (const ColorMode mode :
       {ColorMode::kFunction, ColorMode::kModule, ColorMode::kPackage, ColorMode::kFile, ColorMode::kKind,
        ColorMode::kSelfShare, ColorMode::kSearch, ColorMode::kDifference}) {
    const ColorSpec spec{.mode = mode};
    EXPECT_EQ(ParseColorText(ColorText(spec, kMetrics), kMetrics), spec);
  }
  const ColorSpec few{.mode = ColorMode::kDifference, .differences = DifferenceColors::kBlueprint};
  EXPECT_EQ(ParseColorText(ColorText(few, kMetrics), kMetrics), few);
  for (uint32_t bits = 0; bits < 64; ++bits) {
    ColorSpec spec{.mode = ColorMode::kMetric};
    if (bits % 4 == 3) {
      spec.derived = kDerived[0];
    } else {
      spec.metric = bits % 4;
    }
    if ((bits & 4) != 0) spec.part = ValuePart::kSelf;
    if ((bits & 8) != 0) spec.basis = ValueBasis::kAbsolute;
    if ((bits & 16) != 0) spec.steps = ValueSteps::kLog;
    if ((bits & 32) != 0) spec.extent = ValueExtent::kView;
    EXPECT_EQ(ParseColorText(ColorText(spec, kMetrics), kMetrics, kDerived), spec);
  }
}

TEST(ColorTextTest, SuffixesComeInAnyOrder) {
  const ColorSpec spec{
      .mode = ColorMode::kMetric, .metric = 1, .part = ValuePart::kSelf, .steps = ValueSteps::kLog};
  EXPECT_EQ(ParseColorText("metric:cache misses,log,self", kMetrics), spec);
  EXPECT_EQ(ColorText(spec, kMetrics), "metric:cache misses,self,log");
}

TEST(ColorTextTest, TheCaseOfAMetricMattersWhereSeveralDifferInItAlone) {
  const ColorSpec spec{.mode = ColorMode::kMetric, .metric = 1, .steps = ValueSteps::kLog};
  EXPECT_EQ(ParseColorText("metric:Cache Misses,log", kMetrics), spec);
  const std::vector<Metric> metrics{{"Ir", "", 1}, {"IR", "", 1}};
  EXPECT_EQ(ParseColorText("metric:IR", metrics)->metric, 1u);
  EXPECT_EQ(ParseColorText("metric:ir", metrics).error().code, ErrorCode::kNotFound);
}

TEST(ColorTextTest, ErrorsNameWhatThereIs) {
  EXPECT_EQ(ParseColorText("colour", kMetrics).error().message,
            "expected a colour mode function|module|package|file|kind|self-share|search|difference|metric:NAME, found "
            "'colour'");
  EXPECT_EQ(
      ParseColorText("metric:misses,log", kMetrics, kDerived).error().message,
      "expected a metric to colour by, one of 'cycles', 'cache misses', 'odd,log', 'misses per call'; found "
      "'misses,log'");
  EXPECT_EQ(ParseColorText("metric:", kMetrics).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ParseColorText("", kMetrics).error().code, ErrorCode::kMalformed);
}

}  // namespace
}  // namespace ringscope::chart_test::color_mode_test
