#include "cct/compare/columns/common_metrics.h"

#include <gtest/gtest.h>

#include <vector>

namespace ringscope::nearest_metric_test {
namespace {

using Pair = std::pair<MetricIndex, MetricIndex>;

TEST(NearestMetrics, NamesGoBeforeUnits) {
  const std::vector<Metric> a{{"wall", "ms", 1}, {"cpu time", "ms", 1}, {"heap", "bytes", 1}};
  EXPECT_EQ(NearestMetrics(a, std::vector<Metric>{{"CPU Time", "ns", 1}}), (Pair{1, 0}));
  EXPECT_EQ(NearestMetrics(a, std::vector<Metric>{{"objects", "count", 1}, {"cpu timee", "us", 1}}),
            (Pair{1, 1}));
  EXPECT_EQ(NearestMetrics(a, std::vector<Metric>{{"live heap", "bytes", 1}}), (Pair{2, 0}));
  EXPECT_EQ(NearestMetrics(a, std::vector<Metric>{{"duration", "s", 1}}), (Pair{0, 0}));
}

TEST(NearestMetrics, UnitsOfDifferentKindsAreNeverNear) {
  const std::vector<Metric> a{{"cost", "ms", 1}}, b{{"cost", "bytes", 1}}, c{{"cost", "EUR", 1}},
      d{{"x", "EUR", 1}};
  EXPECT_FALSE(NearestMetrics(a, b));
  EXPECT_FALSE(NearestMetrics(a, c));
  EXPECT_TRUE(NearestMetrics(c, d));
  EXPECT_FALSE(NearestMetrics(a, {}));
}

}  // namespace
}  // namespace ringscope::nearest_metric_test
